// `npm run promises`: breaks each promise of docs/operations/security.md in a copy of the repository, and checks that its tests fail.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isSlow, killersOf, LINTER, mutated, readPromises, testFile } from "../../test/security/promises.ts";
import { repository } from "../../test/support/repository.ts";
import { Copy, shared } from "../mutants/copies.ts";
import { Imports } from "../mutants/nearest.ts";
import { type LineMutant, lineMutants } from "./lines.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    share: { type: "string", default: "1/1" },
    draw: { type: "string" },
    copies: { type: "string", default: "2" },
    cluster: { type: "boolean", default: false },
  },
});

/** Longer than any of these tests takes without a mutation, also on a machine that does other things. */
const DEADLINE = 10 * 60_000;

/** The end of a test that the deadline ended: it did not pass, so the mutation is killed. */
const HUNG = "hung";

interface Trial {
  /** Absent for a line that was drawn: its mutant may mean the same, so the run does not fail if no test notices. */
  readonly promise?: string;
  readonly file: string;
  /** The change, in words. */
  readonly change: string;
  readonly broken: (text: string) => string;
  readonly killers: readonly string[];
}

interface Verdict extends Trial {
  readonly end: "killed" | "survived" | "not valid";
  /** The test that failed, or why there is no answer. */
  readonly by: string;
  readonly seconds: number;
}

const started = performance.now();
const imports = new Imports();
const all = Object.values(readPromises()).flatMap((rows) =>
  rows.flatMap((row): Trial[] =>
    (row.mutations ?? []).map((mutation) => ({
      promise: row.promise,
      file: mutation.file,
      change: mutation.find,
      broken: (text) => mutated(mutation, text),
      killers: killersOf(row, mutation),
    })),
  ),
);
const inReach = all.filter(({ killers }) => values.cluster || !killers.every(isSlow));
const lines = values.draw === undefined ? [] : lineMutants(imports).map(trialOf);
const trials = [...drawn(inReach.filter(isAskedFor)), ...drawn(lines.filter(isAskedFor))];
console.log(`${trials.length} of ${all.length} mutations; ${all.length - inReach.length} need --cluster.`);
if (lines.length > 0) console.log(`As many are drawn of ${lines.length} in lines that no promise names.`);

const copies = Array.from({ length: Number(values.copies) }, () => new Copy());
process.on("exit", () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const verdicts: Verdict[] = [];
/** The time of each test without a mutation, in milliseconds; undefined if it fails, because then it proves nothing. */
const unmutated = new Map<string, Promise<number | undefined>>();
await shared(copies, trials, async (copy, trial) => {
  const begun = performance.now();
  const ended = await tried(copy, trial).catch((error: Error) => ({
    end: "not valid" as const,
    by: error.message,
  }));
  const verdict = { ...trial, ...ended, seconds: (performance.now() - begun) / 1000 };
  verdicts.push(verdict);
  console.log(`${verdicts.length} ${verdict.end}: ${trial.file}: ${trial.change} (${verdict.by})`);
});

const rows = trials.map((trial) => verdicts.find(({ broken }) => broken === trial.broken) as Verdict);
console.log("\n| promise | file | end | test | s |\n|---|---|---|---|---:|");
for (const { promise, file, change, end, by: killer, seconds } of rows)
  console.log(`| ${promise ?? change} | ${file} | ${end} | ${killer} | ${seconds.toFixed(1)} |`);
const killed = rows.filter(({ end }) => end === "killed").length;
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
const hung = rows.filter(({ by: killer }) => killer.endsWith(`: ${HUNG}`)).length;
console.log(`\n${killed} of ${rows.length} killed in ${minutes} min; of these, ${hung} hung.`);
const isKept = rows.every(({ promise, end }) => promise === undefined || end === "killed");
process.exitCode = isKept && rows.length > 0 ? 0 : 1;

/** The mutant of a line. */
function trialOf({ mutant, tests }: LineMutant): Trial {
  const { file, line, change, start, end, replacement } = mutant;
  return {
    file,
    change: `line ${line}, ${change.replaceAll("|", "\\|")}`,
    broken: (text) => text.slice(0, start) + replacement + text.slice(end),
    killers: tests,
  };
}

function isAskedFor({ promise = "", file, change, killers }: Trial): boolean {
  return [promise, file, change, ...killers].some((text) => text.includes(values.only));
}

/** The N-th of M parts of them; or some that a text decides. */
function drawn(some: readonly Trial[]): Trial[] {
  const [count, ...seed] = (values.draw ?? "").split(":");
  if (count) return shuffled(some, seed.join(":")).slice(0, Number(count));
  const [share = 1, shares = 1] = values.share.split("/").map(Number);
  const size = some.length / shares;
  return some.slice(Math.round((share - 1) * size), Math.round(share * size));
}

function shuffled(some: readonly Trial[], seed: string): Trial[] {
  // FNV-1a: any hash that mixes short texts will do.
  const rank = ({ file, change }: Trial) =>
    [...seed, file, change]
      .join("")
      .split("")
      .reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 16777619) >>> 0, 2166136261);
  return some.toSorted((a, b) => rank(a) - rank(b));
}

async function tried(copy: Copy, { file, broken, killers }: Trial): Promise<Pick<Verdict, "end" | "by">> {
  for (const test of killers) {
    const time = unmutated.get(test) ?? timeOf(copy, test);
    unmutated.set(test, time);
    if ((await time) === undefined) return { end: "not valid", by: `${test} fails without a mutation` };
  }
  copy.write(file, broken(readFileSync(path.join(repository, file), "utf8")));
  try {
    for (const test of killers) {
      const killer = await fails(copy, test, 10_000 + 3 * ((await unmutated.get(test)) ?? 0), file);
      if (killer !== undefined) return { end: "killed", by: killer };
    }
    return { end: "survived", by: killers.join(", ") };
  } finally {
    copy.restore(file);
  }
}

async function timeOf(copy: Copy, test: string): Promise<number | undefined> {
  const begun = performance.now();
  return (await fails(copy, test, DEADLINE)) === undefined ? performance.now() - begun : undefined;
}

/** The first failure of a test; `undefined` if it passes. Throws if the tests could not even be loaded. */
async function fails(
  copy: Copy,
  test: string,
  deadline: number,
  mutatedFile?: string,
): Promise<string | undefined> {
  if (test === LINTER) {
    if (mutatedFile === undefined) return undefined;
    const { status } = run(copy, "node_modules/@biomejs/biome/bin/biome", "lint", mutatedFile);
    return status === 0 ? undefined : LINTER;
  }
  const file = testFile(test);
  if (file === undefined) throw new Error(`No test found at ${test}.`);
  if (imports.runsBundles(file)) {
    const fault = copy.bundle();
    if (fault !== undefined) throw new Error(`The copy could not be built: ${fault}`);
  }
  const { end, failure } = await copy.run(file, deadline);
  if (end === "passed") return undefined;
  if (end === "failed" && failure === undefined) throw new Error(`${test} could not be loaded.`);
  return `${test}: ${failure ?? (end === "timeout" ? HUNG : end)}`;
}

function run(copy: Copy, script: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: copy.folder,
    encoding: "utf8",
    timeout: DEADLINE,
  });
}
