import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../test/support/repository.ts";
import { randomFrom } from "./random.ts";

/** A values file or an operator resource, and how it came to be. */
export interface Sample {
  readonly name: string;
  readonly text: string;
}

/** What decides the chart of a file: nothing, the specification's chart, or one of the published versions. */
const CHARTS = [
  "",
  "# cap-operator: values chart=cluster-operator\n",
  "# cap-operator: values version=0.34.0\n",
  "# cap-operator: values version=0.19.0\n",
  "# cap-operator: values version=0.3.0\n",
];

/** The texts of the examples and of the tests' fixtures as they are, for each chart, and then mutants of them: `count` in all. */
export function samples(count: number, seed: number): Sample[] {
  const files = ["examples/workspace/*.yaml", "examples/chart/values.yaml", "test/core/fixtures/**/*.yaml"]
    .flatMap((pattern) => globSync(pattern, { cwd: repository }))
    .sort();
  const right = files.flatMap((file) => {
    const text = readFileSync(path.join(repository, file), "utf8");
    return CHARTS.map((line, index) => ({ name: `${file} (${index})`, text: line + text }));
  });
  const random = randomFrom(seed);
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const all = right.slice(0, Math.max(0, count));
  while (all.length < count) {
    const { name, text } = any(right);
    const [change, mutate] = any(Object.entries(MUTATIONS));
    all.push({ name: `${name}, ${change}, ${all.length}`, text: mutate(text, any, random) });
  }
  return all;
}

type Mutation = (text: string, any: <T>(of: readonly T[]) => T, random: () => number) => string;

/** Changes of the kind that a person makes while typing. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a line less": (text, _any, random) => atLine(text, random, () => []),
  "a line twice": (text, _any, random) => atLine(text, random, (line) => [line, line]),
  "a line deeper": (text, _any, random) => atLine(text, random, (line) => [`  ${line}`]),
  "a line higher": (text, _any, random) => atLine(text, random, (line) => [line.replace(/^ {1,2}/, "")]),
  "a letter less": (text, _any, random) =>
    atLine(text, random, (line) => {
      const at = Math.floor(random() * line.length);
      return [line.slice(0, at) + line.slice(at + 1)];
    }),
  "another value": (text, any, random) =>
    atLine(text, random, (line) => [line.replace(/:.*$/, `: ${any(VALUES)}`)]),
  "no value": (text, _any, random) => atLine(text, random, (line) => [line.replace(/:.*$/, ":")]),
  "a new key": (text, any, random) =>
    atLine(text, random, (line) => [line, `${/^ */.exec(line)?.[0]}${any(KEYS)}`]),
  "cut off": (text, _any, random) => text.slice(0, Math.floor(random() * text.length)),
  "another mark": (text, any, random) => {
    const at = Math.floor(random() * text.length);
    return text.slice(0, at) + any([..."{}[]\"'#&*|>-:?%@`\t"]) + text.slice(at);
  },
};

const VALUES = [
  "null",
  "true",
  '"2"',
  "2",
  "{}",
  "[]",
  "[a, b]",
  "a b",
  "*x",
  "{{ .Values.x }}",
  "100Mi",
  "|",
];
const KEYS = ["replicas: 2", "contr", "image:", "resources: {limits: {cpu: 1}}", "podLabels: {a: 1}", "- a"];

function atLine(text: string, random: () => number, change: (line: string) => string[]): string {
  const lines = text.split("\n");
  const at = Math.floor(random() * lines.length);
  return lines.flatMap((line, index) => (index === at ? change(line) : [line])).join("\n");
}
