import { type KeyPath, typeOf } from "../../server/core/chart/changes/chart-changes.ts";
import { isAtOrBelow } from "../../server/core/yaml/key-path.ts";
import type { Dice } from "../helm/dice.ts";

/** The defaults of a chart: a mapping that is not empty is a mapping of keys. */
export interface Defaults {
  [key: string]: unknown;
}

/** What was done to a chart: which is the truth that a comparison has to find. */
export type Mutation =
  | { readonly kind: "renamed" | "moved"; readonly from: KeyPath; readonly to: KeyPath }
  | { readonly kind: "split"; readonly from: KeyPath; readonly to: readonly KeyPath[] }
  | { readonly kind: "removed"; readonly path: KeyPath; readonly from: unknown }
  | { readonly kind: "added"; readonly path: KeyPath }
  | { readonly kind: "defaultChanged" | "typeChanged"; readonly path: KeyPath; readonly to: unknown };

/** The kinds of mutations that are drawn. */
export const MUTATION_KINDS = [
  "alike name",
  "other name",
  "move",
  "move and rename",
  "mapping of its own",
  "split",
  "new default",
  "new type",
  "removed",
  "added",
  "removed, and another one added",
] as const;
export type MutationKind = (typeof MUTATION_KINDS)[number];

/** Other names as developers choose them. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  replicas: ["replicaCount", "instances"],
  image: ["container", "img"],
  repository: ["name", "repo"],
  tag: ["imageTag", "version"],
  port: ["servicePort", "listen"],
  domain: ["host", "domainName"],
  dnsTarget: ["dnsTargetName", "ingressHost"],
  resources: ["resourceLimits", "quota"],
  volumes: ["extraVolumes", "mounts"],
  enabled: ["enable", "active"],
};
const ADDED = [
  "logFormat",
  "priority",
  "gracePeriod",
  "proxy",
  "features",
  "hostAliases",
  "maxSurge",
  "probes",
];
const FREE_WORDS = ["alpha", "setup", "mode", "facet", "lane"];

/** Draws mutations of these kinds and carries them out. Keys of different mutations have nothing to do with each other. */
export function mutateChart(
  original: Defaults,
  kinds: readonly MutationKind[],
  dice: Dice,
): { readonly defaults: Defaults; readonly mutations: readonly Mutation[] } {
  const defaults: Defaults = structuredClone(original);
  const mutations: Mutation[] = [];
  const touched: KeyPath[] = [];
  for (const kind of kinds) {
    const found = attempt(defaults, kind, touched, dice);
    for (const mutation of found) {
      carryOut(defaults, mutation, original);
      mutations.push(mutation);
      touched.push(...pathsOf(mutation));
    }
  }
  return { defaults, mutations };
}

function attempt(
  defaults: Defaults,
  kind: MutationKind,
  touched: readonly KeyPath[],
  dice: Dice,
): Mutation[] {
  for (let attempts = 0; attempts < 50; attempts++) {
    const drawn = draw(defaults, kind, dice);
    const paths = drawn.flatMap(pathsOf);
    const isFree = paths.every(
      (path) => !touched.some((one) => isAtOrBelow(one, path) || isAtOrBelow(path, one)),
    );
    const isNew = drawn.every((mutation) =>
      targetsOf(mutation).every((path) => at(defaults, path) === undefined || isDeeper(mutation, path)),
    );
    if (drawn.length > 0 && isFree && isNew) return drawn;
  }
  return [];
}

function draw(defaults: Defaults, kind: MutationKind, dice: Dice): Mutation[] {
  const all = keysIn(defaults, []);
  const leaves = all.filter((path) => !isLevel(at(defaults, path)));
  const path = dice.pick(all);
  const leaf = dice.pick(leaves);
  const parent = path.slice(0, -1);
  const name = path.at(-1) ?? "";
  switch (kind) {
    case "alike name":
      return [{ kind: "renamed", from: path, to: [...parent, alikeName(name, dice)] }];
    case "other name":
      return [{ kind: "renamed", from: path, to: [...parent, otherName(name, dice)] }];
    case "move":
    case "move and rename": {
      const target = dice.oneIn(2)
        ? [...parent, dice.pick(["pod", "settings", "spec"])]
        : dice.pick(
            all
              .filter((one) => isLevel(at(defaults, one)) && one[0] === path[0] && !isAtOrBelow(one, path))
              .concat([parent.slice(0, -1)]),
          );
      if (target.length === 0 || isSame(target, parent)) return [];
      const called = kind === "move" ? name : alikeName(name, dice);
      return [{ kind: "moved", from: path, to: [...target, called] }];
    }
    case "mapping of its own": {
      const switches = leaves.filter((one) => typeof at(defaults, one) === "boolean");
      const from = switches.length > 0 && dice.oneIn(2) ? dice.pick(switches) : leaf;
      const inner = typeof at(defaults, from) === "boolean" ? "enabled" : "value";
      return isMappingValue(at(defaults, from)) ? [] : [{ kind: "moved", from, to: [...from, inner] }];
    }
    case "split": {
      const numbers = leaves.filter((one) => typeof at(defaults, one) === "number");
      const from = dice.pick(numbers);
      const ends = ["min", "max"].map((end) => [...from, end]);
      if (dice.oneIn(2)) return [{ kind: "split", from, to: ends }];
      const levels = Object.keys(defaults).filter((key) => isLevel(defaults[key]) && key !== path[0]);
      if (levels.length < 2) return [];
      return [{ kind: "split", from: path, to: levels.slice(0, 2).map((key) => [key, name]) }];
    }
    case "new default":
      if (isMappingValue(at(defaults, leaf))) return [];
      return [{ kind: "defaultChanged", path: leaf, to: otherDefault(at(defaults, leaf), dice) }];
    case "new type": {
      const value = at(defaults, leaf);
      if (typeof value !== "number" && typeof value !== "boolean" && typeof value !== "string") return [];
      return [{ kind: "typeChanged", path: leaf, to: typeof value === "string" ? 7 : String(value) }];
    }
    case "removed":
      return isOnlyChild(defaults, path) ? [] : [{ kind: "removed", path, from: at(defaults, path) }];
    case "added":
      return [{ kind: "added", path: [...parent, dice.pick(ADDED)] }];
    case "removed, and another one added":
      if (isOnlyChild(defaults, leaf)) return [];
      return [
        { kind: "removed", path: leaf, from: at(defaults, leaf) },
        { kind: "added", path: [...leaf.slice(0, -1), dice.pick(ADDED)] },
      ];
  }
}

