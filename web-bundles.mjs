// How files are bundled that browsers read: some of them only they, in dist/web, the others with Node.
import { builtinModules } from "node:module";
import { PROTOCOL_FILE, replaced } from "./library-parts.mjs";

/** By any other ending, the editor takes a file of a package of ES modules for one, which it cannot load in a browser. */
export const WEB_EXTENSION_FILE = "web/extension.cjs";

/** What the worker of a browser starts with, and the language server that this loads, with the files that Node has, too. */
export const webLauncher = { entry: "server/web/launcher.ts", out: "web/language-server.js" };
export const webServer = { entry: "server/web/worker.ts", out: "web/server.js" };

/** Whether browsers read a file. */
export function isForBrowsers(out) {
  return out === WEB_EXTENSION_FILE || out.endsWith(".js");
}

/** Whether a file is read by Node and by browsers. */
export function isForBoth(out) {
  return out.endsWith(".js") && !out.startsWith("web/");
}

/** What the launcher gives to scripts that ask for it. */
const GIVEN_TO_SCRIPTS = ["path", "zlib"];

/** Fails where a file asks for a module of Node that it is not given in a browser. */
const nothingOfNodeBut = (given) => ({
  name: "nothing-of-node-but",
  setup(bundler) {
    bundler.onResolve({ filter: /^[\w:/]+$/ }, ({ path: name }) => {
      const module = name.replace(/^node:/, "");
      if (!builtinModules.includes(module)) return undefined;
      if (given.includes(module)) return { path: `node:${module}`, external: true };
      return { errors: [{ text: `Browsers have no module "${name}".` }] };
    });
  },
});

/** What is around a script: its names are not for the others. A browser finds these three where the launcher has put them. */
const SCRIPT = {
  format: "cjs",
  banner: { js: '(function (exports, require, module) { "use strict";' },
  footer: { js: "})(exports, require, module);" },
};

/** Why runs of programs fail is never told where none runs: their port throws before. */
export const noFailuresOfPrograms = replaced(
  "no-failures-of-programs",
  /\/cli\/failure\.ts$/,
  `const notUsed = () => { throw new Error("Programs do not run in a browser."); };
   export {
     notUsed as explainFailure,
     notUsed as explainMissing,
     notUsed as saysNotFound,
     notUsed as whyUnread,
   };`,
);

/** The library for YAML prepares its tables when it is loaded. Where nobody asks for it, that is for nothing. */
export const yamlOnlyWhereItIsUsed = {
  name: "yaml-only-where-it-is-used",
  setup(bundler) {
    bundler.onResolve({ filter: /^js-yaml$/ }, async ({ path: name, pluginData, ...where }) => {
      if (pluginData === "resolving") return undefined;
      return { ...(await bundler.resolve(name, { ...where, pluginData: "resolving" })), sideEffects: false };
    });
  },
};

/** The formats of the files that find nobody's `require` in a browser. All others are scripts that the launcher loads. */
const ALONE = { [webLauncher.out]: "iife", [WEB_EXTENSION_FILE]: "cjs" };

/** How a file that browsers read is bundled. */
export function optionsForBrowsers(out, plugins) {
  const format = ALONE[out];
  // The protocol has a part for Node, which browsers do not load.
  const isChecked = out !== PROTOCOL_FILE;
  return {
    ...(format === undefined ? SCRIPT : { format }),
    platform: isForBoth(out) ? "node" : "browser",
    target: ["node20", "es2023"],
    // `process` decides how some libraries read paths; a browser is taken for a system with forward slashes, whichever it runs on.
    define: isForBoth(out) ? { navigator: "undefined" } : { process: "undefined", navigator: "undefined" },
    plugins: [
      ...(isChecked ? [nothingOfNodeBut(format === undefined ? GIVEN_TO_SCRIPTS : [])] : []),
      ...plugins,
    ],
  };
}
