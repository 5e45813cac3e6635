import type { KeyTrials, Trial } from "../../core/language-service.ts";

/** Keys that can be tried together: neither what switches others on or off, nor items, because a list is given as a whole. */
export function groupsOf(keys: readonly KeyTrials[]): readonly (readonly KeyTrials[])[] {
  const isAlone = ({ path, value }: KeyTrials) =>
    typeof value === "boolean" || path.some((part) => typeof part === "number");
  return [keys.filter((key) => !isAlone(key)), ...keys.filter(isAlone).map((key) => [key])];
}

/** The two halves of a list. */
export function halves<T>(list: readonly T[]): readonly (readonly T[])[] {
  const half = Math.ceil(list.length / 2);
  return [list.slice(0, half), list.slice(half)];
}

/** A change for each key; keys that have the same value get different ones, so that they are not the same afterwards. */
export function apart(keys: readonly KeyTrials[]): readonly Trial[] {
  const counts = new Map<string, number>();
  return keys.flatMap(({ value, trials }) => {
    const id = JSON.stringify(value) ?? "";
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return trials[count % trials.length] ?? [];
  });
}
