import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { Dice } from "../../test/helm/dice.ts";
import { repository } from "../../test/support/repository.ts";

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
  const dice = new Dice(seed);
  const all = right.slice(0, Math.max(0, count));
  while (all.length < count) {
    const { name, text } = dice.pick(right);
    const [change, mutate] = dice.pick(Object.entries(MUTATIONS));
    all.push({ name: `${name}, ${change}, ${all.length}`, text: mutate(text, dice) });
  }
  return all;
}

type Mutation = (text: string, dice: Dice) => string;

/** Changes of the kind that a person makes while typing. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a line less": (text, dice) => atLine(text, dice, () => []),
  "a line twice": (text, dice) => atLine(text, dice, (line) => [line, line]),
  "a line deeper": (text, dice) => atLine(text, dice, (line) => [`  ${line}`]),
  "a line higher": (text, dice) => atLine(text, dice, (line) => [line.replace(/^ {1,2}/, "")]),
  "a letter less": (text, dice) =>
    atLine(text, dice, (line) => {
      const at = dice.below(line.length + 1);
      return [line.slice(0, at) + line.slice(at + 1)];
    }),
  "another value": (text, dice) =>
    atLine(text, dice, (line) => [line.replace(/:.*$/, `: ${dice.pick(VALUES)}`)]),
  "no value": (text, dice) => atLine(text, dice, (line) => [line.replace(/:.*$/, ":")]),
  "a new key": (text, dice) =>
    atLine(text, dice, (line) => [line, `${/^ */.exec(line)?.[0]}${dice.pick(KEYS)}`]),
  "cut off": (text, dice) => text.slice(0, dice.below(text.length)),
  "another mark": (text, dice) => {
    const at = dice.below(text.length);
    return text.slice(0, at) + dice.pick([..."{}[]\"'#&*|>-:?%@`\t"]) + text.slice(at);
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

function atLine(text: string, dice: Dice, change: (line: string) => string[]): string {
  const lines = text.split("\n");
  const at = dice.below(lines.length);
  return lines.flatMap((line, index) => (index === at ? change(line) : [line])).join("\n");
}
