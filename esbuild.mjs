// Builds everything that ships into dist/. `--production` minifies and leaves the source maps out.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundlePrograms, DISK_FILE, ENGINE_FILE, LATER_FILE, onFirstUse } from "./engine-bundles.mjs";
import {
  checkerWithoutCompiler,
  noPrinterOfJavaScript,
  noSchemasOutOfZod,
  noServicesThatAreNotOffered,
  onlyChecksOfJson,
  onlyConstantsThatAreUsed,
  onlyWhatTheClientUses,
  PROTOCOL_FILE,
  protocolFromItsFile,
  protocolIsTakenApartOnce,
  protocolProgram,
} from "./library-parts.mjs";
import { writePackagedDocs } from "./publish/packaged-docs.ts";
import { minifyAgain } from "./second-minifier.mjs";
import { bundledPackages, thirdPartyNotices } from "./third-party-notices.mjs";
import {
  isForBrowsers,
  noFailuresOfPrograms,
  optionsForBrowsers,
  WEB_EXTENSION_FILE,
  webLauncher,
  webServer,
  yamlOnlyWhereItIsUsed,
} from "./web-bundles.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, "dist");
const production = process.argv.includes("--production");
const started = performance.now();

const schemas = spawnSync(process.execPath, [path.join(root, "schemas/build.ts")], {
  cwd: root,
  stdio: "inherit",
});
if (schemas.status !== 0) {
  console.error("The schemas could not be built, so nothing was bundled.");
  process.exit(schemas.status ?? 1);
}

/** What is loaded on first use stays a file of its own beside the server. */
const LAZY = [
  {
    entry: "server/workspace/yaml-service.ts",
    out: "yaml-service.js",
    imports: /(^|\/)yaml-service\.ts$/,
    plugins: [noPrinterOfJavaScript, onlyConstantsThatAreUsed],
  },
  {
    contents: 'export { getLanguageService } from "vscode-json-languageservice";',
    out: "json-service.js",
    imports: /^vscode-json-languageservice$/,
    plugins: [onlyChecksOfJson, onlyConstantsThatAreUsed],
  },
  { contents: 'export { unpackTar } from "modern-tar";', out: "tar.js", imports: /^modern-tar$/ },
  {
    entry: "server/mcp/serve.ts",
    out: "agents.cjs",
    imports: /(^|\/)mcp\/serve\.ts$/,
    plugins: [checkerWithoutCompiler, noSchemasOutOfZod],
  },
  { contents: 'export { RE2JS } from "re2js";', out: "re2.js", imports: /^re2js$/ },
];

