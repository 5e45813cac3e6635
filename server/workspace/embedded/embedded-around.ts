import type { Finders, FoundData } from "../../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, MOST_EMBEDDED, TOO_MANY } from "../../core/embedded/find.ts";
import { dataIn, type EmbeddedData, mayBeValues } from "../../core/embedded/references.ts";
import { type ChartKeys, decidingKey } from "../../core/ownership/chart-keys.ts";
import { memo } from "../../core/yaml/memo.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import type { StringNode } from "../../core/yaml/tree.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText } from "../files/open-texts.ts";
import { type Placed, referring } from "./referring.ts";

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
  readonly finder: (own: OpenText) => Finders;
}

/** The values in a file, with those of ConfigMaps and Secrets in it that documents take. */
export async function embeddedAround(
  own: OpenText,
  keys: ChartKeys,
  neighbours: Neighbours,
): Promise<EmbeddedAround> {
  const all = mayHaveData(own) ? dataIn(own.file).filter(mayBeValues) : [];
  const data = all.slice(0, MOST_EMBEDDED);
  const wanted = data.map((one) => ({
    holder: one.property,
    name: one.name,
    isSearched: isNamedSo(one, keys),
  }));
  const { values, takers, finder, textOf } = await referring(own, wanted, keys, neighbours);
  const taken = data.flatMap((one): readonly TakenData[] => {
    const by = takers(one.property);
    if (by.length === 0 && !isOurs(one, keys)) return [];
    return [{ values: valuesOf(one, by), found: textOf(own, one.property), by }];
  });
  const next = taken.length > 0 && all.slice(MOST_EMBEDDED).find((one) => isNamedSo(one, keys));
  if (!next) return { values, data: taken, finder };
  const left = {
    values: { ...valuesOf(next, []), unread: TOO_MANY },
    found: textOf(own, next.property),
    by: [],
  };
  return { values, data: [...taken, left], finder };
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
    files: [],
    entries: [],
    unknown: [],
    // What else counts is known only to what takes it.
    isPartial: first === undefined,
    interpolation: "envsubst",
    chart,
    release,
    namespace,
  };
}

/** Whether a text has a key that only values of the operator's chart have. */
function isOurs({ property: { valueNode } }: EmbeddedData, keys: ChartKeys): boolean {
  const root = valueNode.type === "string" ? rootIn(valueNode) : undefined;
  return root?.type === "object" && decidingKey(root, keys) !== undefined;
}

/** A text is read once, because it may be asked about before and after the search for what takes it. */
const rootIn = memo(({ value }: StringNode) => parseYaml(value).documents[0]?.root);

/** Whether a text is named as values are, or is ours by its keys: only then is it worth a search for what takes it. */
function isNamedSo(one: EmbeddedData, keys: ChartKeys): boolean {
  return /values/i.test(one.key) || isOurs(one, keys);
}

function mayHaveData({ file: { text, refused } }: OpenText): boolean {
  return refused === undefined && /\bkind: *["']?(?:ConfigMap|Secret)\b/.test(text);
}
