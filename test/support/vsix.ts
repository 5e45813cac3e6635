import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { manifest, repository } from "./repository.ts";

const VSCE = path.join(repository, "node_modules/@vscode/vsce/vsce");
/** Options of the packer, when it packs and when it lists. */
export const PACKAGE_FLAGS = [
  "--no-dependencies",
  "--readme-path",
  "dist/README.md",
  "--ignoreFile",
  path.join(repository, "build/vscodeignore"),
];

/** The options of a package. */
export interface PackageOptions {
  /** True for the pre-release channel. */
  readonly isPreRelease?: boolean;
}

/** The manifest without what only the development of the extension needs. */
export function shippedManifest<T extends object>(manifest: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(manifest).filter(([field]) => !OF_DEVELOPMENT.includes(field)),
  ) as Partial<T>;
}

const OF_DEVELOPMENT = ["private", "scripts", "devDependencies", "allowScripts"];

/** Packs what is in `dist/` now, with what else ships, into a .vsix file. Returns what the packer warned of. */
export function createPackage(vsix: string, { isPreRelease = false }: PackageOptions = {}): string[] {
  const stage = path.join(repository, "artifacts/vsix");
  rmSync(stage, { recursive: true, force: true });
  for (const file of runVsce(repository, "ls", ...PACKAGE_FLAGS)
    .stdout.trim()
    .split(/\r?\n/)) {
    mkdirSync(path.dirname(path.join(stage, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(stage, file));
  }
  writeFileSync(
    path.join(stage, "package.json"),
    `${JSON.stringify(shippedManifest(manifest()), undefined, 2)}\n`,
  );
  const flags = [
    ...PACKAGE_FLAGS,
    ...(isPreRelease ? ["--pre-release"] : []),
    // `npm run package -- --publish-check` says that it is missing.
    ...(manifest().repository === undefined ? ["--allow-missing-repository"] : []),
  ];
  const { stdout, stderr } = runVsce(stage, "package", "--out", vsix, ...flags);
  return `${stdout}\n${stderr}`.split("\n").filter((line) => line.includes("WARNING"));
}

function runVsce(cwd: string, ...args: readonly string[]): { stdout: string; stderr: string } {
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [VSCE, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  if (status !== 0) {
    throw new Error(`The extension could not be packed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  }
  return { stdout, stderr };
}
