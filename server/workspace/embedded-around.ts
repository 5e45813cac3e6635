import { URI } from "vscode-uri";
import { sourcesIn } from "../core/embedded/chart-named.ts";
import { embeddedFile } from "../core/embedded/embedded-file.ts";
import type { FindData, FoundData } from "../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, embeddedIn, MOST_EMBEDDED } from "../core/embedded/find.ts";
import { dataIn, type EmbeddedData, names as isNamed, mayBeValues } from "../core/embedded/references.ts";
import { type ChartKeys, decidingKey } from "../core/ownership/chart-keys.ts";
import { parseYaml } from "../core/yaml/reader/parse.ts";
import type { PropertyNode } from "../core/yaml/tree.ts";
import type { Neighbours } from "./neighbours.ts";
import type { OpenText } from "./open-texts.ts";
import { folderOf, sameSpelling } from "./release-paths.ts";

/** Values in a document, and the file that it is in. */
export interface Placed {
  readonly own: OpenText;
  readonly values: EmbeddedValues;
}

/** A text of a ConfigMap or Secret with values, and the documents that take it. */
export interface TakenData {
  readonly values: EmbeddedValues;
  readonly found: FoundData;
  readonly by: readonly Placed[];
}

/** The values in a file, and how what they refer to is found. */
export interface EmbeddedAround {
  readonly values: readonly EmbeddedValues[];
  readonly data: readonly TakenData[];
  /** What a document in a file refers to. */
  readonly finder: (own: OpenText) => FindData;
}

/** The values in a file, with what refers to them and what they refer to: in the file itself, else in its folder, else in the rest of the workspace. */
export async function embeddedAround(
  own: OpenText,
  keys: ChartKeys,
  neighbours: Neighbours,
): Promise<EmbeddedAround> {
  const read = new Map<PropertyNode, FoundData>();
  let all: readonly OpenText[] = [own];
  const finder = (from: OpenText) => finderIn(nearest(from, all), read);
  const embeddedOf = (one: OpenText, missing: Set<string>): readonly Placed[] => {
    const [, ...others] = nearest(one, all);
    const elsewhere = (kind: string, name: string, namespace: string | undefined) => {
      const found = others.map((some) =>
        some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace)),
      );
      const first = found.find((some) => some.length > 0);
      if (first === undefined) missing.add(name);
      return first?.length === 1 ? first[0] : undefined;
    };
    const placed = embeddedIn(one.file, keys.charts, pathOf(one), elsewhere).map((values) => ({
      own: one,
      values,
    }));
    for (const reference of placed.flatMap(({ values }) => values.references))
      if (finder(one)(reference) === "not-found") missing.add(reference.name);
    return placed;
  };
  const data = mayHaveData(own) ? dataIn(own.file).filter(mayBeValues).slice(0, MOST_EMBEDDED) : [];
  const takersOf = (one: EmbeddedData, takers: readonly Placed[]) =>
    takers.filter(({ own: from, values: { references, unread, chart } }) => {
      const isTaken = references.some((reference) => {
        const found = reference.targetPath === undefined ? finder(from)(reference) : "not-found";
        return typeof found !== "string" && found.data.property === one.property;
      });
      return isTaken && unread === undefined && chart !== undefined;
    });
  const look = () => {
    const missing = new Set<string>();
    const values = embeddedOf(own, missing);
    const takers =
      data.length > 0 ? all.flatMap((one) => (one === own ? values : embeddedOf(one, missing))) : [];
    const taken = data.map((one) => ({ one, by: takersOf(one, takers) }));
    for (const { one, by } of taken) if (by.length === 0 && isNamedSo(one, keys)) missing.add(one.name);
    return { values, taken, missing };
  };
  let seen = look();
  if (seen.missing.size > 0 || data.length > 0) {
    all = [own, ...(await neighbours.beside(own))];
    seen = look();
  }
  // What is found elsewhere may refer to more.
  const asked = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const names = [...seen.missing].filter((name) => !asked.has(name));
    if (names.length === 0) break;
    for (const name of names) asked.add(name);
    const known = new Set(all.map(({ uri }) => sameSpelling(uri)));
    const more = (await neighbours.having(own, names)).filter(({ uri }) => !known.has(sameSpelling(uri)));
    if (more.length === 0) break;
    all = [...all, ...more];
    seen = look();
  }
  const taken = seen.taken.flatMap(({ one, by }): readonly TakenData[] => {
    if (by.length === 0 && !isOurs(one, keys)) return [];
    return [{ values: valuesOf(one, by), found: foundIn(own, one, read), by }];
  });
  return { values: seen.values.map(({ values }) => values), data: taken, finder };
}

