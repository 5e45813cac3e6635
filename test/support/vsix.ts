import { spawnSync } from "node:child_process";
import path from "node:path";
import { repository } from "./repository.ts";

const VSCE = path.join(repository, "node_modules/@vscode/vsce/vsce");
const FLAGS = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];

/** Packs what is in `dist/` now, with what else ships, into a .vsix file. Returns what the packer warned of. */
export function createPackage(vsix: string): string[] {
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [VSCE, "package", "--out", vsix, ...FLAGS],
    {
      cwd: repository,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    },
  );
  if (status !== 0) {
    throw new Error(`The extension could not be packed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  }
  return `${stdout}\n${stderr}`.split("\n").filter((line) => line.includes("WARNING"));
}
