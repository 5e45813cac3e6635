import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { repository } from "../repository.ts";

/** The empty extension that carries the tests into the extension host; the extension under test is installed. */
export const carrierFolder: string = path.join(repository, ".tsbuild/e2e");

/** The script that the extension host runs. */
export const hostEntry: string = path.join(carrierFolder, "index.cjs");

/** Bundles the suites of `test/e2e/host` for the extension host. */
export async function bundleHostTests(): Promise<void> {
  rmSync(carrierFolder, { recursive: true, force: true });
  mkdirSync(carrierFolder, { recursive: true });
  writeFileSync(
    path.join(carrierFolder, "package.json"),
    JSON.stringify({ name: "carrier", publisher: "tests", version: "0.0.0", engines: { vscode: "^1.99.0" } }),
  );
  await build({
    absWorkingDir: repository,
    entryPoints: ["test/e2e/host/index.ts", ...globSync("test/e2e/host/*.suite.ts", { cwd: repository })],
    outdir: carrierFolder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["vscode", "mocha"],
    define: { "import.meta.dirname": "__dirname" },
    sourcemap: "inline",
    logLevel: "warning",
  });
}
