import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { Dice } from "../../test/helm/dice.ts";
import type { Json } from "../../test/schemas/facts.ts";
import { KINDS } from "./kinds.ts";
import type { MutationKind } from "./mutation.ts";
import type { Target } from "./targets.ts";
import { NOTHING, written } from "./writing.ts";

/** One values file: a good one with one thing changed. */
export interface JudgedCase {
  readonly target: Target;
  /** The generation of Helm that is asked. */
  readonly helm: HelmMajor;
  /** The name of the kind of mutation. */
  readonly kind: string;
  readonly key: string;
  /** The text at the key, for the reader of a list. */
  readonly shown: string;
  readonly base: string;
  readonly text: string;
}

/** Makes the files of a seed: every kind for every chart in turn, and every key that a kind is about in turn. */
export function casesOf(targets: readonly Target[], count: number, seed: number): JudgedCase[] {
  const dice = new Dice(seed);
  const lots = KINDS.flatMap((kind) =>
    Array.from({ length: kind.weight ?? 1 }, () => targets.map((target) => ({ kind, target }))).flat(),
  );
  const keys = new Map<string, string[]>();
  const cases: JudgedCase[] = [];
  for (let index = 0; cases.length < count; index++) {
    const { kind, target } = lots[index % lots.length] as { kind: MutationKind; target: Target };
    const name = `${target.name} ${kind.name}`;
    let left = keys.get(name) ?? [];
    if (left.length === 0)
      left = shuffled(
        [...target.keys.keys()].filter((key) => kind.about(key, target)),
        dice,
      );
    const key = left.pop();
    keys.set(name, left);
    if (key === undefined) continue;
    cases.push(caseOf(kind, key, target, dice));
  }
  return cases;
}

function caseOf(kind: MutationKind, key: string, target: Target, dice: Dice): JudgedCase {
  const base = dice.pick(target.bases);
  const { at: place = key, value, without, beside = {} } = kind.make(key, target, dice);
  let values = without === undefined ? base : withoutValue(base, without.split("."));
  for (const [path, further] of Object.entries(beside)) values = withValue(values, path.split("."), further);
  values = withValue(values, place.split("."), value);
  return {
    target,
    helm: dice.pick([3, 4] as const),
    kind: kind.name,
    key: place,
    shown: JSON.stringify(value).replaceAll(`"${NOTHING}"`, ""),
    base: textOf(target, base),
    text: textOf(target, values),
  };
}

function textOf({ modeline }: Target, values: Json): string {
  return `# cap-operator: values ${modeline}\n${written(values)}`;
}

function withValue(values: Json | undefined, path: readonly string[], value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const mapping = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const known: Readonly<Record<string, Json>> = mapping as Readonly<Record<string, Json>>;
  return { ...known, [first]: withValue(known[first], rest, value) };
}

function withoutValue(values: Json, [first = "", ...rest]: readonly string[]): Json {
  const { [first]: below, ...others } = values as Readonly<Record<string, Json>>;
  if (below === undefined || rest.length === 0) return others;
  return { ...others, [first]: withoutValue(below, rest) };
}

function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  return items
    .map((item) => ({ item, at: dice.below(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
