const EFFORT = "CAP_OPERATOR_PROPERTY_EFFORT";

/**
 * How many cases a property is tried with: a tenth of the `usual` ones, or as many times them as `CAP_OPERATOR_PROPERTY_EFFORT` says. The seed
 * is fixed up to `1`; above, it is a random one, which a failure prints.
 */
export function effort(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const times = Number(process.env[EFFORT] ?? "0.1");
  const numRuns = Math.ceil(usual * times);
  return times > 1 ? { numRuns } : { numRuns, seed: 15 };
}
