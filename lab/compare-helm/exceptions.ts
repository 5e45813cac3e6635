import { helmEvents } from "../../server/core/yaml/reader/events.ts";
import { BEHIND_DOCUMENT } from "../../server/core/yaml/reader/helm-events.ts";
import { DEFAULT_LIMITS, parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { type AskedChart, engineAnswer, type Question } from "../../test/helm/question.ts";
import type { Disagreement } from "./compare.ts";

/** An intended difference from Helm, and why it harms nobody. */
export interface Exception {
  readonly what: string;
  readonly why: string;
  readonly covers: (disagreement: Disagreement) => boolean;
}

/** All intended differences between the engine and Helm. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    what: "Text after the end of a document, such as `{a: 1} {b: 2}`",
    why: "Helm reads the first value and ignores the rest of the document without a message. The engine reports an error at the text that Helm ignores.",
    covers: ({ difference, question: { chart, files } }) =>
      difference === "only the engine refuses" && [...files, ...valuesOf(chart)].some(hasIgnoredRest),
  },
  {
    what: "Infinity or not-a-number as the value of a duplicate key",
    why: "Helm rejects these numbers only in the key that it keeps. The engine reports an error at the number and at the second key.",
    covers: ({ difference, question, helm }) =>
      difference === "only the engine refuses" && engineAnswer(withoutInfinity(question), helm) !== null,
  },
];

/** The exception that covers a disagreement; `undefined` if none does. */
export function exceptionFor(disagreement: Disagreement): Exception | undefined {
  return EXCEPTIONS.find(({ covers }) => covers(disagreement));
}

function withoutInfinity(question: Question): Question {
  const finite = (text: string) => text.replace(/[-+]?\.(?:inf|nan)/gi, "0");
  const inChart = (chart: AskedChart): AskedChart => ({
    ...chart,
    values: finite(chart.values),
    dependencies: (chart.dependencies ?? []).map((dependency) => ({
      ...dependency,
      chart: inChart(dependency.chart),
    })),
  });
  return { ...question, chart: inChart(question.chart), files: question.files.map(finite) };
}

function valuesOf({ values, dependencies = [] }: AskedChart): string[] {
  return [values, ...dependencies.flatMap(({ chart }) => valuesOf(chart))];
}

function hasIgnoredRest(text: string): boolean {
  return parseYaml(text).documents.some(({ start, end }) => {
    const read = helmEvents(text.slice(start, end), DEFAULT_LIMITS.depth);
    return "reason" in read && read.reason === BEHIND_DOCUMENT;
  });
}
