import { spawnSync } from "node:child_process";

/** Tells if Go is on the PATH. Throws if it is there and does not run: tests that need it must not be left out without a word then. */
export function haveGo(): boolean {
  const { error, status, stderr } = spawnSync("go", ["version"], { encoding: "utf8" });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return false;
  if (status === 0) return true;
  throw new Error(`Go is on the PATH, but does not run: ${(error?.message ?? stderr).trim()}`);
}

/** The environment of all builds with Go: the same flags, so that each finds what another one has compiled. */
export const GO_ENVIRONMENT = {
  ...process.env,
  CGO_ENABLED: "0",
  GOWORK: "off",
  GOFLAGS: `${process.env.GOFLAGS ?? ""} -trimpath`.trim(),
};
