// Prints how this server compares with yaml-language-server on the same files and schema, side by side in one run.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type Contender, type Figures, measure, median } from "./server-under-test.ts";
import { aliasFile, fileWithProblems, plainFile, type ValuesFile } from "./values-files.ts";

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

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

/** What no server on the protocol's library can be faster or smaller than; in one file, as this server is. */
const library: Contender = {
  name: "bare library",
  command: [process.execPath, await bundled("bench/bare-library-server.ts"), "--stdio"],
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
console.log("| file | what | cap-operator | yaml-language-server | ratio | bare library | bare Node |");
console.log("|---|---|---:|---:|---:|---:|---:|");
for (const [file, starts, edits] of FILES) {
  const results: Figures[][] = [];
  // In turn, so that all see the same moods of the machine.
  for (let start = 0; start < starts; start++) {
    const figures: Figures[] = [];
    for (const contender of [ours, peer, library, bare]) {
      figures.push(await measure(contender, file, { edits, rest: contender.hasAnswers && start === 0 }));
    }
    results.push(figures);
  }
  for (const [key, label] of Object.entries(LABELS) as [keyof Figures, string][]) {
    const of = (contender: number) => results.map((figures) => figures[contender]?.[key] ?? Number.NaN);
    const [mine, theirs] = [of(0), of(1)];
    const ratio = median(mine.map((value, start) => (theirs[start] ?? Number.NaN) / value));
    const [own, other, ...least] = [mine, theirs, of(2), of(3)].map((values) => amount(key, median(values)));
    console.log(`| ${[file.name, label, own, other, ratio.toFixed(1), ...least].join(" | ")} |`);
  }
}

async function bundled(entry: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, "server.cjs");
  await build({
    entryPoints: [at(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
  });
  return outfile;
}

function amount(key: keyof Figures, value: number): string {
  if (Number.isNaN(value)) return "";
  return key === "memory" || key === "memoryAtRest"
    ? `${value.toFixed(0)} MB`
    : `${value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}
