import { spawnSync } from "node:child_process";
import path from "node:path";
import { manifest, repository } from "./repository.ts";

const VSCE = path.join(repository, "node_modules/@vscode/vsce/vsce");
/** What the packer is asked for, whether it packs or lists. */
export const PACKAGE_FLAGS = [
  "--no-dependencies",
  "--readme-path",
  "dist/README.md",
  "--ignoreFile",
  "build/vscodeignore",
];

/** How a package is made. */
export interface PackageOptions {
  /** Whether it is for the pre-release channel. */
  readonly isPreRelease?: boolean;
}

/** Packs what is in `dist/` now, with what else ships, into a .vsix file. Returns what the packer warned of. */
export function createPackage(vsix: string, { isPreRelease = false }: PackageOptions = {}): string[] {
  const flags = [
    ...PACKAGE_FLAGS,
    ...(isPreRelease ? ["--pre-release"] : []),
    // `npm run package -- --publish-check` says that it is missing.
    ...(manifest().repository === undefined ? ["--allow-missing-repository"] : []),
  ];
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [VSCE, "package", "--out", vsix, ...flags],
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
