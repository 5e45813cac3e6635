import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readManifest } from "./readable-manifest.ts";

/** The page of the package on npm, in the repository. */
export const NPM_README = "server/cli/README.md";

/** The fields of the manifest that concern the command line and the language server. */
const FIELDS = [
  "name",
  "version",
  "author",
  "license",
  "repository",
  "bugs",
  "homepage",
  "type",
  "bin",
  "engines",
];

const DESCRIPTION =
  "Helm values for SAP CAP Operator: command line for terminals and pipelines, language server, MCP";

const KEYWORDS = [
  "cap operator",
  "sap",
  "btp",
  "cap",
  "helm",
  "helm values",
  "values.yaml",
  "yaml",
  "kubernetes",
].concat(["cli", "ci", "linter", "schema", "sarif", "pre-commit", "language server", "lsp", "mcp"]);

/** The manifest of the package on npm: without the extension and without what only development needs. */
export function npmManifest(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { vscode: _, ...engines } = manifest.engines as Record<string, string>;
  const kept = FIELDS.filter((field) => field in manifest).map((field) => [field, manifest[field]]);
  return { ...Object.fromEntries(kept), description: DESCRIPTION, keywords: KEYWORDS, engines };
}

/**
 * Packs the command line and the language server, as built in `dist`, for npm into the folder `target`; returns the name of the
 * file. The package in the repository is private, so that it is not published with the extension's manifest and README: the package has those of the command line.
 */
export function packForNpm(root: string, target: string): string {
  const stage = path.join(root, "artifacts/npm");
  rmSync(stage, { recursive: true, force: true });
  const [listed] = JSON.parse(npm(["pack", "--dry-run", "--json", "--ignore-scripts"], root));
  for (const { path: file } of listed.files) {
    mkdirSync(path.dirname(path.join(stage, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(stage, file));
  }
  writeOwn(root, stage);
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", target], stage),
  );
  return packed.filename;
}

/** Writes the manifest and the README of the package. */
function writeOwn(root: string, folder: string): void {
  const manifest = npmManifest(readManifest<Record<string, unknown>>(root));
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  cpSync(path.join(root, NPM_README), path.join(folder, "README.md"));
}

/** Runs before and after npm packs a clone, so that its package is the released one: meanwhile, the files of the extension are kept elsewhere. */
function swap(root: string, step: string | undefined): void {
  const kept = path.join(root, "artifacts/npm-kept");
  const files = ["package.json", "README.md"];
  // Also undoes an interrupted run: the manifest of the package is not private.
  const isSwapped = existsSync(kept) && readManifest<{ private?: boolean }>(root).private !== true;
  if (isSwapped) for (const file of files) cpSync(path.join(kept, file), path.join(root, file));
  rmSync(kept, { recursive: true, force: true });
  if (step !== "prepack") return;
  for (const file of files) cpSync(path.join(root, file), path.join(kept, file));
  writeOwn(root, root);
}

/** Runs npm, and returns what it prints. */
export function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", [...args], {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
}

if (import.meta.main) swap(path.dirname(import.meta.dirname), process.argv[2]);
