import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import type { RuleExamples } from "../server/core/rules/engine/rule.ts";

/** A case of a rule, as far as it is an example for people. */
export interface ExampleCase {
  readonly text?: string;
  /** The files of a release by name, in the place of one text. The first is the example, and a second one is later in the release. */
  readonly files?: Readonly<Record<string, string>>;
  readonly kind?: string;
  readonly chart?: string;
  /** The files of the chart in the same folder. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** A line of a case with what is found in the line above it. */
export const ANNOTATION = /^( *)(\^+|~+) (\w+\[[\w-]+\]|problem) ?(.*)$/;

/** The first two cases of a rule, which are its examples: a wrong text and a right one. */
export function exampleCases<Case extends ExampleCase>(code: string): readonly [wrong: Case, right: Case] {
  const file = new URL(`../server/core/rules/${code}/cases.yaml`, import.meta.url);
  const [wrong, right] = load(readFileSync(file, "utf8")) as readonly Case[];
  if (!wrong || !right) throw new Error(`${file} must begin with a wrong and a right case.`);
  return [wrong, right];
}

/** The examples of a rule, as people read them. */
export function ruleExamples(code: string): RuleExamples {
  const [wrong, right] = exampleCases(code);
  const [text = "", later] = textsOf(wrong);
  const [other = ""] = textsOf(right);
  const files = Object.entries(wrong.beside ?? {}).map(([file, content]) => [file, shown(String(content))]);
  return { wrong: text, right: other, later, chart: wrong.beside && Object.fromEntries(files) };
}

/** The examples of these rules, by their codes. */
export function buildRuleExamples(codes: readonly string[]): Readonly<Record<string, RuleExamples>> {
  return Object.fromEntries(codes.map((code) => [code, ruleExamples(code)]));
}

function textsOf({ text = "", files = { text } }: ExampleCase): string[] {
  return Object.values(files).map(shown);
}

/** A text without its annotation lines and the last line break. */
function shown(text: string): string {
  const lines = text.split("\n").filter((line) => !ANNOTATION.test(line));
  return lines.join("\n").replace(/\n$/, "");
}
