// Prints what the rules and the effective values cost, inside one process.
import { buildSchemas } from "../schemas/build.ts";
import { Analysis } from "../server/core/analysis.ts";
import { parseYaml } from "../server/core/document/parse.ts";
import { runRules } from "../server/core/rules/check.ts";
import { RULES } from "../server/core/rules/table.ts";
import { Schemas } from "../server/core/schema/schemas.ts";
import { chartDefaults } from "../server/core/values/chart-defaults.ts";
import { effectiveValues } from "../server/core/values/effective.ts";
import { median } from "./server-under-test.ts";
import { plainFile } from "./values-files.ts";

const ROUNDS = 15;
const SCHEMA_CODES = new Set(["unknown-key", "wrong-type", "not-allowed", "out-of-range"]);

const schemas = new Schemas(await buildSchemas(), "https://docs.example/");
const allRules = RULES.filter(({ severity }) => severity !== "off");
const schemaRules = allRules.filter(({ code }) => SCHEMA_CODES.has(code));

console.log(
  `| file | schema rules (${schemaRules.length}) | all rules (${allRules.length}) | ratio | five-file stack |`,
);
console.log("|---|---:|---:|---:|---:|");
for (const lines of [300, 2000, 20_000]) {
  const { text } = plainFile(lines);
  const few: number[] = [];
  const all: number[] = [];
  const stack: number[] = [];
  // In turn, so that both see the same moods of the machine.
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [analysisOf(text), analysisOf(text)];
    few.push(await timed(() => runRules(first, schemas, schemaRules)));
    all.push(await timed(() => runRules(second, schemas, allRules)));
    stack.push(await timed(() => stackOf(text)));
  }
  const ratio = median(all.map((time, round) => time / (few[round] ?? Number.NaN)));
  const columns = [few, all].map((times) => `${median(times).toFixed(1)} ms`);
  const row = [
    `${lines.toLocaleString("en")} lines`,
    ...columns,
    ratio.toFixed(1),
    `${median(stack).toFixed(1)} ms`,
  ];
  console.log(`| ${row.join(" | ")} |`);
}

function analysisOf(text: string): Analysis {
  const file = parseYaml(text);
  const roots = file.documents.map(
    (document) => ({ kind: "values", document, node: document.root }) as const,
  );
  return new Analysis("file:///bench/values.yaml", 1, file, roots);
}

function stackOf(text: string): unknown {
  const files = ["one", "two", "three", "four", "five"].map((name) => ({ name, file: parseYaml(text) }));
  const defaults = chartDefaults(schemas.model("values"), "cap-operator");
  const chart = { name: "cap-operator", defaults, dependencies: [] };
  return effectiveValues({ helm: 3, chart, files, sets: [] });
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
