import { editDistance } from "../../yaml/edit-distance.ts";

/** Names longer than this are not compared letter by letter: a chart may hold anything. */
const LONGEST = 100;
/** In names as long as this, a letter or two more or less are no other word. */
const LONG = 8;

/**
 * Whether a key could have been given the other name: at most a third of the letters differ, or all words of the shorter name
 * are in the longer one (`replicas` and `replicaCount`).
 */
export function areAlike(one: string, other: string): boolean {
  if (one.length > LONGEST || other.length > LONGEST) return false;
  if (editDistance(one, other) <= Math.floor(Math.max(one.length, other.length) / 3)) return true;
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (!few || !many || few.length === 0) return false;
  return few.every((word) => many.some((candidate) => areSameWord(word, candidate)));
}

/** Whether two long names are nearly the same, letter by letter, or one is the beginning of the other. */
export function areSpelledAlike(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length);
  if (shortest < LONG || Math.max(one.length, other.length) > LONGEST) return false;
  return one.startsWith(other) || other.startsWith(one) || editDistance(one, other) <= 2;
}

/** The words of a name in camel case, or with dashes, underlines or dots between them. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** The same word, also as its plural or as an abbreviation. */
function areSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length > 3 && long.startsWith(short)) || `${short}s` === long;
}
