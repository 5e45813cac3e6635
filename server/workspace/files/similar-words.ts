import { closestMatches } from "../../core/rules/engine/rank.ts";

/** The maximum number of words that are suggested. */
export const MOST_NEAR = 3;
/** The maximum number of known words that are listed if none is similar. */
const FEW = 15;

/** The end of a message about an unknown word: similar words, or all known ones if they are few. */
export function nearest(word: string, known: readonly string[]): string {
  const near = nearestOf(word, [...new Set(known)]).slice(0, MOST_NEAR);
  if (near.length > 0) return ` Did you mean ${listed(near)}?`;
  return known.length > 0 && known.length <= FEW ? ` Known: ${known.join(", ")}.` : "";
}

/** Of keys with dots, those in the same mapping; of a part alone, those that end in it or in a similar one. */
function nearestOf(word: string, known: readonly string[]): string[] {
  const last = lastOf(word);
  const inside = word.slice(0, word.length - last.length);
  const siblings = inside === "" ? [] : known.filter((key) => key === inside + lastOf(key));
  if (siblings.length > 0) return closestMatches(last, siblings.map(lastOf)).map((name) => inside + name);
  const near = closestMatches(word, known);
  const same = near.filter((key) => lastOf(key) === last);
  if (inside !== "") return same.length > 0 ? same : near;
  const keys = known.filter((key) => key !== lastOf(key));
  const ends = keys.some((key) => lastOf(key) === last) ? [last] : closestMatches(last, keys.map(lastOf));
  return [...new Set([...near, ...keys.filter((key) => ends.includes(lastOf(key)))])];
}

/** The last part of a key with dots, such as `replicas` of `controller.replicas`. */
function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** Words as a choice in a sentence. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${last}` : last;
}
