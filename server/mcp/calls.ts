import { type EventEmitter, once } from "node:events";
import { errorText } from "../workspace/files/unforeseen-error.ts";
import type { AskHelm, RenderAnswer, RenderQuestion } from "../workspace/helm/render-question.ts";
import { LIMITS } from "./limits.ts";
import type { Call, CallAnswer } from "./run-call.ts";

/** A question for Helm, as a thread passes it on: it has found that the chart may be read. */
export type PassedQuestion = Omit<RenderQuestion, "outOfReach">;

/** A thread of Node that answers each message, a call, with one; before that, it may ask Helm, which runs in the thread of the connection. */
export interface Thread extends EventEmitter {
  postMessage(message: Call | RenderAnswer): void;
  terminate(): Promise<unknown>;
  /** `ref` keeps the process running for the thread alone, `unref` does not. */
  ref(): void;
  unref(): void;
}

const TOO_LONG = `This call took longer than ${LIMITS.seconds} seconds and was ended. Name a smaller text or file, or check it with "fixes": false.`;

const CANCELLED = "This call was canceled.";

/**
 * Has calls answered in a thread of their own, one after the other. A call that takes too long, or that the client cancels, is ended together with
 * the thread, whatever keeps it busy, and the next call gets a new one.
 */
export class Calls {
  readonly #start: () => Thread;
  readonly #most: number;
  readonly #askHelm: AskHelm | undefined;
  readonly #ended = new AbortController();
  #thread: Thread | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `start` makes the thread. */
  constructor(
    start: () => Thread,
    { most = LIMITS.seconds * 1000, askHelm }: { most?: number; askHelm?: AskHelm | undefined } = {},
  ) {
    this.#start = start;
    this.#most = most;
    this.#askHelm = askHelm;
    // Before the first call, so that it does not wait.
    this.#ready();
  }

  /** Answers a call. Never rejects. */
  run(call: Call, signal?: AbortSignal): Promise<CallAnswer> {
    const answer = this.#last.then(() => this.#answer(call, signal));
    this.#last = answer;
    return answer;
  }

  /** Ends the thread, and Helm. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#thread?.terminate();
  }

  async #answer(call: Call, signal: AbortSignal | undefined): Promise<CallAnswer> {
    if (signal?.aborted) return refused(CANCELLED);
    const thread = this.#ready();
    const late = AbortSignal.timeout(this.#most);
    thread.ref();
    try {
      thread.postMessage(call);
      const ending = AbortSignal.any([late, this.#ended.signal, ...(signal ? [signal] : [])]);
      for (;;) {
        const [said] = (await once(thread, "message", { signal: ending })) as [CallAnswer | PassedQuestion];
        if ("chart" in said) {
          const question = { ...said, outOfReach: async () => undefined };
          const answer = await this.#askHelm?.(question, ending);
          thread.postMessage(answer ?? { is: "unknown", why: { noAnswer: "not-started" } });
          continue;
        }
        thread.unref();
        return said;
      }
    } catch (error) {
      this.#thread = undefined;
      await thread.terminate();
      if (late.aborted) return refused(TOO_LONG);
      return refused(signal?.aborted ? CANCELLED : `Internal error: ${errorText(error)}`);
    }
  }

  #ready(): Thread {
    if (this.#thread) return this.#thread;
    const thread = this.#start();
    // Once the connection has ended, nothing else does.
    thread.unref();
    // An error ends the thread. Without a listener, one between two calls would end the process.
    thread.on("error", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }
}

function refused(text: string): CallAnswer {
  return { isError: true, text };
}
