import { editDistance } from "../../yaml/edit-distance.ts";

interface Ranked {
  readonly candidate: string;
  readonly distance: number;
}

function ranked(word: string, candidates: readonly string[], distanceOf = editDistance): Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
}

/** Candidates from the nearest to the farthest; those at the same distance keep their order. */
export function closestFirst(word: string, candidates: readonly string[]): string[] {
  return ranked(word, candidates).map(({ candidate }) => candidate);
}

/**
 * The candidates that someone may have meant by `word`, the nearest first: at most a third of the letters differ, or
 * one begins with the other.
 */
export function closestMatches(word: string, candidates: readonly string[]): string[] {
  const possible = candidates.filter(
    (candidate) =>
      Math.abs(word.length - candidate.length) <= tolerated(word, candidate) || isBeginning(word, candidate),
  );
  return ranked(word, possible, (one, other) => editDistance(one, other, tolerated(one, other)))
    .filter(
      ({ candidate, distance }) => distance <= tolerated(word, candidate) || isBeginning(word, candidate),
    )
    .map(({ candidate }) => candidate);
}

/** Whether a candidate is no slip of a word, but has its beginning or is it: it may as well be another word. */
export function isOtherWord(word: string, candidate: string): boolean {
  return editDistance(word, candidate, tolerated(word, candidate)) > tolerated(word, candidate);
}

function tolerated(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

function isBeginning(word: string, candidate: string): boolean {
  const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word];
  return short.length > 3 && long.toLowerCase().startsWith(short.toLowerCase());
}
