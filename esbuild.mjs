// Builds everything that ships into dist/. `--production` minifies and leaves the source maps out.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundlePrograms, ENGINE_FILE, LATER_FILE, onFirstUse } from "./engine-bundles.mjs";
import { writePackagedDocs } from "./publish/packaged-docs.ts";
import { bundledPackages, thirdPartyNotices } from "./third-party-notices.mjs";
import { bundleWeb } from "./web-bundles.mjs";

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

/** The formatter loads Prettier's printer of JavaScript too: half of its size, and never asked for with YAML. */
const noPrinterOfJavaScript = {
  name: "no-printer-of-javascript",
  setup(bundler) {
    bundler.onResolve({ filter: /^prettier\/plugins\/estree$/ }, ({ path: name }) => ({
      path: name,
      namespace: "left-out",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export {};" }));
  },
};

/**
 * The SDK for agents checks arguments by a schema with Ajv, which makes programs of schemas, or where none may be made, with a checker of
 * an eighth of its size. The schemas are small and asked rarely.
 */
const checkerWithoutCompiler = {
  name: "checker-without-compiler",
  setup(bundler) {
    bundler.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path: name }) => ({
      path: name,
      namespace: "checker-without-compiler",
    }));
    const checker = "@modelcontextprotocol/server/validators/cf-worker";
    bundler.onLoad({ filter: /.*/, namespace: "checker-without-compiler" }, () => ({
      contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "${checker}";
        export { default as process } from "node:process";`,
      resolveDir: root,
    }));
  },
};

/** What is loaded on first use stays a file of its own beside the server. */
const LAZY = [
  {
    entry: "server/workspace/yaml-service.ts",
    out: "yaml-service.cjs",
    imports: /(^|\/)yaml-service\.ts$/,
    plugins: [noPrinterOfJavaScript],
  },
  { entry: "vscode-json-languageservice", out: "json-service.cjs", imports: /^vscode-json-languageservice$/ },
  { entry: "modern-tar", out: "tar.cjs", imports: /^modern-tar$/ },
  {
    entry: "server/mcp/mcp-sdk.ts",
    out: "mcp-sdk.cjs",
    imports: /(^|\/)mcp-sdk\.ts$/,
    plugins: [checkerWithoutCompiler],
  },
  { entry: "re2js", out: "re2.cjs", imports: /^re2js$/ },
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

const requireHere = createRequire(import.meta.url);

/**
 * The protocol's library has hundreds of exports, and is CommonJS: esbuild would copy all of them for each file that
 * imports one. They are taken from it once, for all files.
 */
const protocolIsTakenApartOnce = {
  name: "protocol-is-taken-apart-once",
  setup(bundler) {
    bundler.onResolve({ filter: /^vscode-languageserver(\/node)?$/ }, ({ path: name, kind }) =>
      kind === "import-statement" ? { path: name, namespace: "taken-apart" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "taken-apart" }, ({ path: name }) => {
      const names = Object.keys(requireHere(name)).filter((key) => /^[A-Z]\w*$|^create/.test(key));
      const lines = names.map((key) => `export const ${key} = library.${key};`);
      return {
        contents: [`const library = require("${name}");`, ...lines].join("\n"),
        resolveDir: root,
      };
    });
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

const programs = [
  { entry: "server/node.ts", out: "server.cjs", plugins: [nodeModulesOnFirstUse, protocolIsTakenApartOnce] },
  { entry: "server/cli.ts", out: "cli.cjs", plugins: [nodeModulesOnFirstUse] },
  ...LAZY,
];
const extension = { entry: "client/extension.ts", out: "extension.cjs", external: ["vscode"] };

if (existsSync(dist)) {
  for (const map of readdirSync(dist).filter((name) => name.endsWith(".cjs.map")))
    rmSync(path.join(dist, map));
}

/** Bundles one file, and returns what esbuild says of it. */
async function bundle({ entry, contents, out, external = [], plugins = [] }) {
  const { metafile } = await build({
    absWorkingDir: root,
    ...(entry === undefined ? { stdin: { contents, resolveDir: root } } : { entryPoints: [entry] }),
    outfile: path.join(dist, out),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // The UMD builds of the JSON and YAML libraries hide their requires from a bundler.
    mainFields: ["module", "main"],
    external,
    define: importMeta.define,
    banner: { js: importMeta.banner },
    plugins: [lazyFilesStayOutside, ...plugins],
    minify: production,
    sourcemap: production ? false : "linked",
    sourcesContent: false,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}

let metafiles;
try {
  metafiles = await Promise.all([
    bundlePrograms(programs, bundle, root),
    bundle(extension),
    bundleWeb({ root, dist, production, plugins: [noPrinterOfJavaScript] }),
  ]);
} catch (error) {
  // What is wrong with a source, esbuild has already said.
  if (!("errors" in error)) console.error(error);
  process.exit(1);
}

const inBundles = metafiles.flat();
writeFileSync(path.join(dist, "ThirdPartyNotices.txt"), thirdPartyNotices(inBundles, root));
writeFileSync(path.join(dist, "bundled-packages.json"), JSON.stringify(bundledPackages(inBundles, root)));
writePackagedDocs(root);

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
  ...[ENGINE_FILE, LATER_FILE],
  ...[...programs, extension].map(({ out }) => out),
  "schemas/values.schema.json",
  "schemas/operator.schema.json",
  "schemas/published-chart.json",
]) {
  console.log(`${kilobytes(path.join(dist, file))}  dist/${file}`);
}
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
