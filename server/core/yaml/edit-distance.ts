/** The rows of a search, which the next one uses again: thousands of words cost no memory. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = rowsOf(32);

function rowsOf(width: number): [Uint32Array, Uint32Array, Uint32Array] {
  return [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
}

/**
 * The number of letters to add, remove, replace or swap to turn one word into the other (Damerau-Levenshtein), regardless of case. The
 * search ends early above `most`: a result above it only means that the distance is larger.
 */
export function editDistance(from: string, to: string, most = Number.POSITIVE_INFINITY): number {
  const [a, b] = withoutCommonEnds(from.toLowerCase(), to.toLowerCase());
  const width = b.length + 1;
  if (width > rows[0].length) rows = rowsOf(width * 2);
  let [beforeLast, last, row] = rows;
  for (let j = 0; j < width; j++) last[j] = j;
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j < width; j++) {
      const isSame = letter === b.charCodeAt(j - 1);
      let cost = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1));
      const isSwapped =
        i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) cost = Math.min(cost, cell(beforeLast, j - 2) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // No later row can have less than the least of two that follow each other.
    if (least > most && leastOfLast > most) return least;
    leastOfLast = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return cell(last, b.length);
}

/** The parts of two words that differ: most of a misspelled word is right, and costs no search. */
function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let ends = 0;
  while (ends < shorter - start && a.charCodeAt(a.length - 1 - ends) === b.charCodeAt(b.length - 1 - ends))
    ends++;
  return [a.slice(start, a.length - ends), b.slice(start, b.length - ends)];
}

function cell(row: Uint32Array, index: number): number {
  return row[index] ?? 0;
}
