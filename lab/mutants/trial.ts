import type { Copy, Outcome } from "./copies.ts";
import { mutated } from "./draw.ts";
import type { Mutant } from "./mutations.ts";
import type { Imports, NearTest } from "./nearest.ts";
import type { Test, UnmutatedTests } from "./unmutated.ts";

/** What became of a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** `untested` if no test that was run comes to its place; `survived` if tests do, and all that were run pass. */
  readonly end: "killed" | "timeout" | "survived" | "untested" | "equivalent";
  /** The test that noticed it, or why the mutant is equivalent to the code. */
  readonly by?: string;
  /** How many of the nearest tests come to its place and were not run, because there was no more time for it. */
  readonly left: number;
}

/** How many tests are looked at for a mutant, and how long those that come to its place may take, in milliseconds. */
export interface Effort {
  readonly tests: number;
  readonly budget: number;
}

/** Runs the tests that come to a mutant's place, the nearest first, until one fails or those run would have taken the budget. */
export async function tried(
  copy: Copy,
  mutant: Mutant,
  imports: Imports,
  tests: UnmutatedTests,
  { tests: most, budget }: Effort,
): Promise<Verdict> {
  let [spent, run, left] = [0, 0, 0];
  for (const near of imports.nearest(mutant.file).slice(0, most)) {
    // Building twice takes longer than such a test: how it ends without a mutant is asked only if it fails.
    const test = near.bundled ? undefined : await tests.measured(copy, near);
    if (!near.bundled && !test?.runs.has(mutant)) continue;
    if (spent > budget) {
      left++;
      continue;
    }
    run++;
    const { end, milliseconds } = await outcome(copy, mutant, near, test);
    spent += milliseconds;
    if (end === "passed" || (near.bundled && (await tests.measured(copy, near)) === undefined)) continue;
    return { mutant, end: end === "failed" ? "killed" : end, by: near.file, left: 0 };
  }
  return { mutant, end: run > 0 ? "survived" : "untested", left };
}

/** What a test comes to with the mutant in the copy. The copy is as before afterwards. */
async function outcome(
  copy: Copy,
  mutant: Mutant,
  { file, bundled }: NearTest,
  unmutated: Test | undefined,
): Promise<Outcome> {
  copy.write(mutant.file, mutated(mutant));
  try {
    // Sources that cannot be built fail every check.
    if (bundled && copy.bundle() !== undefined) return { end: "failed", milliseconds: 0 };
    const usual = unmutated?.milliseconds ?? LONGEST;
    return await copy.run(file, Math.min(LONGEST, 10_000 + 4 * usual));
  } finally {
    copy.restore(mutant.file);
  }
}

/** In milliseconds: a test that takes longer with a mutant does not end. */
const LONGEST = 90_000;
