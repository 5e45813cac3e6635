import type { Candidate, Trial } from "./proof.ts";

/** Tries candidates out together; `undefined` if there is no trial left. */
export type Together = (some: readonly Candidate[]) => Promise<Trial | undefined>;

/**
 * Candidates in sets that work together: usually all of them in one, or those that are not to blame for the remaining faults. If that leaves
 * none, halves are tried, as long as there are trials.
 */
export async function holdingSets(
  candidates: readonly Candidate[],
  tryTogether: Together,
): Promise<readonly (readonly Candidate[])[]> {
  const trial = candidates.length > 0 ? await tryTogether(candidates) : undefined;
  if (trial?.outcome === "better") return [candidates];
  if (!trial || candidates.length === 1) return [];
  const { blamed } = trial;
  const blameless = candidates.filter((candidate) => !blamed.has(candidate));
  if (blameless.length > 0 && blameless.length < candidates.length) {
    const sets = await holdingSets(blameless, tryTogether);
    return sets.length > 0 ? sets : holdingSets([...blamed], tryTogether);
  }
  const half = candidates.length >> 1;
  const first = await holdingSets(candidates.slice(0, half), tryTogether);
  return [...first, ...(await holdingSets(candidates.slice(half), tryTogether))];
}
