import type { Contender } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { median, type Samples } from "./figures.ts";
import type { ValuesFile } from "./values-files.ts";

/** The measurements on one file, in milliseconds, and memory in megabytes. */
export const ROWS = {
  start: "start to `initialize`",
  open: "open to first diagnostics",
  edit: "edit to diagnostics",
  waiting: "waits before it checks",
  completion: "completion",
  hover: "hover",
  editAndHover: "edit and hover at once",
  memory: "memory (RSS)",
} as const;

/** The samples of each row. */
export type Figures = Readonly<Record<keyof typeof ROWS, Samples>>;

/** The limits of the measurements in one start of a server. */
export interface Task {
  /** The maximum number of rounds of each measurement, as `budget` allows. The first ten rounds do not depend on it. */
  readonly rounds: number;
  /** The time limit of each loop, in milliseconds. */
  readonly budget: number;
}

const URI = "file:///bench/values.yaml";
const LINE_URI = "file:///bench/line/values.yaml";

/** Starts a server, works on one file in it as an editor does, and stops it. */
export async function measure(contender: Contender, file: ValuesFile, task: Task): Promise<Figures> {
  const editor = await Editor.start(contender);
  try {
    const open = [await editor.open(URI, file.text)];
    await editor.quiet(URI);
    const worked = await work(editor, contender, file, task);
    const memory = editor.megabytes();
    return { start: [editor.startTime], open, ...worked, waiting: [await waiting(editor)], memory };
  } finally {
    await editor.end();
  }
}

/** The samples of several sessions together. */
export function joined(sessions: readonly Figures[]): Figures {
  const keys = Object.keys(ROWS) as (keyof Figures)[];
  return Object.fromEntries(
    keys.map((key) => [key, sessions.flatMap((session) => session[key])]),
  ) as unknown as Figures;
}

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

/** The delay of a server before it checks: the time from an edit to its diagnostics, less the time from an edit to a hover. */
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
