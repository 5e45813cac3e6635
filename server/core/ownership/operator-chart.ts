import type { ReadChart, VocabularyName } from "../chart/chart.ts";
import { mappingOf } from "../chart/declared-keys.ts";
import { type ChartKeys, countKeys, decidingKey, isMostlyForeign, setsKnownKey } from "./chart-keys.ts";
import { type TellingKeys, tellingWords, vocabularyOfWords } from "./chart-words.ts";

/**
 * True for a chart of the operator, judged by the components and keys that its values declare, because a copy may have any name. The
 * name counts unless the declared keys contradict it.
 */
export function isOperatorChart({ name, values }: ReadChart, keys: ChartKeys): boolean {
  const root = values && mappingOf(values);
  const isNamed = keys.charts.includes(name);
  if (root === undefined) return isNamed;
  if (decidingKey(root, keys) !== undefined) return true;
  if (keys.components.every((key) => setsKnownKey(root, key, keys))) return true;
  return isNamed && !isMostlyForeign(countKeys(root, keys));
}

/** The vocabulary of a chart's values, in doubt that of the first telling word; `undefined` without any. */
export function vocabularyOf({ values }: ReadChart, telling: TellingKeys): VocabularyName | undefined {
  const root = values && mappingOf(values);
  const words = root ? tellingWords(root, telling) : [];
  return vocabularyOfWords(words) ?? words[0]?.vocabulary;
}
