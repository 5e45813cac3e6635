// `npm run fuzz -- --count 1000000 --seed 1 --workers 2 --minutes 40`: asks everything about mutated texts, and prints what was thrown, wrong or slow,
// and whether memory grows. `--document 123` asks everything about one of them and shows it.
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { documentOf } from "../../test/fuzz/documents.ts";
import { askAll, EVERYTHING } from "../../test/fuzz/fuzz.ts";
import { realTexts } from "../../test/fuzz/texts.ts";
import { type Count, countsTable, type Found, foundText, growth, type Heap } from "./report.ts";
import type { Report, Task } from "./worker.ts";

/** After how many milliseconds with one document a worker counts as endless: the making of small texts is part of it. */
const ENDLESS = 300_000;

/** After how many documents the heap of a worker is measured; fewer in a short run. */
const MEASURED = 10_000;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    minutes: { type: "string", default: "600" },
    everything: { type: "boolean", default: false },
    document: { type: "string" },
  },
});
const [count, seed, workers, minutes] = [values.count, values.seed, values.workers, values.minutes].map(
  Number,
) as [number, number, number, number];

const started = performance.now();
const passed = () => (performance.now() - started) / 60_000;
const counts = new Map<string, Count>();
const found: Found[] = [];
const heaps: Heap[][] = [];
let documents = 0;

if (values.document === undefined) await fuzz();
else await ask(Number(values.document));

async function ask(index: number): Promise<void> {
  const document = documentOf(seed, index, realTexts());
  console.log(`${document.context}\n${JSON.stringify(document.text)}`);
  await askAll(
    document,
    ({ question, processor, fault }) => {
      if (fault || processor > 10)
        console.log(`${question}: ${processor.toFixed(0)} ms ${fault?.message ?? ""}`);
    },
    EVERYTHING,
  );
}

async function fuzz(): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, index) => inWorker(index, index)));
  console.log(countsTable(counts));
  const memory = heaps.map((each) => growth(each));
  for (const { sentence } of memory) console.log(sentence);
  const [throws, wrong, slow] = (["throws", "wrong", "slow"] as const).map((kind) =>
    [...counts.values()].reduce((sum, answers) => sum + answers[kind], 0),
  );
  const asked = [...counts.values()].reduce((sum, answers) => sum + answers.asked, 0);
  console.log(
    `${documents.toLocaleString("en")} documents, seed ${seed}, ${asked.toLocaleString("en")} answers in ${passed().toFixed(1)} min: ` +
      `${throws} throws, ${wrong} wrong, ${slow} above 400 ms.`,
  );
  if (found.length > 0 || memory.some(({ isGrowing }) => isGrowing)) process.exitCode = 1;
}

/** Documents from the first one on, in a thread of their own: one without an end can be left there. */
function inWorker(number: number, first: number): Promise<void> {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const measured = Math.min(MEASURED, Math.ceil(count / workers / 40));
  const task: Task = {
    seed,
    first,
    step: workers,
    count,
    measured,
    everything: values.everything,
    at: current,
  };
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: task });
  heaps[number] ??= [];
  const ofWorker = heaps[number];
  return new Promise((resolve, reject) => {
    let [last, since] = [-1, performance.now()];
    let next: Promise<void> | undefined;
    const watch = setInterval(() => {
      const index = Atomics.load(current, 0);
      if (index !== last) [last, since] = [index, performance.now()];
      else if (performance.now() - since > ENDLESS) {
        const { text, other, context } = documentOf(seed, index, realTexts());
        show({
          kind: "endless",
          question: "unknown",
          index,
          context,
          message: "No answer in 5 minutes.",
          text,
          other,
        });
        next = inWorker(number, index + workers);
        void worker.terminate();
      }
      if (passed() > minutes) void worker.terminate();
    }, 1000);
    worker.on("message", (report: Report) => {
      documents += report.documents;
      add(report.counts);
      report.found.forEach(show);
      if (report.heap) {
        ofWorker.push(report.heap);
        console.error(
          `${documents.toLocaleString("en")} documents, ${(report.heap.bytes / 2 ** 20).toFixed(1)} MB (${passed().toFixed(1)} min)`,
        );
      }
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      clearInterval(watch);
      resolve(next);
    });
  });
}

function show(fault: Found): void {
  found.push(fault);
  console.error(`${foundText(fault)}\n`);
}

function add(more: ReadonlyMap<string, Count>): void {
  for (const [question, answers] of more) {
    const all = counts.get(question) ?? { asked: 0, throws: 0, wrong: 0, slow: 0, slowest: 0 };
    counts.set(question, all);
    for (const key of ["asked", "throws", "wrong", "slow"] as const) all[key] += answers[key];
    all.slowest = Math.max(all.slowest, answers.slowest);
  }
}
