import { COMMAND_LINE } from "../../core/values/release-stack.ts";
import { findHelm, helmAsker } from "../../helm/ask-helm.ts";
import { ALONE, type AskHelm, type RenderQuestion } from "../../workspace/helm/render-question.ts";
import { silenceText } from "../../workspace/helm/silence-text.ts";
import { wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";

/** The Helm that `--render` asks, and the state of its answers. */
export interface Rendering {
  readonly ask: AskHelm;
  /** True if Helm was asked about any values. */
  readonly wasAsked: boolean;
  /** True if Helm did not answer a question. */
  readonly isIncomplete: boolean;
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
      if (answer.is === "unknown") {
        state.isIncomplete = true;
        warn(`${notRendered(question)} ${silenceText(answer.why)}`);
      }
      return answer;
    },
  };
}

function notRendered({ values }: RenderQuestion): string {
  const names = values.map(({ name }) => name).filter((name) => name !== "");
  return names.length === 0 ? "The values were not rendered." : `Not rendered: ${names.join(", ")}.`;
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
