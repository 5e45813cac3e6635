/** How many letters must be added, removed, replaced or swapped to turn one word into the other, regardless of case. */
export function editDistance(from: string, to: string): number {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

interface Ranked {
  readonly candidate: string;
  readonly distance: number;
}

function ranked(word: string, candidates: readonly string[]): Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
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
export function meant(word: string, candidates: readonly string[]): string[] {
  const possible = candidates.filter(
    (candidate) =>
      Math.abs(word.length - candidate.length) <= tolerated(word, candidate) || isBeginning(word, candidate),
  );
  return ranked(word, possible)
    .filter(
      ({ candidate, distance }) => distance <= tolerated(word, candidate) || isBeginning(word, candidate),
    )
    .map(({ candidate }) => candidate);
}

function tolerated(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

function isBeginning(word: string, candidate: string): boolean {
  const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word];
  return short.length > 3 && long.toLowerCase().startsWith(short.toLowerCase());
}
