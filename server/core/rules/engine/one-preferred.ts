import type { Fix } from "./rule.ts";

/** The same fixes, of which the first preferred one alone is preferred. */
export function onePreferred(fixes: readonly Fix[]): Fix[] {
  const first = fixes.find(({ preferred }) => preferred);
  return fixes.map((fix) => (fix === first || !fix.preferred ? fix : { ...fix, preferred: false }));
}
