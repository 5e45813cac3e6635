import { editDistance } from "../../yaml/edit-distance.ts";
import { memo } from "../../yaml/memo.ts";

/** Candidates from the nearest to the farthest; those at the same distance keep their order. */
export function closestFirst(word: string, candidates: readonly string[]): string[] {
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/**
 * The candidates that someone may have meant by `word`, the nearest first: at most a third of the letters differ, or
 * one begins with the other.
 */
export function closestMatches(word: string, candidates: readonly string[]): string[] {
  const given = comparable(word);
  const possible = comparableWords(candidates).filter((other) => {
    const most = tolerated(word, other.word);
    const isNear =
      Math.abs(word.length - other.word.length) <= most &&
      differentLetters(given.letters, other.letters) <= most;
    return isNear || isBeginning(given, other);
  });
  if (possible.length === 0) return [];
  return possible
    .map((other) => ({
      other,
      distance: editDistance(word, other.word, tolerated(word, other.word)),
    }))
    .filter(({ other, distance }) => distance <= tolerated(word, other.word) || isBeginning(given, other))
    .sort((a, b) => a.distance - b.distance)
    .map(({ other }) => other.word);
}

/** Tells a misspelled candidate, of which at most a third of the letters differ, from one that only begins alike and may be another word. */
export function isMisspelled(word: string, candidate: string): boolean {
  const most = tolerated(word, candidate);
  return editDistance(word, candidate, most) <= most;
}

/** A word with what is compared before its distance to another one is measured. */
interface ComparableWord {
  readonly word: string;
  readonly lower: string;
  /** Its letters, regardless of case, as bits; a digit or a sign has the bit of a letter. */
  readonly letters: number;
}

function comparable(word: string): ComparableWord {
  const lower = word.toLowerCase();
  let letters = 0;
  for (let index = 0; index < lower.length; index++) letters |= 1 << (lower.charCodeAt(index) & 31);
  return { word, lower, letters };
}

/** The words of a list, which may be asked about thousands of others. */
const comparableWords = memo((words: readonly string[]) => words.map(comparable));

/** A number of letters that two words differ in at least: each needs a change, and no change is for two letters of one word. */
function differentLetters(letters: number, others: number): number {
  return Math.max(bitCount(letters & ~others), bitCount(others & ~letters));
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function tolerated(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

function isBeginning(word: ComparableWord, other: ComparableWord): boolean {
  const [short, long] = word.word.length < other.word.length ? [word, other] : [other, word];
  return short.word.length > 3 && long.lower.startsWith(short.lower);
}
