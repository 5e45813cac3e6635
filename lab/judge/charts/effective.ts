// Compares effective values with Helm's values by rendering both.
import { dump } from "js-yaml";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../../../test/core/support/engine.ts";
import { Dice } from "../../../test/helm/dice.ts";
import { renderAll } from "../../../test/helm/render.ts";
import type { Json } from "../../../test/schemas/facts.ts";
import { askLibrary, type LibraryAnswer } from "../../compare-helm/library.ts";
import type { GivenChart } from "./given-charts.ts";
import { isMapping, leavesOf, type Values, valueAt, withKey } from "./paths.ts";
import { isOften, rightFor, UNDECLARED } from "./right-files.ts";

/** The number of compared stacks, and the disagreements of the engine and the rendering. */
export interface EffectiveCount {
  readonly stacks: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}

/**
 * Compares effective values with what renders: Helm's own values of a stack, and the engine's with everything taken out of the top
 * level that components inherit, must render the same.
 */
export async function judgeEffective(
  charts: readonly GivenChart[],
  programs: { readonly render: string; readonly library: string },
  helm: HelmMajor,
  count: number,
  seed: number,
): Promise<EffectiveCount> {
  const dice = new Dice(seed);
  const stacks = Array.from({ length: count }, (_, index) => {
    const chart = charts[index % charts.length] as GivenChart;
    const files = dice.several(1, 3, () => `${dump(stackFile(chart, dice))}`);
    return { chart, files };
  });
  const given = await askLibrary(
    programs.library,
    stacks.map(({ chart, files }) => ({
      chart: { name: chart.name, values: chart.files["values.yaml"] ?? "", dependencies: [] },
      files,
      sets: [],
    })),
  );
  const told = stacks.map(({ chart, files }) => effectiveOf(chart, files, helm));
  const questions = stacks.map(({ chart }, index) => ({
    files: { ...chart.files, "values.yaml": "{}\n" },
    values: [valuesOf(given[index]), told[index]?.values ?? {}],
  }));
  const rendered = await renderAll(programs.render, questions);
  const wrong = stacks.flatMap(({ chart, files }, index) => {
    const [helms, ours] = rendered[index] ?? [];
    const isRefused = given[index]?.error !== undefined || helms?.error !== undefined;
    if (isRefused === told[index]?.isRefused && (isRefused || helms?.text === ours?.text)) return [];
    const why = isRefused
      ? (helms?.error ?? given[index]?.error)
      : (ours?.error ?? difference(helms?.text, ours?.text));
    return [`${chart.name} ${chart.version}, Helm ${helm}: ${why}\n${files.join("---\n")}`];
  });
  const refused = rendered.filter(([helms]) => helms?.error !== undefined).length;
  return { stacks: count, refused, wrong };
}

function stackFile(chart: GivenChart, dice: Dice): Values {
  const keys = [
    ...leavesOf(chart.values).filter(isOften),
    ...(chart.name === "cap-operator" ? UNDECLARED : []),
  ];
  const inherited = keys.filter((key) =>
    key.some((part) => /^(pod|image|log|security|node|toler)/.test(part)),
  );
  const chosen = dice.several(2, 8, () => dice.pick(dice.oneIn(2) ? inherited : keys));
  return chosen.reduce<Values>((values, key) => {
    const value =
      chart.name === "cap-operator" && dice.oneIn(25)
        ? null
        : rightFor(key, dice, valueAt(chart.values, key) ?? "");
    return withKey(values, key, value);
  }, {});
}

function valuesOf(answer: LibraryAnswer | undefined): Values {
  return answer?.values === undefined ? {} : (JSON.parse(answer.values) as Values);
}

/** The engine's effective values, written so that components inherit nothing. */
function effectiveOf(chart: GivenChart, texts: readonly string[], helm: HelmMajor) {
  const reference = { chart: chart.name, version: chart.version };
  const files = texts.map((text, index) => ({
    name: `${index}.yaml`,
    uri: `file:///${index}.yaml`,
    file: parseYaml(text),
  }));
  const stack = {
    release: "own",
    files,
    helm,
    sets: [],
    problems: [],
    chart: { release: reference },
  } as ReleaseStack;
  const data = engine.effectiveData(stack);
  let values: Values = {};
  for (const { path: key, value, described } of data) {
    const names = key.map(String);
    if (described !== undefined) values = withKey(values, names, valueAt(chart.values, names) ?? "");
    else if (value !== undefined && !key.some((part) => typeof part === "number"))
      values = withKey(values, names, value as Json);
  }
  values = listsOf(data, values);
  const component = (chart.values.webhook ?? {}) as Values;
  for (const key of Object.keys(values)) {
    const isInherited = key in component || ["logLevel", "securityContext"].includes(key);
    if (isInherited) values = { ...values, [key]: emptied(values[key] ?? "") };
  }
  const isRefused =
    engine.fatalValues(stack).length > 0 ||
    engine.stackProblems(stack).some(({ severity }) => severity === "error");
  return { values, isRefused };
}

/** Values with the items of lists, which come one by one. */
function listsOf(data: ReturnType<typeof engine.effectiveData>, values: Values): Values {
  let made = values;
  for (const { path: key, value } of data) {
    const first = key.findIndex((part) => typeof part === "number");
    if (first < 0 || value === undefined) continue;
    const names = key.slice(0, first).map(String);
    const items = [...((valueAt(made, names) ?? []) as Json[])];
    const [index = 0, ...below] = key.slice(first) as [number, ...string[]];
    items[index] =
      below.length === 0 ? (value as Json) : withKey((items[index] ?? {}) as Values, below, value as Json);
    made = withKey(made, names, items);
  }
  return made;
}

function emptied(value: Json): Json {
  if (Array.isArray(value)) return [];
  return isMapping(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, below]) => [key, emptied(below)])
          .filter(([, below]) => isMapping(below as Json)),
      )
    : "";
}

function difference(a = "", b = ""): string {
  const [left, right] = [a.split("\n"), b.split("\n")];
  const first = left.findIndex((line, index) => line !== right[index]);
  return `line ${first + 1}: Helm has ${JSON.stringify(left[first])}, the engine ${JSON.stringify(right[first])}`;
}
