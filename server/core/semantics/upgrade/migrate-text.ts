import type { KeyPath } from "../../chart/compare-charts.ts";
import { isMapping, isSameJson } from "../../chart/same-json.ts";
import { flowText, scalarText } from "../../schema/scalar-text.ts";
import { stringText } from "../../schema/string-text.ts";
import { documentsFor } from "../../values/helm-documents.ts";
import { jsonOf } from "../../values/helm-value.ts";
import type { HelmMajor } from "../../values/refusal.ts";
import { difference } from "../../yaml/edits/difference.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import { editedTextOf } from "../../yaml/edits/edited-text.ts";
import { insertProperties } from "../../yaml/edits/edits.ts";
import { removeProperty } from "../../yaml/edits/remove.ts";
import { setScalars } from "../../yaml/edits/set-scalars.ts";
import { transferred } from "../../yaml/edits/transfer.ts";
import { isAtOrBelow } from "../../yaml/key-path.ts";
import { ownPropertyAt, valueAt } from "../../yaml/lookup.ts";
import { regionOf } from "../../yaml/region.ts";
import type { YamlFile } from "../../yaml/tree.ts";
import type { Analysis } from "../analysis.ts";

/** A key with another name or place. */
interface Transfer {
  readonly kind: "transfer";
  readonly from: KeyPath;
  readonly to: KeyPath;
}

/** A change to a values file. */
export type Migration =
  /** A key has another name or place. */
  | Transfer
  /** A value has another name. */
  | { readonly kind: "reword"; readonly path: KeyPath; readonly value: string }
  /** The chart no longer has a key. */
  | { readonly kind: "remove"; readonly path: KeyPath }
  /** A key needs a value that the file does not give it. */
  | { readonly kind: "add"; readonly path: KeyPath; readonly value: unknown };

/** The result of one migration in one file; there is none if the file does not set the key. */
export interface Migrated {
  readonly migration: Migration;
  /** The reason why it was not done; absent if it was. */
  readonly obstacle?: MigrationObstacle;
}

/**
 * The reason why a migration is left to a person: a new key is set already, the text cannot be changed safely, or Helm does not read the file
 * as it is.
 */
export type MigrationObstacle = "set-already" | "unsafe" | "unread";

/** A file after its migrations. */
export interface MigratedFile {
  readonly file: YamlFile;
  readonly results: readonly Migrated[];
}

/**
 * Changes a values file step by step. The result of each step is read as Helm reads it: if more or less has changed than intended, the step
 * is left out, with the reason.
 */
export function migrateFile(
  given: YamlFile,
  helm: HelmMajor,
  migrations: readonly Migration[],
): MigratedFile {
  const results: Migrated[] = [];
  const done: Transfer[] = [];
  let file = given;
  for (const wanted of migrations) {
    // The keys around it may have new names by now.
    const migration = wanted.kind === "transfer" ? { ...wanted, from: nowAt(done, wanted.from) } : wanted;
    const step = migrated(file, helm, migration);
    if (step === undefined) continue;
    if (typeof step === "string") results.push({ migration: wanted, obstacle: step });
    else {
      file = step;
      results.push({ migration: wanted });
      if (migration.kind === "transfer") done.push(migration);
    }
  }
  return { file, results };
}

/** The edits that move keys of a file to other paths, one after the other; none if one of them cannot be moved. */
export function movingEdits(
  { file, helm }: Pick<Analysis, "file" | "helm">,
  moves: readonly { readonly from: KeyPath; readonly to: KeyPath }[],
): Edit[] {
  if (file.documents.length > 1) return [];
  // Below the key of a dependency, the whole file is changed, and its paths begin with the key.
  const { top, path: above } = regionOf(file);
  if (!above.every((step) => typeof step === "string")) return [];
  const { file: moved, results } = migrateFile(
    top,
    helm,
    moves.map(({ from, to }) => ({ kind: "transfer", from: [...above, ...from], to: [...above, ...to] })),
  );
  const isDone = results.length === moves.length && results.every(({ obstacle }) => obstacle === undefined);
  return isDone ? [difference(file.text, moved.text)] : [];
}

function nowAt(done: readonly Transfer[], path: KeyPath): KeyPath {
  return done.reduce(
    (moved, { from, to }) =>
      from.length < moved.length && isAtOrBelow(moved, from) ? [...to, ...moved.slice(from.length)] : moved,
    path,
  );
}

