// Asks about every so-manieth document, and reports what it finds to run.ts.
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { documentOf, type FuzzDocument } from "../../test/fuzz/documents.ts";
import { type Answer, askAll, EVERYTHING } from "../../test/fuzz/fuzz.ts";
import { realTexts } from "../../test/fuzz/texts.ts";
import { reduced } from "./reduce.ts";
import type { Count, Found, Heap } from "./report.ts";

/** The documents and questions of a worker. */
export interface Task {
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** After how many documents of its own the worker collects garbage and measures its heap. */
  readonly measured: number;
  /** True if each document is asked every question, not only the quick ones. */
  readonly everything: boolean;
  /** Receives the index of the worker's current document. */
  readonly at: Int32Array;
}

/** The results of a worker since its last report. */
export interface Report {
  readonly documents: number;
  readonly counts: ReadonlyMap<string, Count>;
  readonly found: readonly Found[];
  readonly heap?: Heap;
}

/** An answer that takes longer is slow, in milliseconds of a processor. */
const SLOW = 400;
/** The number of times that an answer has to be slow: a machine does other things, too. */
const RETRIES = 3;
/** After how many documents of its own a worker reports. */
const OFTEN = 500;
/** The number of findings of a kind that are reduced. */
const REDUCED = 2;

const { seed, first, step, count, measured, everything, at: current }: Task = workerData;
const texts = realTexts();
const known = new Map<string, number>();
let counts = new Map<string, Count>();
let found: Found[] = [];

// The reader throws where it tries something, thousands of times a second; the stack of a fault is made when the fault is judged.
const STACK = Error.stackTraceLimit;
Error.stackTraceLimit = 0;

let documents = 0;
let unreported = 0;
for (let index = first; index < count; index += step) {
  Atomics.store(current, 0, index);
  await look(documentOf(seed, index, texts));
  documents++;
  unreported++;
  if (documents % measured === 0) report({ documents, bytes: heap() });
  else if (documents % OFTEN === 0) report();
}
report();

function report(now?: Heap): void {
  parentPort?.postMessage({
    documents: unreported,
    counts,
    found,
    ...(now && { heap: now }),
  } satisfies Report);
  counts = new Map();
  found = [];
  unreported = 0;
}

function heap(): number {
  globalThis.gc?.();
  return getHeapStatistics().used_heap_size;
}

async function look(document: FuzzDocument): Promise<void> {
  const odd: Answer[] = [];
  const told = (answer: Answer) => {
    const answers = counts.get(answer.question) ?? { asked: 0, throws: 0, wrong: 0, slow: 0, slowest: 0 };
    counts.set(answer.question, answers);
    answers.asked++;
    answers.slowest = Math.max(answers.slowest, answer.milliseconds);
    if (answer.fault || answer.milliseconds > SLOW) odd.push(answer);
  };
  await askAll(document, told, everything ? EVERYTHING : undefined);
  if (odd.length === 0) return;
  Error.stackTraceLimit = STACK;
  for (const answer of odd) await judge(document, answer);
  Error.stackTraceLimit = 0;
}

async function judge(document: FuzzDocument, { question, fault: first }: Answer): Promise<void> {
  const count = counts.get(question);
  if (!first && !(await isSlow(document, question))) return;
  const kind = first?.kind ?? "slow";
  if (count) count[kind === "throw" ? "throws" : kind]++;
  const fault = first && ((await faultOf(document, question)) ?? first);
  const message = fault?.message ?? `above ${SLOW} ms`;
  const like = likeness(question, message);
  const times = (known.get(like) ?? 0) + 1;
  known.set(like, times);
  if (times > REDUCED) return;
  const isSame = (answer: Answer) =>
    fault ? likeness(question, answer.fault?.message ?? "") === like : answer.processor > SLOW;
  const { text, other, context, index } = await reduced(document, question, isSame);
  found.push({ kind, question, index, context, message, text, other });
}

/** The fault again, with its stack. */
async function faultOf(document: FuzzDocument, question: string): Promise<Answer["fault"]> {
  let fault: Answer["fault"];
  const told = (answer: Answer) => {
    if (answer.question === question) fault = answer.fault;
  };
  await askAll(document, told, question);
  return fault;
}

/** True if an answer takes long each time, counted in milliseconds of the processor. */
async function isSlow(document: FuzzDocument, question: string): Promise<boolean> {
  for (let retry = 0; retry < RETRIES; retry++) {
    let isQuick = true;
    await askAll(
      document,
      (answer) => {
        if (answer.question === question && answer.processor > SLOW) isQuick = false;
      },
      question,
    );
    if (isQuick) return false;
  }
  return true;
}

/** A key that two findings share if they probably have the same cause. */
function likeness(question: string, message: string): string {
  return `${question} ${message
    .split("\n")
    .slice(0, 2)
    .join(" ")
    .replace(/"[^"]*"|\d+/g, "")}`;
}
