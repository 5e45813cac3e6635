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

/** The values in a file, with what refers to them and what they refer to: in the file itself, else in its folder. */
export async function embeddedAround(
  own: OpenText,
  keys: ChartKeys,
  neighbours: Neighbours,
): Promise<EmbeddedAround> {
  let isAsked = false;
  const asking = () => {
    isAsked = true;
    return undefined;
  };
  const alone = embeddedIn(own.file, keys.charts, pathOf(own), asking);
  const data = mayHaveData(own) ? dataIn(own.file).filter(mayBeValues) : [];
  const isShort = alone.some(({ references }) =>
    references.some((one) => !dataIn(own.file).some((each) => isNamed(one, each))),
  );
  const beside = isAsked || isShort || data.length > 0 ? await neighbours.beside(own) : [];
  const all = [own, ...beside];
  const elsewhere = (kind: string, name: string, namespace: string | undefined) =>
    onlyOne(all.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace)));
  const embeddedOf = (one: OpenText): readonly Placed[] =>
    embeddedIn(one.file, keys.charts, pathOf(one), elsewhere).map((values) => ({ own: one, values }));
  const values = isAsked ? embeddedOf(own).map((one) => one.values) : alone;
  const read = new Map<PropertyNode, FoundData>();
  const finder = (from: OpenText) => finderIn(from, all, read);
  const takers =
    data.length === 0 ? [] : [...values.map((one) => ({ own, values: one })), ...beside.flatMap(embeddedOf)];
  const taken = data.slice(0, MOST_EMBEDDED).flatMap((one): readonly TakenData[] => {
    const by = takers.filter(({ own: from, values: { references, unread, chart } }) => {
      const isTaken = references.some((reference) => {
        const found = reference.targetPath === undefined ? finder(from)(reference) : "not-found";
        return typeof found !== "string" && found.data.property === one.property;
      });
      return isTaken && unread === undefined && chart !== undefined;
    });
    if (by.length === 0 && !isOurs(one, keys)) return [];
    return [{ values: valuesOf(one, by), found: foundIn(own, one, read), by }];
  });
  return { values, data: taken, finder };
}

function finderIn(from: OpenText, all: readonly OpenText[], read: Map<PropertyNode, FoundData>): FindData {
  return (reference) => {
    const { kind, name, namespace } = reference;
    for (const some of [[from], all.filter((one) => one !== from)]) {
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

function mayHaveData({ file: { text, refused } }: OpenText): boolean {
  return refused === undefined && /\bkind: *["']?(?:ConfigMap|Secret)\b/.test(text);
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function pathOf({ uri }: OpenText): string {
  return URI.parse(uri).path;
}
