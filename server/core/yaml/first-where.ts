/** The index of the first item for which a condition holds, found by binary search. It must hold for all items behind the first. */
export function firstWhere<T>(sorted: readonly T[], holds: (item: T, index: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as T, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
