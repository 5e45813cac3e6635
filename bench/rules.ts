import {
  type ASTNode,
  getLanguageService,
  type JSONSchema,
  type LanguageService,
} from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { buildSchemas } from "../schemas/build.ts";
import { runRules } from "../server/core/rules/check.ts";
import { RULES } from "../server/core/rules/table.ts";
import { docsIn } from "../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../server/core/schema/knowledge.ts";
import { Analysis } from "../server/core/semantics/analysis.ts";
import { documentedDefaults } from "../server/core/semantics/chart-defaults.ts";
import { ChartsInUse } from "../server/core/semantics/charts-in-use.ts";
import { Semantics } from "../server/core/semantics/semantics.ts";
import { effectiveValues } from "../server/core/values/effective.ts";
import { parseYaml } from "../server/core/yaml/reader/parse.ts";
import { median, ratioText, row } from "./figures.ts";
import { plainFile } from "./values-files.ts";

const SCHEMA_CODES = new Set(["unknown-key", "wrong-type", "not-allowed", "out-of-range"]);

/** How often each thing is done. */
export interface RulesEffort {
  /** A server reads a file again at each keystroke: the first rounds, in which Node is still compiling, are not counted. */
  readonly warmUp: number;
  readonly rounds: number;
}

/** Prints what the rules and the effective values cost, inside one process. */
export async function printRules({ warmUp, rounds }: RulesEffort): Promise<void> {
  const built = await buildSchemas();
  const charts = new ChartsInUse(new Knowledge({ schemas: built }, docsIn("https://docs.example/")));
  // The library that checks JSON in VS Code; yaml-language-server checks YAML with a copy of it.
  const library = getLanguageService({});
  const schema: JSONSchema = JSON.parse(JSON.stringify(built.values));
  library.configure({ schemas: [{ uri: "schema:values", fileMatch: ["values.yaml"], schema }] });
  const allRules = RULES.filter(({ severity }) => severity !== "off");
  const schemaRules = allRules.filter(({ code }) => SCHEMA_CODES.has(code));
  const names = [
    "file",
    `schema rules (${schemaRules.length})`,
    "vscode-json-languageservice",
    `all rules (${allRules.length})`,
    "to schema rules",
    "to the library",
    "five-file stack",
  ];
  console.log(`### Rules and effective values\n\n${row(...names)}\n|---|---:|---:|---:|---:|---:|---:|`);
  for (const lines of [300, 2000, 20_000]) {
    const { text } = plainFile(lines);
    const few: number[] = [];
    const all: number[] = [];
    const json: number[] = [];
    const stack: number[] = [];
    // In turn, so that both are measured under the same conditions of the machine.
    for (let round = -warmUp; round < rounds; round++) {
      const [first, second] = [analysisOf(text), analysisOf(text)];
      const times = [
        await timed(() => runRules(new Semantics(first, charts), schemaRules)),
        await timed(() => libraryCheck(library, first)),
        await timed(() => runRules(new Semantics(second, charts), allRules)),
        await timed(() => stackOf(charts, text)),
      ];
      if (round < 0) continue;
      for (const [index, list] of [few, json, all, stack].entries()) list.push(times[index] ?? Number.NaN);
    }
    const columns = [few, json, all, stack].map((times) => `${median(times).toFixed(2)} ms`);
    const ratios = [few, json].map((base) => ratioText(median(all), median(base)));
    console.log(
      row(`${lines.toLocaleString("en")} lines`, ...columns.slice(0, 3), ...ratios, columns[3] ?? ""),
    );
  }
  console.log("");
}

function analysisOf(text: string): Analysis {
  const file = parseYaml(text);
  const roots = file.documents.map(
    (document) => ({ kind: "values", document, node: document.root }) as const,
  );
  return new Analysis("file:///bench/values.yaml", 1, file, roots);
}

async function libraryCheck(library: LanguageService, { file }: Analysis): Promise<unknown> {
  const document = TextDocument.create("file:///bench/values.yaml", "yaml", 1, file.text);
  // The nodes of our tree have the form of those of the library.
  return library.doValidation(document, library.newJSONDocument(file.documents[0]?.root as ASTNode));
}

function stackOf({ knowledge }: ChartsInUse, text: string): unknown {
  const files = ["one", "two", "three", "four", "five"].map((name) => ({ name, file: parseYaml(text) }));
  const defaults = documentedDefaults(knowledge.specification.model("values"));
  const chart = { name: "cap-operator", defaults, dependencies: [] };
  return effectiveValues({ helm: 3, chart, files, sets: [] });
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
