/**
 * The number of letters to add, remove, replace or swap to turn one word into the other (Damerau-Levenshtein), regardless of case. The
 * search ends early above `most`: a result above it only means that the distance is larger.
 */
export function editDistance(from: string, to: string, most = Number.POSITIVE_INFINITY): number {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  const width = b.length + 1;
  let [beforeLast, last, row] = [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
  for (let j = 0; j < width; j++) last[j] = j;
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, cell(beforeLast, j - 2) + 1);
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

function cell(row: Uint32Array, index: number): number {
  return row[index] ?? 0;
}
