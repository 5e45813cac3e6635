import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { TYPING } from "../../test/fuzz/typing.ts";
import { Dice } from "../../test/helm/dice.ts";
import { repository } from "../../test/support/repository.ts";

/** A values file or an operator resource, and how it came to be. */
export interface Sample {
  readonly name: string;
  readonly text: string;
}

/** The comments that name the chart of a file: none, the specification's chart, or one of the published versions. */
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
    const [change, mutate] = dice.pick(Object.entries(TYPING));
    all.push({ name: `${name}, ${change}, ${all.length}`, text: mutate(text, dice) });
  }
  return all;
}
