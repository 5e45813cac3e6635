import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { groupBy } from "../../server/core/yaml/group-by.ts";
import type { Copy } from "./copies.ts";
import type { Mutant } from "./mutations.ts";
import type { NearTest } from "./nearest.ts";

/** A test file that passes as the code is. */
export interface Test {
  readonly milliseconds: number;
  /** The mutants whose place it runs; all for a test of the programs that the build makes, as their coverage is not that of the sources. */
  readonly runs: ReadonlySet<Mutant>;
}

/** Longer than any test file takes, also on a machine that does other things. */
const DEADLINE = 20 * 60_000;

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The tests as they are without a mutant: each is run once, when it is first asked for. */
export class UnmutatedTests {
  readonly #mutants: readonly Mutant[];
  readonly #log: (line: string) => void;
  readonly #tests = new Map<string, Promise<Test | undefined>>();

  constructor(mutants: readonly Mutant[], log: (line: string) => void) {
    this.#mutants = mutants;
    this.#log = log;
  }

  /** How long a test takes, and which of the mutants' places it comes to; nothing if it fails, because then it shows nothing. */
  measured(copy: Copy, test: NearTest): Promise<Test | undefined> {
    const known = this.#tests.get(test.file) ?? this.#measure(copy, test);
    this.#tests.set(test.file, known);
    return known;
  }

  async #measure(copy: Copy, { file, bundled }: NearTest): Promise<Test | undefined> {
    const fault = bundled ? copy.bundle() : undefined;
    if (fault !== undefined) throw new Error(`The copy could not be built: ${fault}`);
    const coverage = bundled ? undefined : mkdtempSync(path.join(tmpdir(), "mutants-coverage-"));
    const { end, milliseconds } = await copy.run(file, DEADLINE, coverage);
    const runs = coverage === undefined ? this.#mutants : mutantsRun(coverage, copy, this.#mutants);
    if (coverage !== undefined) rmSync(coverage, { recursive: true, force: true });
    if (end === "passed") return { milliseconds, runs: new Set(runs) };
    this.#log(`${file} ${end} without any mutant, and is left out.`);
    return undefined;
  }
}

/** Node only blanks types, so that what V8 counts has the offsets of the source. */
function mutantsRun(folder: string, copy: Copy, mutants: readonly Mutant[]): Mutant[] {
  const found = new Set<Mutant>();
  const byFile = groupBy(mutants, ({ file }) => path.join(copy.folder, file));
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as {
      result: { url: string; functions: { ranges: Range[] }[] }[];
    };
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const ranges = functions.flatMap((one) => one.ranges);
      for (const mutant of byFile.get(fileURLToPath(url)) ?? []) {
        if (countAt(ranges, mutant.start) > 0) found.add(mutant);
      }
    }
  }
  return [...found];
}

/** How often a place ran: what the smallest range around it says. */
function countAt(ranges: readonly Range[], offset: number): number {
  let smallest: Range | undefined;
  for (const range of ranges) {
    if (offset < range.startOffset || offset >= range.endOffset) continue;
    const length = range.endOffset - range.startOffset;
    if (smallest === undefined || length <= smallest.endOffset - smallest.startOffset) smallest = range;
  }
  return smallest?.count ?? 0;
}