/** Rounds in which documents are looked for: a ConfigMap, the release that takes it, and the source of the chart of that. */
const MOST_ROUNDS = 3;

/** Files, the nearest first: the file itself, those of its folder, and those with which it has ever fewer folders in common. */
function nearest(from: OpenText, all: readonly OpenText[]): readonly (readonly OpenText[])[] {
  const folder = folderOf(from.uri).split("/");
  const distance = (one: OpenText) => {
    const other = folderOf(one.uri).split("/");
    const differs = folder.findIndex((part, index) => part !== other[index]);
    const above = differs < 0 ? 0 : folder.length - differs;
    return other.length === folder.length && above === 0 ? 0 : above + 1;
  };
  const others = all.filter((one) => one !== from).map((one) => ({ one, at: distance(one) }));
  const distances = [...new Set(others.map(({ at }) => at))].sort((a, b) => a - b);
  return [[from], ...distances.map((at) => others.flatMap((each) => (each.at === at ? [each.one] : [])))];
}

function finderIn(files: readonly (readonly OpenText[])[], read: Map<PropertyNode, FoundData>): FindData {
  return (reference) => {
    const { kind, name, namespace } = reference;
    for (const some of files) {
      const objects = some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace));
      if (objects.length > 1) return "several";
      if (objects.length === 0) continue;
      for (const one of some) {
        const data = dataIn(one.file).find((each) => isNamed(reference, each));
        if (data) return foundIn(one, data, read);
      }
      return "unread";
    }
    return "not-found";
  };
}

/** A text as values of its own, the same object for the same text. */
function foundIn({ uri, file: around }: OpenText, data: EmbeddedData, read: Map<PropertyNode, FoundData>) {
  const { property } = data;
  const known = read.get(property);
  if (known) return known;
  const { file } = embeddedFile(around, { holder: property, form: "text", interpolation: "envsubst" });
  const found: FoundData = { data, uri, around, file };
  read.set(property, found);
  return found;
}

function valuesOf(
  { kind, at, property, document, namespace }: EmbeddedData,
  by: readonly Placed[],
): EmbeddedValues {
  const [first] = by;
  const { chart, release } = first?.values ?? {};
  return {
    product: kind,
    at,
    form: "text",
    holder: property,
    document,
    references: [],
    entries: [],
    unknown: [],
    // What else counts is known only to what takes it.
    isPartial: first === undefined,
    interpolation: "envsubst",
    ...(chart && { chart }),
    ...(release !== undefined && { release }),
    ...(namespace !== undefined && { namespace }),
  };
}

/** Whether a text has a key that only values of the operator's chart have. */
function isOurs({ property: { valueNode } }: EmbeddedData, keys: ChartKeys): boolean {
  if (valueNode.type !== "string") return false;
  const root = parseYaml(valueNode.value).documents[0]?.root;
  return root?.type === "object" && decidingKey(root, keys) !== undefined;
}

/** Whether a text is named as values are, or is ours by its keys: only then is it worth a search for what takes it. */
function isNamedSo(one: EmbeddedData, keys: ChartKeys): boolean {
  return /values/i.test(one.key) || isOurs(one, keys);
}

function mayHaveData({ file: { text, refused } }: OpenText): boolean {
  return refused === undefined && /\bkind: *["']?(?:ConfigMap|Secret)\b/.test(text);
}

function pathOf({ uri }: OpenText): string {
  return URI.parse(uri).path;
}
