import path from "node:path";
import type { Copy } from "./copies.ts";
import { mutated } from "./draw.ts";
import type { Mutant } from "./mutations.ts";
import type { Test } from "./unmutated.ts";

/** What became of a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** `untested` where no test comes to its place; `survived` where tests do, and all that were run pass. */
  readonly end: "killed" | "timeout" | "survived" | "untested";
  /** The test that noticed it. */
  readonly by?: string;
  /** How many of the tests that come to its place were not run, because there was no more time for it. */
  readonly left: number;
}

/** Runs the tests that come to a mutant's place, the likeliest first, until one fails or those run would have taken `budget`. */
export async function tried(
  copy: Copy,
  mutant: Mutant,
  tests: readonly Test[],
  budget: number,
): Promise<Verdict> {
  const due = tests.filter(({ runs }) => runs.has(mutant)).sort((a, b) => cost(a, mutant) - cost(b, mutant));
  if (due.length === 0) return { mutant, end: "untested", left: 0 };
  copy.write(mutant.file, mutated(mutant));
  try {
    let [spent, run] = [0, 0];
    for (const { file, milliseconds } of due) {
      // The first one is run whatever it takes.
      if (run > 0 && spent + milliseconds > budget) continue;
      spent += milliseconds;
      run++;
      const { end } = await copy.run(file, 10_000 + 4 * milliseconds);
      if (end === "failed") return { mutant, end: "killed", by: file, left: 0 };
      if (end === "timeout") return { mutant, end, by: file, left: 0 };
    }
    return { mutant, end: "survived", left: due.length - run };
  } finally {
    copy.restore(mutant.file);
  }
}

/** Quick tests first; those beside the mutant, as the folders of tests mirror those of the code, long before others. */
function cost({ file, milliseconds }: Test, mutant: Mutant): number {
  const [code, test] = [mutant.file, file].map((one) => path.posix.dirname(one).split("/").slice(1));
  const near = code?.findIndex((folder, index) => folder !== test?.[index]) ?? 0;
  const isOwn = path.posix.basename(file).startsWith(path.posix.basename(mutant.file, ".ts"));
  const together = near === -1 ? (code?.length ?? 0) : near;
  return milliseconds / 4 ** together / (isOwn ? 100 : 1);
}
