import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { repository } from "../repository.ts";

/** The folder with the extensions that only the tests need, one in each folder. */
export const webTests: string = path.join(repository, ".tsbuild/e2e-web");

const INSTEAD = { "node:assert/strict": "assert.ts", "node:timers/promises": "timers.ts" } as const;

/** Bundles the suites of `test/e2e/host` for the extension host of a browser, and the workspace that is on no disk. */
export async function bundleWebTests(): Promise<void> {
  rmSync(webTests, { recursive: true, force: true });
  writeManifest("carrier", {});
  writeManifest("files", {
    browser: "./extension.js",
    activationEvents: ["onFileSystem:vscode-vfs", "*"],
    capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
  });
  const all = globSync("test/e2e/host/*.suite.ts", { cwd: repository }).sort();
  const suites = all.filter((file) => !file.endsWith(".node.suite.ts"));
  const shared: BuildOptions = {
    absWorkingDir: repository,
    bundle: true,
    platform: "browser",
    target: "es2023",
    format: "cjs",
    external: ["vscode"],
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [mochaAsScript],
    alias: Object.fromEntries(
      Object.entries(INSTEAD).map(([name, file]) => [name, path.join(import.meta.dirname, file)]),
    ),
  };
  const entry = [
    'import { run as runSuites } from "./test/e2e/web/index.ts";',
    `export const run = () => runSuites(async () => { ${suites.map((file) => `require("./${file}");`).join(" ")} });`,
  ].join("\n");
  await Promise.all([
    build({
      ...shared,
      stdin: { contents: entry, resolveDir: repository, loader: "ts" },
      outfile: path.join(webTests, "carrier/index.js"),
    }),
    build({
      ...shared,
      entryPoints: ["test/support/web/memory-files.ts"],
      outfile: path.join(webTests, "files/extension.js"),
    }),
  ]);
}

/** Mocha's build for browsers is a script, in a package of ES modules: it must not find the `exports` of what it is bundled with. */
const mochaAsScript: Plugin = {
  name: "mocha-as-script",
  setup(bundler) {
    bundler.onLoad({ filter: /\/mocha\/mocha\.js$/ }, ({ path: file }) => ({
      contents: `var exports, module;\n${readFileSync(file, "utf8")}`,
    }));
  },
};

function writeManifest(name: string, more: object): void {
  mkdirSync(path.join(webTests, name), { recursive: true });
  const manifest = { name, publisher: "tests", version: "0.0.0", engines: { vscode: "^1.99.0" }, ...more };
  writeFileSync(path.join(webTests, name, "package.json"), JSON.stringify(manifest));
}
