/** The factor for the usual number of cases. The pipeline sets it to 1. */
const times = Number(process.env.CAP_OPERATOR_PROPERTY_EFFORT ?? "0.1");

/**
 * The number of cases of a property: a tenth of the `usual` ones, or `CAP_OPERATOR_PROPERTY_EFFORT` times as many. The seed is fixed up to `1`;
 * above, it is a random one, which a failure prints.
 */
export function effort(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const numRuns = Math.ceil(usual * times);
  return times > 1 ? { numRuns } : { numRuns, seed: 15 };
}

/** The cases that an exhaustive test tries: all of them from `1` on, below it as large a part, evenly spread, and always the last one. */
export function spread<Case>(all: readonly Case[]): Case[] {
  const step = Math.max(1, Math.round(1 / times));
  return all.filter((_, index) => index % step === 0 || index === all.length - 1);
}

/** Whole numbers from `first` to `last`, of which an exhaustive test tries those that `spread` leaves. */
export function spreadFrom(first: number, last: number, step = 1): number[] {
  const length = Math.max(0, Math.floor((last - first) / step) + 1);
  return spread(Array.from({ length }, (_, index) => first + index * step));
}