const lazyFilesStayOutside = {
  name: "lazy-files-stay-outside",
  setup(bundler) {
    for (const { imports, out } of LAZY) {
      bundler.onResolve({ filter: imports }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${out}`, external: true } : undefined,
      );
    }
  },
};

/** Modules of Node that are asked for at once and used hardly ever; loading them is a third of what a start takes. */
const nodeModulesOnFirstUse = {
  name: "node-modules-on-first-use",
  setup(bundler) {
    bundler.onResolve({ filter: /^(node:)?(crypto|child_process)$/ }, ({ path: name, kind, namespace }) =>
      kind === "dynamic-import" || namespace === "on-first-use"
        ? undefined
        : { path: name.replace("node:", ""), namespace: "on-first-use" },
    );
    bundler.onLoad({ filter: /.*/, namespace: "on-first-use" }, ({ path: name }) => ({
      contents: `module.exports = ${onFirstUse(`require("node:${name}")`)};`,
    }));
  },
};

/** CommonJS has no `import.meta`; the sources use it to find the files beside them. */
const importMeta = {
  banner: '"use strict";const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
  define: {
    "import.meta.url": "__importMetaUrl",
    "import.meta.dirname": "__dirname",
    "import.meta.filename": "__filename",
  },
};

/** How the engine is bundled. It does not read the protocol's file, because the command line has no use for that. */
const ENGINE_PLUGINS = [nodeModulesOnFirstUse, onlyConstantsThatAreUsed];

const programs = [
  {
    entry: "server/node.ts",
    out: "server.cjs",
    plugins: [
      nodeModulesOnFirstUse,
      protocolIsTakenApartOnce,
      protocolFromItsFile,
      noServicesThatAreNotOffered,
    ],
  },
  { entry: "server/cli.ts", out: "cli.cjs", plugins: ENGINE_PLUGINS },
  { ...webServer, plugins: [protocolIsTakenApartOnce, protocolFromItsFile, noServicesThatAreNotOffered] },
  ...LAZY,
];

/** The extension, and the client's library, which is not loaded before the server is started. */
const CLIENT_LIBRARY = "language-client.cjs";
const clientLibraryFromItsFile = {
  name: "client-library-from-its-file",
  setup(bundler) {
    bundler.onResolve({ filter: /^vscode-languageclient(\/node)?$/ }, () => ({
      path: `./${CLIENT_LIBRARY}`,
      external: true,
    }));
  },
};
const extension = {
  entry: "client/extension.ts",
  out: "extension.cjs",
  external: ["vscode"],
  plugins: [clientLibraryFromItsFile],
  // Only installations and releases need them.
  takes: /^node_modules\/(?:js-yaml|jsonc-parser|semver)\//,
};
const clientLibrary = {
  contents: 'module.exports = require("vscode-languageclient/node");',
  out: CLIENT_LIBRARY,
  external: ["vscode"],
  plugins: [protocolFromItsFile, ...onlyWhatTheClientUses],
};

const webExtension = {
  entry: "client/browser.ts",
  out: WEB_EXTENSION_FILE,
  external: ["vscode"],
  plugins: [noFailuresOfPrograms, yamlOnlyWhereItIsUsed, ...onlyWhatTheClientUses],
};

if (existsSync(dist)) {
  for (const map of readdirSync(dist).filter((name) => /js\.map$/.test(name))) rmSync(path.join(dist, map));
}

const OF_NODE = {
  format: "cjs",
  platform: "node",
  target: "node20",
  define: importMeta.define,
  banner: { js: importMeta.banner },
};

/** How every file is bundled, for Node and for browsers. */
const common = {
  absWorkingDir: root,
  bundle: true,
  // The UMD builds of the JSON and YAML libraries hide their requires from a bundler.
  mainFields: ["module", "main"],
  // Nobody asks the library for sentences in files, which is all that it can do more on Node.
  alias: { "@vscode/l10n": "./node_modules/@vscode/l10n/dist/browser.js" },
  // Another file is asked for by `require`, also where the source could wait: scripts have nothing else, and know no named exports.
  supported: { "dynamic-import": false },
  minify: production,
  sourcemap: production ? false : "linked",
  sourcesContent: false,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/** Bundles one file, and returns what esbuild says of it. */
async function bundle({ entry, contents, out, external = [], conditions, plugins = [] }) {
  const all = [lazyFilesStayOutside, ...plugins];
  const { metafile } = await build({
    ...common,
    ...(entry === undefined ? { stdin: { contents, resolveDir: root } } : { entryPoints: [entry] }),
    ...(isForBrowsers(out) ? optionsForBrowsers(out, all) : { ...OF_NODE, plugins: all }),
    outfile: path.join(dist, out),
    external,
    conditions,
  });
  return metafile;
}

let metafiles;
try {
  metafiles = await Promise.all([
    bundlePrograms([...programs, extension], bundle, { root, plugins: ENGINE_PLUGINS }),
    bundle(protocolProgram),
    bundle(clientLibrary),
    bundle(webLauncher),
    bundle(webExtension),
  ]);
  if (production)
    for (const { outputs } of metafiles.flat()) await minifyAgain(path.join(root, Object.keys(outputs)[0]));
} catch (error) {
  // What is wrong with a source, esbuild has already said.
  if (!("errors" in error)) console.error(error);
  process.exit(1);
}

const inBundles = metafiles.flat();
writeFileSync(path.join(dist, "ThirdPartyNotices.txt"), thirdPartyNotices(inBundles, root));
writeFileSync(path.join(dist, "bundled-packages.json"), JSON.stringify(bundledPackages(inBundles, root)));
writePackagedDocs(root);
// The package is one of ES modules; the scripts here are not.
writeFileSync(path.join(dist, "package.json"), '{ "type": "commonjs" }\n');

for (const part of ["compile-cache.cjs", "cli-worker.cjs"]) {
  copyFileSync(path.join(root, "server", part), path.join(dist, part));
}
for (const [launcher, out] of [
  ["launcher.cjs", "language-server.cjs"],
  ["cli-launcher.cjs", "cap-operator.cjs"],
]) {
  copyFileSync(path.join(root, "server", launcher), path.join(dist, out));
  chmodSync(path.join(dist, out), 0o755);
}

const kilobytes = (file) => `${(statSync(file).size / 1000).toFixed(0).padStart(6)} kB`;
for (const file of [
  ...[ENGINE_FILE, LATER_FILE, DISK_FILE, PROTOCOL_FILE],
  ...[...programs, extension, clientLibrary, webLauncher, webExtension].map(({ out }) => out),
  "schemas/values.schema.json",
  "schemas/operator.schema.json",
  "schemas/published-chart.json",
]) {
  console.log(`${kilobytes(path.join(dist, file))}  dist/${file}`);
}
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
