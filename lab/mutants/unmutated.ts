import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { groupBy } from "../../server/core/yaml/group-by.ts";
import { repository } from "../../test/support/repository.ts";
import { type Copy, shared } from "./copies.ts";
import type { Mutant } from "./mutations.ts";

/** A test file that passes as the code is. */
export interface Test {
  readonly file: string;
  readonly milliseconds: number;
  /** The mutants whose place it runs. */
  readonly runs: ReadonlySet<Mutant>;
}

/** Longer than any test file takes, also on a machine that does other things. */
const DEADLINE = 20 * 60_000;

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The tests of the core, of the server and of the schemas, those with `among` in their path. */
export function testFiles(among: string): string[] {
  return globSync("test/{core,lsp,schemas}/**/*.test.ts", { cwd: repository })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.includes(among))
    .sort();
}

/** Runs each test file once: how long it takes, and which of the mutants' places it comes to. */
export async function unmutatedTests(
  copies: readonly Copy[],
  files: readonly string[],
  mutants: readonly Mutant[],
  log: (line: string) => void,
): Promise<Test[]> {
  const tests: Test[] = [];
  await shared(copies, files, async (copy, file) => {
    const coverage = mkdtempSync(path.join(tmpdir(), "mutants-coverage-"));
    const { end, milliseconds } = await copy.run(file, DEADLINE, coverage);
    const runs = new Set(end === "passed" ? mutantsRun(coverage, copy, mutants) : []);
    rmSync(coverage, { recursive: true, force: true });
    if (end === "passed") tests.push({ file, milliseconds, runs });
    else log(`${file} ${end} without any mutant, and is left out.`);
  });
  return tests;
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
