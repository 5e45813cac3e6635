import type { Dice } from "../../test/helm/dice.ts";
import type { AskedChart, AskedDependency } from "../../test/helm/question.ts";

const NAMES = ["sub", "other", "operator"];
const CONDITIONS = [
  "sub.enabled",
  "other.enabled",
  "operator.enabled,sub.enabled",
  "global.enabled",
  "enabled",
  "sub.level.enabled",
];

/** A chart with defaults, including nulls; every other one has dependencies, with an alias and a condition here and there. */
export function generatedChart(dice: Dice, depth = 2): AskedChart {
  const isLeaf = depth === 0 || (depth === 2 ? dice.oneIn(2) : !dice.oneIn(4));
  return {
    name: depth === 2 ? "asked" : dice.pick(NAMES),
    values: dice.oneIn(10) ? "" : defaults(dice),
    dependencies: isLeaf ? [] : dependencies(dice, depth),
  };
}

/** Charts in one folder differ in their own names, and in the names that the outer chart gives them. */
function dependencies(dice: Dice, depth: number): AskedDependency[] {
  const chosen = dice.several(1, 3, () => generatedChart(dice, depth - 1));
  const charts = new Map(chosen.map((chart) => [chart.name, chart]));
  const called = new Set<string>();
  return [...charts.values()].flatMap((chart): AskedDependency[] => {
    const alias = dice.oneIn(4) ? dice.pick(["renamed", "sub", "worker"]) : undefined;
    const name = alias ?? chart.name;
    if (called.has(name) || (alias !== undefined && charts.has(alias))) return [];
    called.add(name);
    return [
      {
        chart,
        ...(alias !== undefined && { alias }),
        ...(dice.oneIn(3) && { condition: dice.pick(CONDITIONS) }),
      },
    ];
  });
}

function defaults(dice: Dice): string {
  const value = () =>
    dice.pick([
      "1",
      "text",
      "null",
      "true",
      "[a, b]",
      "{}",
      '""',
      "{a: 1, b: null}",
      "[{name: a}, null]",
      "~",
    ]);
  const inner = (name: string) =>
    `${name}:\n${dice
      .several(1, 4, () => dice.pick(["enabled", "text", "level", "replicas", "nothing", "map"]))
      .filter((key, index, all) => all.indexOf(key) === index)
      .map((key) =>
        key === "level"
          ? `  level: {text: ${value()}, enabled: ${value()}, deep: {a: ${value()}}}\n`
          : `  ${key}: ${value()}\n`,
      )
      .join("")}`;
  const names = ["controller", "sub", "other", "operator", "renamed", "global", "level", "webhook"];
  const levels = dice
    .several(1, 4, () => dice.pick(names))
    .filter((name, index, all) => all.indexOf(name) === index);
  const scalars = ["replicas", "enabled", "text", "podLabels", "tolerations", "image"].filter(() =>
    dice.oneIn(2),
  );
  return [
    ...levels.map((name) => (dice.oneIn(12) ? `${name}: ${value()}\n` : inner(name))),
    ...scalars.map((key) => `${key}: ${value()}\n`),
  ].join("");
}
