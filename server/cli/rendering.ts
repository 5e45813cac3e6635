import { findHelm, helmAsker } from "../helm/ask-helm.ts";
import { quoted } from "../workspace/chart-content.ts";
import { ALONE, type AskHelm, type RenderAnswer } from "../workspace/render-question.ts";
import { wrongUse } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { COMMAND_LINE } from "./values-options.ts";

/** The Helm that `--render` asks, and what became of asking. */
export interface Rendering {
  readonly ask: AskHelm;
  /** Whether Helm was asked about any values. */
  readonly wasAsked: boolean;
  /** Whether it did not answer a question. */
  readonly isIncomplete: boolean;
}

type NoAnswer = Extract<RenderAnswer, { noAnswer: unknown }>;

/** Why there is no answer, as the end of a sentence. */
const REASONS: Readonly<Record<Exclude<NoAnswer["noAnswer"], "leads-out">, string>> = {
  stopped: "it was stopped",
  "too-long": "it was stopped, because rendering took too long",
  "too-much": "it was stopped, because it wrote or needed too much",
  "not-started": "it does not start",
  "unchecked-links": "it was not asked, because not all files of the chart can be checked for links",
};

function reasonOf(answer: NoAnswer): string {
  return answer.noAnswer === "leads-out"
    ? `it was not asked, because ${quoted(answer.entry)} in the chart is a link to a place outside the folders that may be read`
    : REASONS[answer.noAnswer];
}

/**
 * The Helm on the PATH. Throws a sentence if there is none, which ends in `advice`; `warn` takes each question without an answer. When this process gets
 * a signal to end, Helm is ended first, and the copies of the values are removed.
 */
export function findRendering(
  { env }: Io,
  warn: (message: string) => void,
  advice = "Install Helm, or leave out --render.",
): Rendering {
  const program = findHelm("", env);
  if (program === undefined) {
    throw wrongUse(`Helm was not found on the PATH. ${advice}`);
  }
  const run = helmAsker(() => program);
  const state = { wasAsked: false, isIncomplete: false };
  return {
    get wasAsked() {
      return state.wasAsked;
    },
    get isIncomplete() {
      return state.isIncomplete;
    },
    async ask(question, signal) {
      state.wasAsked = true;
      const release = question.release === COMMAND_LINE ? ALONE.release : question.release;
      const answer = await untilEnded((ended) => run({ ...question, release }, ended), signal);
      if ("noAnswer" in answer) {
        state.isIncomplete = true;
        const names = question.values.map(({ name }) => name).join(", ");
        warn(`Helm did not render ${names}: ${reasonOf(answer)}.`);
      }
      return answer;
    },
  };
}

/** Runs something that is stopped by a signal, or by a signal for this process to end, which it does afterwards. */
export async function untilEnded<T>(
  run: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  const end = (name: NodeJS.Signals) => {
    stop();
    void running.finally(() => process.kill(process.pid, name));
  };
  signal.addEventListener("abort", stop);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, end);
  const running = run(ending.signal);
  try {
    return await running;
  } finally {
    signal.removeEventListener("abort", stop);
    for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, end);
  }
}
