// `npm run compare:helm -- --seed 1 --hostile 20000 --plausible 20000`: asks the engine and the libraries of both
// generations of Helm the same questions, and prints a table.
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { Question } from "../../test/helm/question.ts";
import { compare, type Disagreement } from "./compare.ts";
import { exceptionFor } from "./exceptions.ts";
import { libraryProgram } from "./library.ts";
import { generatedQuestions } from "./questions.ts";
import { type Row, table } from "./report.ts";
import { shrink } from "./shrink.ts";
import { suiteCases, suiteQuestions } from "./suite.ts";

/** The number of questions that are asked at once. */
const BATCH = 2000;
/** The number of disagreements that are shown, after they were reduced. */
const SHOWN = 10;
const USUAL = "20000";

const { values: given } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    hostile: { type: "string", default: USUAL },
    plausible: { type: "string", default: USUAL },
  },
});
const seed = Number(given.seed);
const counts = { hostile: Number(given.hostile), plausible: Number(given.plausible) };

/** The comparisons of one worker. */
interface Task {
  readonly helm: HelmMajor;
  readonly program: string;
  readonly source: keyof typeof SOURCES;
}

/** The findings of a worker. */
interface Found {
  readonly row: Row;
  /** Disagreements without an explanation; the first ones are as small as possible. */
  readonly unexplained: readonly Disagreement[];
}

const SOURCES = {
  hostile: "hostile stacks",
  plausible: "plausible stacks",
  suite: "the YAML test suite",
} as const;

if (isMainThread) await main();
else parentPort?.postMessage(await look(workerData));

async function main(): Promise<void> {
  const programs = { 3: await libraryProgram(3), 4: await libraryProgram(4) };
  const tasks = ([3, 4] as const).flatMap((helm): Task[] => {
    const program = programs[helm];
    if (program === undefined) return [];
    return (["hostile", "plausible", "suite"] as const).map((source) => ({ helm, program, source }));
  });
  if (tasks.length < 6) {
    console.log("Skipped: Go is not installed, so the libraries of Helm could not be asked.");
    return;
  }
  const found = await Promise.all(tasks.map(inWorker));
  for (const { unexplained } of found) unexplained.slice(0, SHOWN).forEach(show);
  console.log(table(found.map(({ row }) => row)));
  if (found.some(({ unexplained }) => unexplained.length > 0)) process.exitCode = 1;
}

/** Each task runs in a worker, because the engine needs a processor for itself. */
function inWorker(task: Task): Promise<Found> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task, argv: process.argv.slice(2) });
    worker.on("error", reject);
    worker.on("message", (found: Found) => {
      const { helm, source, asked, accepted, disagreements, exceptions } = found.row;
      console.log(
        `Helm ${helm}, ${source}: ${asked} asked, ${accepted} accepted, ${disagreements} disagreements, ${exceptions} exceptions.`,
      );
      resolve(found);
    });
  });
}

async function look({ helm, program, source }: Task): Promise<Found> {
  const row = {
    source: SOURCES[source],
    helm,
    asked: 0,
    accepted: 0,
    unstable: 0,
    disagreements: 0,
    exceptions: 0,
  };
  const unexplained: Disagreement[] = [];
  for (const questions of batchesOf(source)) {
    const result = await compare(program, helm, questions);
    const left = result.disagreements.filter((disagreement) => !exceptionFor(disagreement));
    row.asked += result.asked;
    row.accepted += result.accepted;
    row.unstable += result.unstable;
    row.exceptions += result.disagreements.length - left.length;
    row.disagreements += left.length;
    unexplained.push(...left);
  }
  const small = await shrink(program, helm, unexplained.slice(0, SHOWN));
  return { row, unexplained: [...small, ...unexplained.slice(SHOWN)] };
}

/** The questions of a source; each batch is made when it is needed. */
function* batchesOf(source: keyof typeof SOURCES): Generator<readonly Question[]> {
  if (source === "suite") {
    yield suiteQuestions(suiteCases());
    return;
  }
  for (let first = 0; first < counts[source]; first += BATCH) {
    yield generatedQuestions(source, seed, Math.min(BATCH, counts[source] - first), first);
  }
}

function show({ helm, question, difference, ours, theirs: answer }: Disagreement): void {
  console.error(`Helm ${helm}, ${difference}: ${JSON.stringify(question)}`);
  console.error(`  the engine: ${ours}\n  Helm:       ${answer.values ?? answer.error}`);
}
