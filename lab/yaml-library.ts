// `npx node lab/yaml-library.ts`: could the library `yaml` take the place of the reader? Asks both, and Helm 4's own library, for the values of
// generated texts, and times both.
import { isDeepStrictEqual } from "node:util";
import { parse, parseDocument } from "yaml";
import { parseYaml } from "../server/core/yaml/reader/parse.ts";
import type { Question } from "../test/helm/question.ts";
import { compare } from "./compare-helm/compare.ts";
import { exceptionFor } from "./compare-helm/exceptions.ts";
import { askLibrary, libraryProgram } from "./compare-helm/library.ts";
import { generatedQuestions } from "./compare-helm/questions.ts";

const COUNT = 20_000;
const OPTIONS = { version: "1.1", merge: true, uniqueKeys: false, logLevel: "silent" } as const;

/** Values without nulls, which Helm removes where the library keeps them; numbers as JSON has them. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, comparable(inner)]));
}

/** The values of a text by the library; `null` if it refuses the text, or finds no mapping. */
function libraryValues(text: string): unknown {
  try {
    const values: unknown = JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, ""), OPTIONS) ?? {}));
    return typeof values === "object" && !Array.isArray(values) ? comparable(values) : null;
  } catch {
    return null;
  }
}

function valuesOf(json: string | undefined): unknown {
  return json === undefined ? null : comparable(JSON.parse(json));
}

/** The fastest of several runs, in milliseconds. */
function fastest(work: () => unknown): string {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times).toFixed(1);
}

const program = await libraryProgram(4);
if (program === undefined) console.log("Skipped: Go is not installed, so Helm's library cannot be asked.");
else {
  console.log("| texts | asked | the reader differs from Helm | the library differs |\n|---|---:|---:|---:|");
  for (const kind of ["plausible", "hostile"] as const) {
    const questions = generatedQuestions(kind, 1, COUNT).map(
      ({ chart, files }): Question => ({
        chart: { name: chart.name, values: "" },
        files: files.slice(0, 1),
        sets: [],
      }),
    );
    const answers = await askLibrary(program, questions);
    const { disagreements } = await compare(program, 4, questions);
    const reader = disagreements.filter((disagreement) => exceptionFor(disagreement) === undefined);
    const library = questions.filter(
      ({ files }, index) =>
        !isDeepStrictEqual(libraryValues(files[0] ?? ""), valuesOf(answers[index]?.values)),
    );
    console.log(`| ${kind} | ${COUNT} | ${reader.length} | ${library.length} |`);
  }
}

console.log("\n| lines | reader, ms | library (a document with places), ms |\n|---:|---:|---:|");
for (const count of [300, 2000, 20_000]) {
  const block = (index: number) =>
    `key${index}:\n  image: {tag: "1.${index}"}\n  replicas: ${index}\n  labels:\n    app: a-${index}\n`;
  const text = Array.from({ length: count / 5 }, (_, index) => block(index)).join("");
  console.log(
    `| ${count} | ${fastest(() => parseYaml(text))} | ${fastest(() => parseDocument(text, { ...OPTIONS, keepSourceTokens: true }))} |`,
  );
}
