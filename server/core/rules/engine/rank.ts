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
  return ranked(word, possible, (text, other) => editDistance(text, other, tolerated(text, other)))
    .filter(
      ({ candidate, distance }) => distance <= tolerated(word, candidate) || isBeginning(word, candidate),
    )
    .map(({ candidate }) => candidate);
}

/** Tells a misspelled candidate, of which at most a third of the letters differ, from one that only begins alike and may be another word. */
export function isMisspelled(word: string, candidate: string): boolean {
  const most = tolerated(word, candidate);
  return editDistance(word, candidate, most) <= most;
}

function tolerated(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

function isBeginning(word: string, candidate: string): boolean {
  const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word];
  return short.length > 3 && long.toLowerCase().startsWith(short.toLowerCase());
}
