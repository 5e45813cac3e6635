// What of libraries is not in the bundles because nobody asks for it, and what is in one file for several of them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const requireHere = createRequire(import.meta.url);

/** The file with the protocol's library, for the client and for the server. Each of their libraries would bring its own version of it. */
export const PROTOCOL_FILE = "protocol.js";

const PROTOCOL_MODULES = [
  "vscode-languageserver-protocol",
  "vscode-languageserver-protocol/node",
  "vscode-languageserver-protocol/browser",
  "vscode-languageserver-types",
];

/** How the protocol's file is bundled. Modules are loaded when they are first asked for. */
export const protocolProgram = {
  contents: PROTOCOL_MODULES.map(
    (name) => `Object.defineProperty(exports, "${name}", { get: () => require("${name}") });`,
  ).join("\n"),
  out: PROTOCOL_FILE,
  conditions: ["node", "browser"],
};

/** Takes the protocol's library from its file. */
export const protocolFromItsFile = {
  name: "protocol-from-its-file",
  setup(bundler) {
    bundler.onResolve(
      { filter: /^vscode-languageserver-(?:protocol(?:\/(?:node|browser))?|types)$/ },
      ({ path: name }) => ({
        path: name,
        namespace: "protocol",
      }),
    );
    bundler.onResolve({ filter: /^\.\/protocol\.js$/ }, ({ path: name }) => ({
      path: name,
      external: true,
    }));
    bundler.onLoad({ filter: /.*/, namespace: "protocol" }, ({ path: name }) => ({
      contents: `module.exports = require("./${PROTOCOL_FILE}")["${name}"];`,
    }));
  },
};

/**
 * The types of the protocol come with constants and functions in objects, which esbuild keeps all, because it cannot see that making
 * them has no effect. Where a few constants are used, only these are taken.
 */
