import {
  type ChartChange,
  compareCharts,
  type KeyPath,
  pathAfter,
  type Renamed,
} from "../../chart/compare-charts.ts";
import { isSameJson } from "../../chart/same-json.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { chartIn } from "../../schema/schema-chart.ts";
import type { Schemas } from "../../schema/schemas.ts";
import { otherWord } from "../../schema/vocabulary.ts";
import { documentsFor } from "../../values/helm-documents.ts";
import { toJson } from "../../values/helm-tree.ts";
import type { ReleaseStack } from "../../values/release-stack.ts";
import { ownPropertyAt, pathOf, walk } from "../../yaml/lookup.ts";
import type { ValueNode, YamlFile } from "../../yaml/tree.ts";
import { defaultsOf } from "../chart-defaults.ts";
import { type ReleaseValues, releaseValues } from "../release-values.ts";
import { type Migrated, type Migration, migrateFile } from "./migrate-text.ts";
import { type Leaf, Leaves, leavesOf, runningValues } from "./running-values.ts";
import { isSetIn } from "./setting-sources.ts";

/** A value with which the operator would run instead of another one; absent where it had none, or would have none. */
export interface RunningChange {
  readonly path: KeyPath;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The effects of a change from one chart to another on the values of a release. */
export interface ChartUpgrade {
  readonly from: Schemas;
  readonly to: Schemas;
  readonly changes: readonly ChartChange[];
  /** The stack with its files migrated. */
  readonly stack: ReleaseStack;
  readonly before: ReleaseValues;
  readonly after: ReleaseValues;
  /** For each file of the stack, the results of its migrations. */
  readonly migrated: readonly (readonly Migrated[])[];
  /** The values with which the operator would run differently once everything safe is migrated. */
  readonly running: readonly RunningChange[];
}

/** Computes the effects of another chart on the values of a release, and migrates its files as far as that is safe. */
export function chartUpgrade(stack: ReleaseStack, from: Schemas, to: Schemas): ChartUpgrade {
  const { words, renamed } = to.chart;
  const changes = compareCharts(chartIn(from), chartIn(to), { words: words.keys, renamed }).filter(
    (change) => !isStillTaken(to, change),
  );
  const transfers = transfersOf(changes);
  const migrated: (readonly Migrated[])[] = [];
  const entries: Renamed[] = [];
  const files = stack.files.map((source) => {
    const { file } = source;
    if (!file || file.refused !== undefined) {
      migrated.push([]);
      return source;
    }
    const moved = migrateFile(file, stack.helm, transfers);
    const worded = migrateFile(moved.file, stack.helm, renamings(moved.file, stack, from, to));
    const reworded = migrateFile(worded.file, stack.helm, rewordings(worded.file, stack, to));
    migrated.push([...moved.results, ...worded.results, ...reworded.results]);
    for (const each of renamesIn(worded.results)) entries.push(each);
    return { ...source, file: reworded.file };
  });
  const later = { ...stack, files };
  const before = releaseValues(stack, from);
  const after = releaseValues(later, to);
  const upgrade = { from, to, changes, stack: later, before, after, migrated };
  return { ...upgrade, running: runningChanges(upgrade, entries) };
}

/** The renames in a file, as changes by which the path of a value can be followed. */
function renamesIn(results: readonly Migrated[]): Renamed[] {
  return results.flatMap(({ migration: { kind, ...paths }, obstacle }): Renamed[] => {
    return "from" in paths && obstacle === undefined ? [{ kind: "renamed", ...paths }] : [];
  });
}

/** The stack with the old values of these changes written into its last file. */
export function keepingOld(stack: ReleaseStack, running: readonly RunningChange[]): ReleaseStack {
  const last = stack.files.findLastIndex(({ uri, file }) => uri !== undefined && file?.refused === undefined);
  const additions = running.flatMap(({ path, from: value }): Migration[] =>
    value === undefined ? [] : [{ kind: "add", path, value }],
  );
  const files = stack.files.map((source, index) =>
    index === last && source.file
      ? { ...source, file: migrateFile(source.file, stack.helm, additions).file }
      : source,
  );
  return { ...stack, files };
}

/** The stack without values of its files that the later chart does not have, as far as that is safe to remove. */
export function withoutRemoved({ stack, changes }: ChartUpgrade): ReleaseStack {
  const removals = changes.flatMap((change): Migration[] =>
    change.kind === "removed" ? [{ kind: "remove", path: change.path }] : [],
  );
  const files = stack.files.map((source) =>
    source.file && source.file.refused === undefined
      ? { ...source, file: migrateFile(source.file, stack.helm, removals).file }
      : source,
  );
  return { ...stack, files };
}

/** The values in a file that equal the defaults of the later chart, but not those of the earlier one. */
export function nowDefault({ from, to, changes, stack }: ChartUpgrade, file: number): KeyPath[] {
  const read = stack.files[file]?.file;
  if (!read || read.refused !== undefined) return [];
  const defaults = new Leaves(leavesOf(toJson(defaultsOf(to))));
  const old = new Leaves(
    leavesOf(toJson(defaultsOf(from))).flatMap(({ path, value }) => {
      const now = pathAfter(changes, path);
      return now ? [{ path: now, value }] : [];
    }),
  );
  const alone = releaseValues({ ...stack, files: stack.files.slice(file, file + 1), sets: [] }, to);
  return leavesOf(toJson(alone.values))
    .filter((leaf) => defaults.has(leaf) && old.get(leaf.path) !== undefined && !old.has(leaf))
    .filter(({ path }) =>
      documentsFor(read, stack.helm).some(({ root }) => ownPropertyAt(root, path) !== undefined),
    )
    .map(({ path }) => path);
}

/** A key that the later chart takes under its old name as well, such as a label, is not renamed for anybody. */
function isStillTaken(to: Schemas, change: ChartChange): boolean {
  if (change.kind === "removed") {
    return to.model("values").at(change.path) !== undefined || mayBeRead(to, change.path);
  }
  return change.kind === "renamed" && to.model("values").at(change.from) !== undefined;
}

/**
 * True if the templates of a local chart may read a key that it does not declare, unless it is known that this version lacks it. As long as
 * its templates were not followed, they may.
 */
function mayBeRead({ chart }: Schemas, path: KeyPath): boolean {
  const { reads } = chart.atHand ?? {};
  if (!reads || chart.absence(path)) return false;
  return reads === "pending" || reads.dynamic || reads.isRead(path);
}

/** The moves of keys in files: outer ones before those in them. */
function transfersOf(changes: readonly ChartChange[]): Migration[] {
  return changes
    .flatMap((change) => (change.kind === "renamed" ? [change] : []))
    .map(({ from, to }) => ({ kind: "transfer" as const, from, to }))
    .sort((first, other) => first.from.length - other.from.length);
}

/**
 * The keys in a file that neither chart takes, and that have another name in the later one, outer keys first. The file may have some of the
 * later chart's words already.
 */
function renamings(file: YamlFile, { helm }: ReleaseStack, from: Schemas, to: Schemas): Migration[] {
  const [earlier, later] = [from.model("values"), to.model("values")];
  const found: Migration[] = [];
  const visit = (node: ValueNode | undefined, path: KeyPath, now: KeyPath, before: KeyPath): void => {
    if (node?.type !== "object") return;
    for (const { key, valueNode } of node.properties) {
      const [old, same] = [
        [...path, key],
        [...now, key],
      ];
      const word = otherWord(to.chart.words.keys, key);
      const isRenamed =
        word !== undefined &&
        ((!earlier.at(old) && !later.at(same) && later.at([...now, word])) ||
          isDefaultEntry(earlier.at(before), later.at(now), key, word));
      const target = isRenamed ? [...now, word] : same;
      if (isRenamed) found.push({ kind: "transfer", from: old, to: target });
      const was = earlier.at([...before, key]) ? key : (otherWord(from.chart.words.keys, key) ?? key);
      visit(valueNode, old, target, [...before, was]);
    }
  };
  for (const { root } of documentsFor(file, helm)) visit(root, [], [], []);
  return found;
}

/** True for an entry of a free mapping, such as labels, that both charts set by default, each under its own name. */
function isDefaultEntry(
  earlier: SchemaNode | undefined,
  later: SchemaNode | undefined,
  key: string,
  word: string,
): boolean {
  return hasDefault(earlier, key) && hasDefault(later, word) && !hasDefault(later, key);
}

function hasDefault(mapping: SchemaNode | undefined, key: string): boolean {
  const { default: entries } = mapping ?? {};
  return typeof entries === "object" && entries !== null && Object.hasOwn(entries, key);
}

/** The values in a file that the later chart does not take, and has under another name. */
function rewordings(file: YamlFile, { helm }: ReleaseStack, to: Schemas): Migration[] {
  const found: Migration[] = [];
  for (const { root } of documentsFor(file, helm)) {
    walk(root, (node) => {
      if (node.type !== "string" || node.parent?.type !== "property" || node.parent.valueNode !== node)
        return;
      const word = otherWord(to.chart.words.values, node.value);
      if (word === undefined) return;
      const path = pathOf(node);
      const allowed = to.model("values").at(path)?.allowed;
      if (!allowed?.includes(word) || allowed.includes(node.value)) return;
      const keys = path.filter((segment) => typeof segment === "string");
      if (keys.length === path.length) found.push({ kind: "reword", path: keys, value: word });
    });
  }
  return found;
}

/** `entries` are the labels and the like that were renamed in the files, after all other changes. */
function runningChanges(
  { from, to, changes, before, after }: Omit<ChartUpgrade, "running">,
  entries: readonly Renamed[],
): RunningChange[] {
  const [earlier, later] = [from.model("values"), to.model("values")];
  const now = ({ path, value }: Leaf) => {
    const changed = pathAfter(changes, path);
    const there = changed && pathAfter(entries, changed);
    return there ? [{ path: there, value }] : [];
  };
  const old = new Leaves(
    runningValues(before)
      .filter(({ path }) => earlier.at(path) !== undefined)
      .flatMap(now),
  );
  const fresh = new Leaves(runningValues(after).filter(({ path }) => later.at(path) !== undefined));
  const isAdded = below(changes.flatMap((change) => (change.kind === "added" ? [change.path] : [])));
  // A value that was set before the chart had the key takes effect now.
  const isOnlyDefault = (path: KeyPath) => isAdded(path) && !isSetIn(after, path);
  const isUnknownBefore = below(
    unknownIn(from)
      .map((path) => pathAfter(changes, path))
      .filter((path) => path !== undefined),
  );
  const isUnknownAfter = below(unknownIn(to));
  const found: RunningChange[] = [];
  for (const { path, value } of old) {
    const here = fresh.get(path);
    if (here && (isSameJson(value, here.value) || isOtherWord(to, path, value, here.value))) continue;
    if (here) found.push({ path, from: value, to: here.value });
    else if (!isUnknownAfter(path) && !isMappingNow(fresh, path)) found.push({ path, from: value });
  }
  for (const { path, value } of fresh) {
    const isNew = old.get(path) === undefined && !isOnlyDefault(path) && !isUnknownBefore(path);
    if (isNew && !(isEmpty(value) && isMappingNow(old, path))) found.push({ path, to: value });
  }
  return found;
}

/** True if there are values below a path; an empty mapping with values in it now has not changed for that. */
function isMappingNow(leaves: Leaves, path: KeyPath): boolean {
  return [...leaves].some(
    (leaf) => leaf.path.length > path.length && path.every((segment, index) => leaf.path[index] === segment),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** True for a value of an enumeration that only has another name. */
function isOtherWord(to: Schemas, path: KeyPath, from: unknown, now: unknown): boolean {
  if (typeof from !== "string" || otherWord(to.chart.words.values, from) !== now) return false;
  return to.model("values").at(path)?.allowed !== undefined;
}

/** The keys of a chart without a known default. */
function unknownIn(schemas: Schemas): KeyPath[] {
  const { root } = schemas.model("values");
  const found: KeyPath[] = [];
  const visit = (node: typeof root, path: KeyPath): void => {
    for (const [key, child] of node.properties) {
      if (child.hasDefault) continue;
      const inner = [...path, key];
      if (child.properties.size > 0 && !child.shared) visit(child, inner);
      else found.push(inner);
    }
  };
  visit(root, []);
  return found;
}

function below(above: readonly KeyPath[]): (path: KeyPath) => boolean {
  return (path) => above.some((outer) => outer.every((segment, index) => path[index] === segment));
}