function carryOut(defaults: Defaults, mutation: Mutation, original: Defaults): void {
  switch (mutation.kind) {
    case "renamed":
    case "moved": {
      const value = at(defaults, mutation.from);
      remove(defaults, mutation.from);
      set(defaults, mutation.to, value);
      return;
    }
    case "split": {
      const value = at(defaults, mutation.from);
      remove(defaults, mutation.from);
      for (const to of mutation.to) set(defaults, to, structuredClone(value));
      return;
    }
    case "removed":
      remove(defaults, mutation.path);
      return;
    case "added": {
      // Half of what is new looks like something that is there.
      const known = keysIn(original, mutation.path.slice(0, 1)).map((path) => at(original, path));
      const values = ["", [], false, "5m", 12, ...known.filter((value) => !isLevel(value))];
      set(defaults, mutation.path, values[mutation.path.join().length % values.length]);
      return;
    }
    default:
      set(defaults, mutation.path, mutation.to);
  }
}

function alikeName(name: string, dice: Dice): string {
  const known = SYNONYMS[name]?.[0];
  return dice.pick([
    ...(known ? [known] : []),
    `${name}Config`,
    `${name}s`,
    `${name.slice(0, 1)}${name.slice(2)}`,
  ]);
}

function otherName(name: string, dice: Dice): string {
  return dice.pick([...(SYNONYMS[name]?.slice(1) ?? []), ...FREE_WORDS]);
}

function otherDefault(value: unknown, dice: Dice): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + dice.below(3) + 1;
  if (Array.isArray(value)) return [{ name: "drawn" }];
  return value === "" ? "drawn" : `${value}-2`;
}

/** The paths of all keys; a mapping comes before what is in it. */
export function keysIn(value: unknown, path: KeyPath): KeyPath[] {
  if (!isLevel(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...keysIn(child, [...path, key])]);
}

function pathsOf(mutation: Mutation): KeyPath[] {
  switch (mutation.kind) {
    case "renamed":
    case "moved":
      return [mutation.from, mutation.to];
    case "split":
      return [mutation.from, ...mutation.to];
    default:
      return [mutation.path];
  }
}

function targetsOf(mutation: Mutation): readonly KeyPath[] {
  if (mutation.kind === "renamed" || mutation.kind === "moved") return [mutation.to];
  if (mutation.kind === "split") return mutation.to;
  return mutation.kind === "added" ? [mutation.path] : [];
}

/** Whether a target is in the place of what was there. */
function isDeeper(mutation: Mutation, path: KeyPath): boolean {
  return (
    "from" in mutation &&
    Array.isArray(mutation.from) &&
    isAtOrBelow(path, mutation.from) &&
    !isSame(path, mutation.from)
  );
}

function isOnlyChild(defaults: Defaults, path: KeyPath): boolean {
  return Object.keys(at(defaults, path.slice(0, -1)) ?? {}).length < 2;
}

function isLevel(value: unknown): value is Defaults {
  return isMappingValue(value) && Object.keys(value).length > 0;
}

function isMappingValue(value: unknown): value is Defaults {
  return typeOf(value) === "mapping";
}

function isSame(one: KeyPath, other: KeyPath): boolean {
  return one.length === other.length && isAtOrBelow(one, other);
}

/** What is at a path. */
export function at(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((inner, key) => (isMappingValue(inner) ? inner[key] : undefined), value);
}

/** Puts a value at a path, with the mappings around it. */
export function set(values: Defaults, path: KeyPath, value: unknown): void {
  let level = values;
  for (const key of path.slice(0, -1)) {
    const inner = level[key];
    const next: Defaults = isMappingValue(inner) ? inner : {};
    level[key] = next;
    level = next;
  }
  level[path.at(-1) ?? ""] = value;
}

/** Removes what is at a path, and mappings that are empty then. */
export function remove(values: Defaults, path: KeyPath): void {
  const parent = at(values, path.slice(0, -1));
  if (!isMappingValue(parent)) return;
  delete parent[path.at(-1) ?? ""];
  if (path.length > 1 && Object.keys(parent).length === 0) remove(values, path.slice(0, -1));
}
