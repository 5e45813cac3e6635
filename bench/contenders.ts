import { fileURLToPath, pathToFileURL } from "node:url";

/** A language server: its command line, and the messages of its client. */
export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The client's answers to `workspace/configuration`, by section. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The notifications that its extension sends right after `initialized`. */
  readonly greetings: readonly (readonly [method: string, params: unknown])[];
  /** False for the bare server, which answers nothing. */
  readonly hasAnswers: boolean;
}

/** The server of this repository as the VS Code extension starts it. */
export function capOperator(): Contender {
  return {
    name: "cap-operator",
    command: [process.execPath, inRepository("dist/language-server.js"), "--stdio"],
    settings: { capOperator: { files: ["**/values.yaml"] } },
    greetings: [],
    hasAnswers: true,
  };
}

/**
 * yaml-language-server as users of its VS Code extension (1.25) run it: all settings at their defaults, the schema assigned to
 * the file by `yaml.schemas`. Only the schema store is off, because the benchmark does not access the network.
 */
export const peer: Contender = {
  name: "yaml-language-server",
  command: [
    process.execPath,
    inRepository("node_modules/yaml-language-server/bin/yaml-language-server"),
    "--stdio",
  ],
  settings: {
    yaml: {
      yamlVersion: "1.2",
      trace: { server: "off" },
      schemas: { [pathToFileURL(inRepository("dist/schemas/values.schema.json")).href]: ["values.yaml"] },
      disableSchemaDetection: [],
      kubernetesCRDStore: {
        enable: true,
        url: "https://raw.githubusercontent.com/datreeio/CRDs-catalog/main",
      },
      format: {
        enable: true,
        singleQuote: false,
        bracketSpacing: true,
        proseWrap: "preserve",
        printWidth: 80,
        trailingComma: true,
      },
      validate: true,
      hover: true,
      hoverAnchor: true,
      hoverSchemaSource: true,
      completion: true,
      customTags: [],
      schemaStore: { enable: false, url: "https://www.schemastore.org/api/json/catalog.json" },
      disableAdditionalProperties: false,
      disableDefaultProperties: false,
      maxItemsComputed: 5000,
      suggest: { parentSkeletonSelectedFirst: false },
      style: { flowMapping: "allow", flowSequence: "allow" },
      keyOrdering: false,
      extension: { recommendations: true },
    },
    http: { proxy: "", proxyStrictSSL: true },
    editor: { detectIndentation: true, tabSize: 4, insertSpaces: true },
    "[yaml]": { "editor.insertSpaces": true, "editor.tabSize": 2, "editor.autoIndent": "keep" },
  },
  greetings: [
    ["json/schemaAssociations", []],
    ["yaml/registerCustomSchemaRequest", null],
    ["yaml/registerContentRequest", null],
    ["yaml/supportSchemaSelection", null],
  ],
  hasAnswers: true,
};

/** A lower bound: no server on Node can be faster or smaller. */
export const bareNode: Contender = {
  name: "bare Node",
  command: [process.execPath, inRepository("bench/bare-server.mjs")],
  settings: {},
  greetings: [],
  hasAnswers: false,
};

/** The path of a file of the repository. */
export function inRepository(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}
