import type { Copy, Outcome } from "./copies.ts";
import { mutated } from "./draw.ts";
import type { Mutant } from "./mutations.ts";
import type { Imports, NearTest } from "./nearest.ts";

/** The fate of a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** `untested` if no test imports its file. */
  readonly end: "killed" | "timeout" | "survived" | "untested" | "equivalent";
  /** The test that noticed it, or why the mutant is equivalent to the code. */
  readonly by?: string;
}

/** The number of tests that are run for a mutant, and the time after which no further test begins, in milliseconds. */
export interface Effort {
  readonly tests: number;
  readonly budget: number;
}

/** Runs the tests that are nearest to a mutant until one fails that passes without it. */
export class Trials {
  readonly #imports: Imports;
  readonly #effort: Effort;
  /** True for tests that pass without a mutant; only tests that were asked for have an entry. */
  readonly #passes = new Map<string, Promise<boolean>>();

  constructor(imports: Imports, effort: Effort) {
    this.#imports = imports;
    this.#effort = effort;
  }

  async tried(copy: Copy, mutant: Mutant): Promise<Verdict> {
    const near = this.#imports.nearest(mutant.file).slice(0, this.#effort.tests);
    let spent = 0;
    for (const test of near) {
      if (spent > this.#effort.budget) break;
      const { end, milliseconds } = await withMutant(copy, mutant, test);
      spent += milliseconds;
      if (end === "passed" || !(await this.#passesWithout(copy, test))) continue;
      return { mutant, end: end === "failed" ? "killed" : end, by: test.file };
    }
    return { mutant, end: near.length > 0 ? "survived" : "untested" };
  }

  /** A test that fails without a mutant shows nothing. */
  #passesWithout(copy: Copy, test: NearTest): Promise<boolean> {
    const known = this.#passes.get(test.file) ?? run(copy, test).then(({ end }) => end === "passed");
    this.#passes.set(test.file, known);
    return known;
  }
}

/** Runs a test with a mutant in the copy, which is restored afterwards. */
async function withMutant(copy: Copy, mutant: Mutant, test: NearTest): Promise<Outcome> {
  copy.write(mutant.file, mutated(mutant));
  try {
    return await run(copy, test);
  } finally {
    copy.restore(mutant.file);
  }
}

async function run(copy: Copy, { file, bundled, flags }: NearTest): Promise<Outcome> {
  // Sources that cannot be built fail every check.
  if (bundled && copy.bundle() !== undefined) return { end: "failed", milliseconds: 0 };
  return await copy.run(file, LONGEST, flags);
}

/** In milliseconds: a test that takes longer does not end. */
const LONGEST = 90_000;
