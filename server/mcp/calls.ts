import { type EventEmitter, once } from "node:events";
import { errorText } from "../workspace/unforeseen-error.ts";
import { LIMITS } from "./limits.ts";
import type { Answer, Call } from "./run-call.ts";

/** A thread of Node that answers each message, a call, with one. */
export interface Thread extends EventEmitter {
  postMessage(call: Call): void;
  terminate(): Promise<unknown>;
  /** Whether the process goes on for the thread alone. */
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
  #thread: Thread | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `start` makes the thread. */
  constructor(start: () => Thread, most = LIMITS.seconds * 1000) {
    this.#start = start;
    this.#most = most;
    // Before the first call, so that it does not wait.
    this.#ready();
  }

  /** Answers a call. Never rejects. */
  run(call: Call, signal?: AbortSignal): Promise<Answer> {
    const answer = this.#last.then(() => this.#answer(call, signal));
    this.#last = answer;
    return answer;
  }

  /** Ends the thread. */
  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  async #answer(call: Call, signal: AbortSignal | undefined): Promise<Answer> {
    if (signal?.aborted) return refused(CANCELLED);
    const thread = this.#ready();
    const late = AbortSignal.timeout(this.#most);
    thread.ref();
    try {
      thread.postMessage(call);
      const [answer] = await once(thread, "message", {
        signal: signal ? AbortSignal.any([late, signal]) : late,
      });
      thread.unref();
      return answer as Answer;
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

function refused(text: string): Answer {
  return { isError: true, text };
}
