import type { Finders, FoundData } from "../../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, MOST_EMBEDDED, TOO_MANY } from "../../core/embedded/find.ts";
import { dataIn, type EmbeddedData, mayBeValues } from "../../core/embedded/references.ts";
import { type ChartKeys, decidingKey } from "../../core/ownership/chart-keys.ts";
import { memo } from "../../core/yaml/memo.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import type { StringNode } from "../../core/yaml/tree.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText } from "../files/open-texts.ts";
import { referring, type ValuesInFile } from "./referring.ts";

/** A text of a ConfigMap or Secret with values, and the documents that take it. */
export interface TakenData {
  readonly values: EmbeddedValues;
  readonly found: FoundData;
  readonly takers: readonly ValuesInFile[];
}

/** The values in a file, with a finder for their references. */
export interface EmbeddedAround {
  readonly values: readonly EmbeddedValues[];
  readonly data: readonly TakenData[];
  /** Finds the files and objects that a document refers to. */
  readonly finder: (document: OpenText) => Finders;
}

/** The values in a file, with those of ConfigMaps and Secrets in it that documents take. */
export async function embeddedAround(
  outer: OpenText,
  keys: ChartKeys,
  neighbours: Neighbours,
): Promise<EmbeddedAround> {
  const all = mayHaveData(outer) ? dataIn(outer.file).filter(mayBeValues) : [];
  const data = all.slice(0, MOST_EMBEDDED);
  const wanted = data.map((entry) => ({
    holder: entry.property,
    name: entry.name,
    isSearched: isNamedSo(entry, keys),
  }));
  const { values, takers, finder, textOf } = await referring(outer, wanted, keys, neighbours);
  const taken = data.flatMap((entry): readonly TakenData[] => {
    const takenBy = takers(entry.property);
    if (takenBy.length === 0 && !isOurs(entry, keys)) return [];
    return [{ values: valuesOf(entry, takenBy), found: textOf(outer, entry.property), takers: takenBy }];
  });
  const next = taken.length > 0 && all.slice(MOST_EMBEDDED).find((entry) => isNamedSo(entry, keys));
  if (!next) return { values, data: taken, finder };
  const left = {
    values: { ...valuesOf(next, []), unread: TOO_MANY },
    found: textOf(outer, next.property),
    takers: [],
  };
  return { values, data: [...taken, left], finder };
}

function valuesOf(
  { kind, at: path, property, document, namespace }: EmbeddedData,
  placed: readonly ValuesInFile[],
): EmbeddedValues {
  const [first] = placed;
  const { chart, release } = first?.values ?? {};
  return {
    product: kind,
    at: path,
    form: "text",
    holder: property,
    document,
    references: [],
    files: [],
    entries: [],
    unknown: [],
    // Only the document that takes the text knows what else counts.
    isPartial: first === undefined,
    interpolation: "envsubst",
    chart,
    release,
    namespace,
  };
}

/** True if a text has a key that only values of the operator's chart have. */
function isOurs({ property: { valueNode } }: EmbeddedData, keys: ChartKeys): boolean {
  const root = valueNode.type === "string" ? rootIn(valueNode) : undefined;
  return root?.type === "object" && decidingKey(root, keys) !== undefined;
}

/** A text is read once, because it may be asked about before and after the search for what takes it. */
const rootIn = memo(({ value }: StringNode) => parseYaml(value).documents[0]?.root);

/**
 * True if the key looks like one for values, or the text has keys of the operator. Only then is it worth a search for documents that take the text.
 */
function isNamedSo(entry: EmbeddedData, keys: ChartKeys): boolean {
  return /values/i.test(entry.key) || isOurs(entry, keys);
}

function mayHaveData({ file: { text, refused } }: OpenText): boolean {
  return refused === undefined && /\bkind: *["']?(?:ConfigMap|Secret)\b/.test(text);
}
