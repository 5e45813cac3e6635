import { isSameJson } from "../chart/same-json.ts";
import type { SchemaNode } from "../schema/model.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { type HelmNode, nodeAt, toJson } from "../values/helm-tree.ts";
import type { SetEntry } from "../values/set-entry.ts";
import { setKeyText } from "../yaml/key-path.ts";
import type { Path } from "../yaml/tree.ts";

/** Another value for a key, in the form in which Helm gets it beside all sources of a release. */
export interface Trial {
  readonly value: unknown;
  /** The text of a values file that comes after all others. */
  readonly values?: string;
  /** Entries that come after all others with their flags. */
  readonly entries?: readonly SetEntry[];
}

/** A key whose value can be another one. */
export interface KeyTrials {
  readonly path: Path;
  /** The present value of the key; absent if it is not set. */
  readonly value?: unknown;
  /** The most likely to be accepted comes first. */
  readonly trials: readonly Trial[];
  /** For a mapping or list: the empty one, because its content may have other effects than another value. */
  readonly removals: readonly Trial[];
}

/** The number of other values that are worth a try. */
const MOST = 5;

/** Other values of the same kind for a key; or the one that is given. */
export function trials(release: ReleaseValues, path: Path, given?: { readonly value: unknown }): KeyTrials {
  const node = nodeOf(release, path);
  const value = node && toJson(node);
  const others = given ? [given.value] : otherValues(value, release.schema.at(path));
  const trialOf = (other: unknown) => ({ value: other, ...changeTo(release, path, node, other) });
  return {
    path,
    ...(node && { value }),
    trials: others.map(trialOf),
    removals: given || !isFilled(value) ? [] : [trialOf(emptied(value))],
  };
}

/** True for a mapping or a list with content. */
function isFilled(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** A list without items, or a mapping with nulls: Helm merges mappings, so that only a null removes an entry. */
function emptied(value: object): unknown {
  return Array.isArray(value) ? [] : Object.fromEntries(Object.keys(value).map((key) => [key, null]));
}

function nodeOf({ components, values }: ReleaseValues, path: Path): HelmNode | undefined {
  const component = path.length > 1 && components.find(({ name }) => name === path[0]);
  return component ? nodeAt(component.values, path.slice(1)) : nodeAt(values, path);
}

function otherValues(value: unknown, schema: SchemaNode | undefined): readonly unknown[] {
  const listed = [...(schema?.allowed ?? []), ...(schema?.examples ?? [])].filter(
    (other) => value === undefined || value === null || typeof other === typeof value,
  );
  const isLimited = schema?.allowed !== undefined;
  const made = isLimited ? [] : othersLike(value, schema);
  const isMadeFirst = (typeof value === "string" && !isLimited) || isFilled(value);
  const all = isMadeFirst ? [...made, ...listed] : [...listed, ...made];
  const texts = new Map(all.map((value) => [JSON.stringify(value), value]));
  texts.delete(JSON.stringify(value) ?? "");
  return [...texts.values()].slice(0, MOST);
}

/** Values that differ from one as little as possible. */
function othersLike(value: unknown, schema: SchemaNode | undefined): readonly unknown[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") {
    const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema ?? {};
    return [value + 1, value - 1, 0, 1].filter((number) => number >= minimum && number <= maximum);
  }
  if (typeof value === "string" && value !== "") {
    const last = /\d(?=\D*$)/.exec(value);
    const counted =
      last && value.slice(0, last.index) + ((Number(last[0]) + 1) % 10) + value.slice(last.index + 1);
    return [...(counted === null ? [] : [counted]), `${value}x`, `x${value}`];
  }
  if (isFilled(value))
    return [
      ...[true, false].map((isAll) => replacedIn(value, schema, isAll)),
      ...(Array.isArray(value) ? [value.slice(0, -1)] : []),
    ].filter((other) => !isSameJson(other, value));
  return emptyTypes(value, schema).flatMap((type) => samplesOf(type, schema, DEEPEST_TRIAL));
}

/** A mapping or list with another value in place of each value in it; without `isAll`, switches stay as they are. */
function replacedIn(value: unknown, schema: SchemaNode | undefined, isAll: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, schema?.items, isAll));
  if (isFilled(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        replacedIn(child, schema?.properties.get(key) ?? schema?.additional, isAll),
      ]),
    );
  const isKept = value === null || typeof value === "object" || (typeof value === "boolean" && !isAll);
  return isKept ? value : (otherValues(value, schema)[0] ?? value);
}

