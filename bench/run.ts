// Prints how this server compares with yaml-language-server on the same files and schema, side by side in one run.
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Contender, type Figures, measure, median } from "./server-under-test.ts";
import { aliasFile, fileWithProblems, plainFile, type ValuesFile } from "./values-files.ts";

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const ours: Contender = {
  name: "cap-operator",
  command: [process.execPath, at("dist/language-server.cjs"), "--stdio"],
  settings: { capOperator: { files: ["**/values.yaml"] } },
  hasAnswers: true,
};

const peer: Contender = {
  name: "yaml-language-server",
  command: [process.execPath, at("node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"],
  settings: {
    yaml: {
      validate: true,
      hover: true,
      completion: true,
      schemaStore: { enable: false },
      schemas: { [pathToFileURL(at("dist/schemas/values.schema.json")).href]: ["values.yaml"] },
    },
  },
  hasAnswers: true,
};

/** What no server on Node can be faster or smaller than. */
const bare: Contender = {
  name: "bare Node",
  command: [process.execPath, at("bench/bare-server.mjs")],
  settings: {},
  hasAnswers: false,
};

const FILES: readonly [file: ValuesFile, starts: number, edits: number][] = [
  [plainFile(60), 5, 8],
  [plainFile(300), 5, 8],
  [plainFile(2000), 3, 10],
  [plainFile(20_000), 3, 10],
  [aliasFile(2000), 3, 10],
  [fileWithProblems(20_000), 3, 10],
];

const LABELS: Readonly<Record<keyof Figures, string>> = {
  start: "start to `initialize`",
  open: "open to first diagnostics",
  edit: "edit to diagnostics",
  completion: "completion",
  hover: "hover",
  hoverAfterEdit: "edit and hover at once",
  memory: "memory (RSS)",
  memoryAtRest: "memory at rest (RSS)",
};

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, medians.\n`,
);
console.log("| file | what | cap-operator | yaml-language-server | ratio | bare Node |");
console.log("|---|---|---:|---:|---:|---:|");
for (const [file, starts, edits] of FILES) {
  const results: [Figures, Figures, Figures][] = [];
  // In turn, so that both see the same moods of the machine.
  for (let start = 0; start < starts; start++) {
    const task = { edits, rest: start === 0 };
    results.push([
      await measure(ours, file, task),
      await measure(peer, file, task),
      await measure(bare, file, task),
    ]);
  }
  for (const [key, label] of Object.entries(LABELS) as [keyof Figures, string][]) {
    const mine = median(results.map(([figures]) => figures[key]));
    const theirs = median(results.map(([, figures]) => figures[key]));
    const least = median(results.map(([, , figures]) => figures[key]));
    const ratio = median(results.map(([a, b]) => b[key] / a[key]));
    const amounts = [mine, theirs].map((value) => amount(key, value));
    const row = [file.name, label, ...amounts, ratio.toFixed(1), amount(key, least)];
    console.log(`| ${row.join(" | ")} |`);
  }
}

function amount(key: keyof Figures, value: number): string {
  return key === "memory" || key === "memoryAtRest"
    ? `${value.toFixed(0)} MB`
    : `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}
