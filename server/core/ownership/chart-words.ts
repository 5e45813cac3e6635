import type { VocabularyName } from "../chart/chart.ts";
import type { ObjectNode, PropertyNode } from "../yaml/tree.ts";

/** The keys of a mapping, in lower case, by which one vocabulary is distinguished from the other. */
export type TellingKeys = Readonly<Record<string, TellingKey>>;

/** A key that only one vocabulary has, or one that both have with something telling in it. */
export interface TellingKey {
  /** The vocabulary that alone has this key; absent if both have it. */
  readonly only?: VocabularyName;
  /** Values, in lower case, that only one vocabulary allows. */
  readonly values?: Readonly<Record<string, VocabularyName>>;
  readonly below?: TellingKeys;
}

/** A word in a file that only one vocabulary has. */
export interface TellingWord {
  readonly word: string;
  readonly vocabulary: VocabularyName;
}

/** The place of such a word: a key, or the value of one. */
export interface TellingPlace extends TellingWord {
  readonly property: PropertyNode;
  readonly is: "key" | "value";
}

/** The words of a mapping that only one vocabulary has, in their order. Upper and lower case make no difference. */
export function tellingWords(root: ObjectNode, keys: TellingKeys): TellingPlace[] {
  return root.properties.flatMap((property): TellingPlace[] => {
    const { key, valueNode, colonOffset } = property;
    const telling = colonOffset === undefined ? undefined : entryOf(keys, key);
    if (!telling) return [];
    if (telling.only) return [{ word: key, vocabulary: telling.only, property, is: "key" }];
    if (valueNode.type === "object") return tellingWords(valueNode, telling.below ?? {});
    if (valueNode.type !== "string") return [];
    const vocabulary = entryOf(telling.values ?? {}, valueNode.value);
    return vocabulary === undefined ? [] : [{ word: valueNode.value, vocabulary, property, is: "value" }];
  });
}

/** The vocabulary that most of some words belong to; `undefined` without any, or with as many of each. */
export function vocabularyOfWords(words: readonly TellingWord[]): VocabularyName | undefined {
  const published = words.filter(({ vocabulary }) => vocabulary === "published").length;
  const specification = words.length - published;
  if (published === specification) return undefined;
  return published > specification ? "published" : "specification";
}

function entryOf<Value>(entries: Readonly<Record<string, Value>>, word: string): Value | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