/** The largest depth of a sample; a type of Kubernetes may contain itself. */
const DEEPEST_TRIAL = 4;

/** Sample values of a type; a mapping has the required fields, else the first known one. */
function samplesOf(type: string, schema: SchemaNode | undefined, depth: number): readonly unknown[] {
  if (type === "boolean") return [true];
  if (type === "integer" || type === "number") return [schema?.minimum ?? 1, 2];
  if (type === "string") return ["trial", "1", "trial.example.org"];
  if (depth === 0) return [];
  const inside = (node: SchemaNode | undefined): unknown => {
    const [sample] = [...(node?.allowed ?? []), ...(node?.examples ?? [])];
    return (
      sample ?? emptyTypes(undefined, node).flatMap((type) => samplesOf(type, node, depth - 1))[0] ?? "trial"
    );
  };
  if (type === "array") return [[inside(schema?.items)]];
  if (type !== "object") return [];
  const { properties = new Map<string, SchemaNode>(), required = new Set<string>() } = schema ?? {};
  const [first = "trial"] = properties.keys();
  const keys = required.size > 0 ? [...required] : [first];
  return [Object.fromEntries(keys.map((key) => [key, inside(properties.get(key) ?? schema?.additional)]))];
}

function emptyTypes(value: unknown, schema: SchemaNode | undefined): readonly string[] {
  if (typeof value === "string") return ["string"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "object" && value !== null) return ["object"];
  const types = schema?.types.filter((type) => type !== "null") ?? [];
  return types.length > 0 && types.length < 4 ? types : ["string", "boolean", "integer", "object"];
}

/** The input by which Helm gets another value: a file after all others, and entries for values that entries set. */
function changeTo(
  release: ReleaseValues,
  path: Path,
  node: HelmNode | undefined,
  value: unknown,
): Omit<Trial, "value"> {
  const below = release.stack.chart?.umbrella?.key;
  const holder = below === undefined ? [] : [below];
  const { file, entries } = changesTo(release, [...holder, ...path], node, value);
  if (!file) return { entries };
  const first = path.findIndex((part) => typeof part === "number");
  const top = first < 0 ? path : path.slice(0, first);
  const list = first < 0 ? undefined : nodeOf(release, top);
  const changed = list ? replaced(toJson(list), path.slice(first), file.value) : file.value;
  const values = JSON.stringify(nested([...holder, ...top], changed));
  return { values, ...(entries.length > 0 && { entries }) };
}

/** The part of a value that is in the file, and the entries with the rest. */
interface Changes {
  readonly file?: { readonly value: unknown };
  readonly entries: readonly SetEntry[];
}

/** Only another entry overrides an entry: the same flag again, or the flag that is applied last. */
function changesTo(release: ReleaseValues, path: Path, node: HelmNode | undefined, value: unknown): Changes {
  const isInList = path.some((part) => typeof part === "number");
  if (node?.type === "map" && isFilled(value) && !isInList) {
    const below = Object.entries(value).map(([key, child]) => {
      return [key, changesTo(release, [...path, key], node.entries.get(key), child)] as const;
    });
    const inFile = below.flatMap(([key, { file }]) => (file ? [[key, file.value] as const] : []));
    const entries = below.flatMap(([, changes]) => changes.entries);
    return { ...(inFile.length > 0 && { file: { value: Object.fromEntries(inFile) } }), entries };
  }
  const flag = node?.origin.kind === "set" ? release.stack.sets[node.origin.set]?.flag : undefined;
  if (flag === undefined) return { file: { value }, entries: [] };
  const key = setKeyText(path);
  const entry = (flag: SetEntry["flag"], text: string) => ({
    entries: [{ flag, text: `${key}=${text}` }],
  });
  if (flag === "set-json" || typeof value === "object") return entry("set-json", JSON.stringify(value));
  if (flag === "set-file" || flag === "set-literal") return entry("set-literal", String(value));
  return entry(flag, String(value).replace(/[\\,{}]/g, "\\$&"));
}

function nested(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((made, part) => ({ [part]: made }), value);
}

function replaced(holder: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (!Array.isArray(holder))
    return { ...Object(holder), [part]: replaced(Object(holder)[part], rest, value) };
  return holder.map((item: unknown, index) => (index === part ? replaced(item, rest, value) : item));
}
