// `npm run test:editor:busy [-- --runs=5 files]`: the editor suite again and again on a machine that is kept busy by as many
// processes as two cores have, to see that it depends on no time. Other arguments are as for `npm run test:editor`.
import { spawn } from "node:child_process";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "./repository.ts";
import { runScript } from "./run-node-tests.ts";
import { longestWait } from "./workbench/waits.ts";

const EATERS = 2;
const RUNS = 5;

/** What became of one run. */
interface Run {
  readonly isGreen: boolean;
  readonly seconds: number;
  readonly longest: string;
}

const given = process.argv.slice(2);
const asked = given.map((argument) => /^--runs=(\d+)$/.exec(argument)?.[1]).find((count) => count);
const others = given.filter((argument) => !argument.startsWith("--runs="));

const runs: Run[] = [];
const stopEating = eatAllCpu();
try {
  for (let count = Number(asked ?? RUNS); count > 0; count -= 1) {
    const run = runOnce();
    runs.push(run);
    console.log(`\nRun ${runs.length}: ${lineOf(run)}`);
    if (!run.isGreen) await keepPictures();
  }
} finally {
  stopEating();
}
const green = runs.filter(({ isGreen }) => isGreen).length;
console.log(
  `\n${green} of ${runs.length} runs were green with ${EATERS} processes beside them that eat all CPU:`,
);
for (const [index, run] of runs.entries()) console.log(`  ${index + 1}. ${lineOf(run)}`);
process.exitCode = green === runs.length ? 0 : 1;

function runOnce(): Run {
  const began = performance.now();
  const isGreen = runScript("test/support/run-editor.ts", ...others) === 0;
  return { isGreen, seconds: Math.round((performance.now() - began) / 1000), longest: longestWait() };
}

function lineOf({ isGreen, seconds, longest }: Run): string {
  return `${isGreen ? "green" : "RED"} after ${seconds} s. ${longest}`;
}

/** The next run removes what this one has left behind. */
async function keepPictures(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-red-run-"));
  await cp(path.join(repository, "artifacts"), folder, { recursive: true });
  console.log(`Its pictures are in ${folder}.`);
}

/** Starts processes that do nothing as fast as they can; they end with this one. Gives what ends them. */
function eatAllCpu(): () => void {
  const eating =
    "const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e8; n += 1);";
  const eaters = Array.from({ length: EATERS }, () =>
    spawn(process.execPath, ["--eval", eating], { stdio: "ignore" }),
  );
  const stop = () => {
    for (const eater of eaters) eater.kill("SIGKILL");
  };
  process.once("exit", stop);
  return stop;
}