/** The file after one migration, or the obstacle; `undefined` if the file does not set the key. */
function migrated(
  file: YamlFile,
  helm: HelmMajor,
  migration: Migration,
): YamlFile | MigrationObstacle | undefined {
  const before = jsonOf(file, helm);
  if (before === undefined) return "unread";
  const key = migration.kind === "transfer" ? migration.from : migration.path;
  const documents = documentsFor(file, helm).map((document) => file.documents.indexOf(document));
  const isSet = (document: number) => valueAt(file.documents[document]?.root, key) !== undefined;
  const setting = documents.filter(isSet);
  // Values in quotes cannot be changed in place.
  const isApart = regionOf(file).onlyPlace !== undefined;
  if (isApart && (migration.kind === "add") !== setting.length > 0) return "unsafe";
  if (migration.kind === "add") {
    const [last] = documents.slice(-1);
    return last === undefined || setting.length > 0 ? undefined : added(file, helm, last, migration, before);
  }
  if (setting.length === 0) return undefined;
  if (migration.kind === "transfer" && valueIn(before, migration.to) !== undefined) return "set-already";
  let now: YamlFile | undefined = file;
  for (const document of setting) now = now && changed(now, document, migration);
  if (!now) return "unsafe";
  return isAsExpected(jsonOf(now, helm), before, migration) ? now : "unsafe";
}

function changed(
  file: YamlFile,
  document: number,
  migration: Exclude<Migration, { kind: "add" }>,
): YamlFile | undefined {
  if (migration.kind === "transfer") return transferred(file, document, migration, stringText);
  const { root, end } = file.documents[document] ?? {};
  if (!root || end === undefined) return undefined;
  if (migration.kind === "remove") {
    const property = ownPropertyAt(root, migration.path);
    const edits = property ? removeProperty(editedTextOf(file), property) : [];
    return edits.length > 0 ? regionOf(file).edited(edits) : undefined;
  }
  const scalar = { path: migration.path, value: migration.value };
  const { edits, obstacles } = setScalars(editedTextOf(file), root, [scalar], stringText, end);
  return obstacles.length > 0 ? undefined : regionOf(file).edited(edits);
}

function added(
  file: YamlFile,
  helm: HelmMajor,
  document: number,
  { path, value }: Extract<Migration, { kind: "add" }>,
  before: unknown,
): YamlFile | MigrationObstacle {
  const { root, end } = file.documents[document] ?? {};
  const line = `${scalarText(path.at(-1) ?? "")}: ${flowText(value)}`;
  const edit = insertProperties(editedTextOf(file), root, path.slice(0, -1), [line], end);
  if (!edit) return "unsafe";
  const now = regionOf(file).edited([edit]);
  return now && isSameJson(jsonOf(now, helm), withValue(before, path, value)) ? now : "unsafe";
}

/** True if the values of a file are the result that a migration should have. A mapping that it left empty may be there or not. */
function isAsExpected(
  now: unknown,
  before: unknown,
  migration: Exclude<Migration, { kind: "add" }>,
): boolean {
  if (migration.kind === "reword") return isSameJson(now, withValue(before, migration.path, migration.value));
  const [from, to] = migration.kind === "remove" ? [migration.path] : [migration.from, migration.to];
  return [false, true].some((prunes) => {
    const without = withoutKey(before, from, prunes);
    return isSameJson(now, to ? withValue(without, to, valueIn(before, from)) : without);
  });
}

function valueIn(values: unknown, path: KeyPath): unknown {
  return path.reduce(
    (value, key) => (isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values,
  );
}

function withValue(values: unknown, [key, ...rest]: KeyPath, value: unknown): unknown {
  if (key === undefined) return value;
  const entries = isMapping(values) ? Object.entries(values) : [];
  const inner = entries.find(([name]) => name === key)?.[1];
  return Object.fromEntries([
    ...entries.filter(([name]) => name !== key),
    [key, withValue(inner, rest, value)],
  ]);
}

function withoutKey(values: unknown, [key, ...rest]: KeyPath, prunes: boolean): unknown {
  if (!isMapping(values) || key === undefined) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, child]) => {
      if (name !== key) return [[name, child]];
      if (rest.length === 0) return [];
      const left = withoutKey(child, rest, prunes);
      return prunes && isMapping(left) && Object.keys(left).length === 0 ? [] : [[name, left]];
    }),
  );
}
