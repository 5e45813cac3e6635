// `npm run build`: makes the programs that ship in dist/, with what they read. `--production` minifies and leaves the source maps out.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build } from "esbuild";
import { writePackagedDocs } from "../build/packaged-docs.ts";
import { languagesOf } from "../build/readable-manifest.ts";
import { bundledPackages, thirdPartyNotices } from "./licences.ts";

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");
const production = process.argv.includes("--production");
rmSync(dist, { recursive: true, force: true });

const schemas = spawnSync(process.execPath, [path.join(root, "schemas/build.ts")], {
  cwd: root,
  stdio: "inherit",
});
if (schemas.status !== 0) {
  console.error("The schemas could not be built, so nothing was bundled.");
  process.exit(schemas.status ?? 1);
}

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  // The UMD builds of the JSON and YAML libraries hide their requires from a bundler.
  mainFields: ["module", "main"],
  // The build for browsers is the library without the functions that read files. They are not called here.
  alias: { "@vscode/l10n": "./node_modules/@vscode/l10n/dist/browser.js" },
  minify: production,
  sourcemap: production ? false : "linked",
  sourcesContent: false,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/** esbuild puts code that language server and command line share, and code that is loaded on first use, into separate files. */
const onNode: BuildOptions = {
  ...common,
  entryPoints: {
    "language-server": "server/language-server.ts",
    "cap-operator": "server/cli.ts",
    "agents-worker": "server/agents-worker.ts",
  },
  outdir: dist,
  format: "esm",
  splitting: true,
  chunkNames: "[name]-[hash]",
  platform: "node",
  target: "node20",
  // CommonJS libraries ask for modules of Node by `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
};

const extension: BuildOptions = {
  ...common,
  entryPoints: ["client/extension.ts"],
  outfile: path.join(dist, "extension.cjs"),
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
};

const inBrowsers: BuildOptions = {
  ...common,
  platform: "browser",
  target: "es2023",
  // Some libraries ask which system they run on; a browser has none.
  define: { process: "undefined", navigator: "undefined" },
};

const webExtension: BuildOptions = {
  ...inBrowsers,
  entryPoints: ["client/browser.ts"],
  // By any other ending, the editor takes a file of this package for an ES module, which it cannot load in a browser.
  outfile: path.join(dist, "web/extension.cjs"),
  format: "cjs",
  external: ["vscode"],
};

const webServer: BuildOptions = {
  ...inBrowsers,
  entryPoints: ["server/web/worker.ts"],
  outfile: path.join(dist, "web/server.js"),
  format: "iife",
  alias: { ...common.alias, "node:path": "./server/web/path.ts" },
};

const made = await Promise.all(
  [onNode, extension, webExtension, webServer].map((options) => build(options)),
).catch(
  // esbuild has printed the errors in sources.
  () => process.exit(1),
);
const metafiles = made.flatMap(({ metafile }) => metafile ?? []);
for (const program of ["language-server.js", "cap-operator.js"]) chmodSync(path.join(dist, program), 0o755);
writeFileSync(path.join(dist, "ThirdPartyNotices.txt"), thirdPartyNotices(metafiles, root));
writeFileSync(path.join(dist, "bundled-packages.json"), JSON.stringify(bundledPackages(metafiles, root)));
writePackagedDocs(root);
// VS Code looks for the texts of the manifest beside it.
for (const language of ["", ...languagesOf(root).map((translated) => `.${translated}`)]) {
  copyFileSync(
    path.join(root, `l10n/manifest${language}.json`),
    path.join(root, `package.nls${language}.json`),
  );
}

for (const { outputs } of metafiles) {
  for (const [file, { bytes }] of Object.entries(outputs)) {
    if (!file.endsWith(".map")) console.log(`${(bytes / 1000).toFixed(0).padStart(6)} kB  ${file}`);
  }
}