export const onlyConstantsThatAreUsed = {
  name: "only-constants-that-are-used",
  setup(bundler) {
    bundler.onResolve({ filter: /^vscode-languageserver-types$/ }, ({ path: name }) => ({
      path: name,
      namespace: "constants",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "constants" }, ({ path: name }) => ({
      contents: readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8").replace(
        /^export var (\w+);\n(?:\/\*\*\n(?: \*.*\n)+)?\(function \(\1\) \{\n((?:.*\n)*?)\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gm,
        "export const $1 = /* @__PURE__ */ (($1) => {\n$2return $1;\n})({});",
      ),
    }));
  },
};

/**
 * The server's library has hundreds of exports, and is CommonJS: esbuild would copy all of them for each file that imports one. They
 * are taken from it once, for all files, and only those that a file imports.
 */
export const protocolIsTakenApartOnce = {
  name: "protocol-is-taken-apart-once",
  setup(bundler) {
    bundler.onResolve({ filter: /^vscode-languageserver(\/node)?$/ }, ({ path: name, kind }) =>
      kind === "import-statement" ? { path: name, namespace: "taken-apart" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "taken-apart" }, ({ path: name }) => {
      const names = Object.keys(requireHere(name)).filter((key) => /^[A-Z]\w*$|^create/.test(key));
      const lines = names.map((key) => `export const ${key} = /* @__PURE__ */ (() => library.${key})();`);
      return {
        contents: [`const library = require("${name}");`, ...lines].join("\n"),
        resolveDir: import.meta.dirname,
      };
    });
  },
};

/** Replaces modules by other contents; a name of a module is what is imported, from where `importer` allows it. */
export function replaced(name, filter, contents, importer = /./) {
  return {
    name,
    setup(bundler) {
      bundler.onResolve({ filter }, (asked) =>
        importer.test(asked.importer.split(path.sep).join("/"))
          ? { path: asked.path, namespace: name, pluginData: asked.resolveDir }
          : undefined,
      );
      bundler.onLoad({ filter: /.*/, namespace: name }, () => ({
        contents,
        resolveDir: import.meta.dirname,
      }));
    },
  };
}

/** The formatter loads Prettier's printer of JavaScript too: half of its size, and never asked for with YAML. */
export const noPrinterOfJavaScript = replaced(
  "no-printer-of-javascript",
  /^prettier\/plugins\/estree$/,
  "export {};",
);

/**
 * The SDK for agents checks arguments by a schema with Ajv, which makes programs of schemas, or where none may be made, with a checker of
 * an eighth of its size. The schemas are small and asked rarely.
 */
export const checkerWithoutCompiler = replaced(
  "checker-without-compiler",
  /^@modelcontextprotocol\/server\/_shims$/,
  `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
   export { default as process } from "node:process";`,
);

/** The SDK for agents can make JSON schemas out of Zod's. Ours are JSON schemas. */
export const noSchemasOutOfZod = {
  name: "no-schemas-out-of-zod",
  setup(bundler) {
    const makers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
    bundler.onResolve({ filter: /json-schema(?:-processors)?\.js$/ }, ({ path: name, resolveDir }) => {
      const file = path.join(resolveDir, name);
      return makers.test(file.split(path.sep).join("/"))
        ? { path: file, namespace: "no-schemas-out-of-zod" }
        : undefined;
    });
    bundler.onLoad({ filter: /.*/, namespace: "no-schemas-out-of-zod" }, async ({ path: file }) => {
      const names = Object.keys(await import(pathToFileURL(file).href));
      const lines = names.map((name) => `export const ${name} = notUsed;`);
      return {
        contents: `const notUsed = () => () => { throw new Error("This part of the library is not in the bundle."); };
          ${lines.join("\n")}`,
      };
    });
  },
};

/** Features of the client's library, by the names of their modules and of the capability with which a server would ask for them. */
export const FEATURES_NOT_OFFERED = {
  callHierarchy: "callHierarchyProvider",
  colorProvider: "colorProvider",
  declaration: "declarationProvider",
  documentHighlight: "documentHighlightProvider",
  documentLink: "documentLinkProvider",
  executeCommand: "executeCommandProvider",
  fileOperations: "workspace.fileOperations",
  implementation: "implementationProvider",
  inlineCompletion: "inlineCompletionProvider",
  inlineValue: "inlineValueProvider",
  linkedEditingRange: "linkedEditingRangeProvider",
  semanticTokens: "semanticTokensProvider",
  signatureHelp: "signatureHelpProvider",
  textDocumentContent: "workspace.textDocumentContent",
  typeDefinition: "typeDefinitionProvider",
  typeHierarchy: "typeHierarchyProvider",
  workspaceSymbol: "workspaceSymbolProvider",
};

/** The client's library registers a feature for all that a server can offer. Those that ours does not offer do nothing. */
const noFeaturesThatAreNotOffered = replaced(
  "no-features-that-are-not-offered",
  new RegExp(`^\\./(?:${Object.keys(FEATURES_NOT_OFFERED).join("|")})$`),
  `class NotOffered {
     fillClientCapabilities() {}
     initialize() {}
     getState() { return { kind: "static" }; }
     clear() {}
   }
   module.exports = new Proxy({}, { get: () => NotOffered });`,
  /\/vscode-languageclient\/lib\/common\/client\.js$/,
);

/** The same for notebooks. The feature that asks for diagnostics wants to hear from this one. */
const noNotebooks = replaced(
  "no-notebooks",
  /^\.\/notebook$/,
  `const nothing = () => ({ dispose() {} });
   exports.NotebookDocumentSyncFeature = class {
     registrationType = { method: "notebookDocument/sync" };
     onOpenNotificationSent = nothing;
     onChangeNotificationSent = nothing;
     onSaveNotificationSent = nothing;
     onCloseNotificationSent = nothing;
     fillClientCapabilities() {}
     initialize() {}
     register() {}
     unregister() {}
     handles() { return false; }
     getState() { return { kind: "document", id: "notebookDocument/sync", registrations: false, matches: false }; }
     clear() {}
   };`,
  /\/vscode-languageclient\/lib\/common\/client\.js$/,
);

/** The server's library has parts for them too: functions that add methods to a class, which is returned as it is instead. */
export const noServicesThatAreNotOffered = replaced(
  "no-services-that-are-not-offered",
  /^\.\/(?:callHierarchy|fileOperations|inlineCompletion|inlineValue|linkedEditingRange|moniker|notebook|semanticTokens|textDocumentContent|typeHierarchy)$/,
  "module.exports = new Proxy({}, { get: () => (one) => one });",
  /\/vscode-languageserver\/lib\/common\/(?:api|server)\.js$/,
);

/** The client's library compares paths with patterns, with a library of its own for that. No document selector of ours has a pattern. */
const noPatternsOfSelectors = replaced(
  "no-patterns-of-selectors",
  /^\.\/utils\/globPattern$/,
  'exports.matchGlobPattern = () => { throw new Error("A document selector with a pattern is not supported."); };',
  /\/vscode-languageclient\/lib\/common\/(?:diagnostic|notebook)\.js$/,
);

/** Of the library for JSON, only the checks by a schema are used, and nothing that edits or describes a text. */
export const onlyChecksOfJson = replaced(
  "only-checks-of-json",
  /^\.\/(?:services\/(?:jsonCompletion|jsonHover|jsonDocumentSymbols|jsonFolding|jsonSelectionRanges|jsonLinks)|utils\/(?:sort|format))$/,
  `const notUsed = () => { throw new Error("This part of the library is not in the bundle."); };
   class NotUsed {
     doResolve = notUsed;
     doComplete = notUsed;
     doHover = notUsed;
     findDocumentSymbols = notUsed;
     findDocumentSymbols2 = notUsed;
     findDocumentColors = notUsed;
     getColorPresentations = notUsed;
   }
   export {
     NotUsed as JSONCompletion,
     NotUsed as JSONHover,
     NotUsed as JSONDocumentSymbols,
     notUsed as getFoldingRanges,
     notUsed as getSelectionRanges,
     notUsed as findLinks,
     notUsed as sort,
     notUsed as format,
   };`,
  /\/vscode-json-languageservice\/lib\/esm\/jsonLanguageService\.js$/,
);

/** The client's library compares the editor's version with what it needs. The manifest asks for a newer editor. */
const noCheckOfTheEditorsVersion = replaced(
  "no-check-of-the-editors-version",
  /^semver\/functions\/(?:parse|satisfies)$/,
  "module.exports = (version) => version;",
  /\/vscode-languageclient\/lib\/node\/main\.js$/,
);

/** What of the client's library is left out, wherever it is bundled. */
export const onlyWhatTheClientUses = [
  noFeaturesThatAreNotOffered,
  noNotebooks,
  noPatternsOfSelectors,
  noCheckOfTheEditorsVersion,
];
