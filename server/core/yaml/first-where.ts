/** The index of the first for which something holds, which then holds for all that come after it. */
export function firstWhere<T>(sorted: readonly T[], holds: (one: T, index: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as T, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
