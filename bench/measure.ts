import { setTimeout as wait } from "node:timers/promises";
import type { Contender } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { median, type Samples } from "./figures.ts";
import type { ValuesFile } from "./values-files.ts";

/** What was measured on one file, in milliseconds, and memory in megabytes. */
export interface Figures {
  readonly start: Samples;
  /** Of a file that is opened as soon as the server has answered `initialize`. */
  readonly open: Samples;
  /** Of a file that is opened when the client has done something else first. */
  readonly openLater: Samples;
  readonly edit: Samples;
  /** Of completions that follow an edit and its diagnostics. */
  readonly completion: Samples;
  /** Of hovers over keys all over a file that is not being edited. */
  readonly hover: Samples;
  /** Of a hover that is requested together with an edit. */
  readonly editAndHover: Samples;
  /** How much later than a hover the diagnostics arrive, in a tiny file, where there is nothing to work on. */
  readonly waiting: Samples;
  readonly memory: Samples;
  /** When nothing has been requested for a while. */
  readonly memoryAtRest: Samples;
}

/** What is done in one start of a server. */
export interface Task {
  /**
   * How often each thing is done: 0 for not at all, otherwise at most this often, as `budget` allows. The first ten rounds do not
   * depend on `budget`.
   */
  readonly rounds: number;
  /** How many milliseconds each loop may take. */
  readonly budget: number;
  /** How many milliseconds the client is busy before it opens the file. */
  readonly pause?: number;
  /** How many milliseconds to wait at the end, to see what memory the server keeps. */
  readonly rest: number;
}

const URI = "file:///bench/values.yaml";
const LINE_URI = "file:///bench/line/values.yaml";

/** Starts a server, works on one file in it as an editor does, and stops it. */
export async function measure(contender: Contender, file: ValuesFile, task: Task): Promise<Figures> {
  const editor = await Editor.start(contender);
  try {
    const start = [editor.startTime];
    const { pause = 0, rounds, rest } = task;
    if (pause > 0) await wait(pause);
    const opened = [await editor.open(URI, file.text)];
    const opening = pause > 0 ? { open: [], openLater: opened } : { open: opened, openLater: [] };
    if (rounds === 0) return { ...NOTHING, start, ...opening };
    await editor.quiet(URI);
    const worked = await work(editor, contender, file, task);
    const memory = editor.megabytes();
    if (rest > 0) await wait(rest);
    const memoryAtRest = rest > 0 ? editor.megabytes() : [];
    return { start, ...opening, ...worked, waiting: [await waiting(editor)], memory, memoryAtRest };
  } finally {
    await editor.end();
  }
}

const NOTHING: Figures = {
  start: [],
  open: [],
  openLater: [],
  edit: [],
  completion: [],
  hover: [],
  editAndHover: [],
  waiting: [],
  memory: [],
  memoryAtRest: [],
};

async function work(editor: Editor, contender: Contender, file: ValuesFile, task: Task) {
  const edit: number[] = [];
  const completion: number[] = [];
  await repeat(task, async (round) => {
    const [range, text] = typing(file, round);
    edit.push(await editor.edit(URI, range, text));
    completion.push((await editor.completion(URI, file.completionAt)).time);
  });
  const hover: number[] = [];
  await repeat(task, async (round) => {
    const position = file.keys[round % file.keys.length] ?? file.hoverAt;
    const { time, answer } = await editor.hover(URI, position);
    hover.push(time);
    if (contender.hasAnswers && !answer) {
      throw new Error(`${contender.name} knows nothing of line ${position.line} in "${file.name}".`);
    }
  });
  const editAndHover: number[] = [];
  // Continues where the edits ended: the last digit may still have to be removed.
  await repeat(task, async (round) => {
    const [range, text] = typing(file, round + edit.length);
    editAndHover.push(await editor.editAndHover(URI, range, text, file.hoverAt));
  });
  if (contender.hasAnswers) await assertAnswers(editor, contender, file);
  return { edit, completion, hover, editAndHover };
}

/** How long a server waits before it checks: the time from an edit to its diagnostics, less the time from an edit to a hover. */
async function waiting(editor: Editor): Promise<number> {
  const end = { line: 1, character: "  enabled: true".length };
  await editor.open(LINE_URI, "monitoring:\n  enabled: true\n");
  await editor.quiet(LINE_URI);
  const [checks, hovers]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10; round++) {
    checks.push(await editor.edit(LINE_URI, { start: end, end }, " "));
    hovers.push(await editor.editAndHover(LINE_URI, { start: end, end }, " ", { line: 1, character: 4 }));
  }
  return Math.max(0, median(checks) - median(hovers));
}

/** Makes sure that real answers were timed. */
async function assertAnswers(editor: Editor, contender: Contender, file: ValuesFile): Promise<void> {
  const { answer: items } = await editor.completion(URI, file.completionAt);
  const { answer: contents } = await editor.hover(URI, file.hoverAt);
  const isRight =
    JSON.stringify(items).includes("topologySpreadConstraints") &&
    JSON.stringify(contents).includes("pods of this component");
  if (!isRight) throw new Error(`${contender.name} did not answer completion and hover in "${file.name}".`);
}

/** An edit that types a digit and one that removes it, in turn. */
function typing({ editAt: start }: ValuesFile, round: number) {
  const isTyped = round % 2 === 0;
  const end = isTyped ? start : { line: start.line, character: start.character + 1 };
  return [{ start, end }, isTyped ? "0" : ""] as const;
}

async function repeat({ rounds, budget }: Task, action: (round: number) => Promise<void>): Promise<void> {
  const until = performance.now() + budget;
  for (let round = 0; round < rounds && (round < 10 || performance.now() < until); round++) {
    await action(round);
  }
}
