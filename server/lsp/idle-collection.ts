import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** In milliseconds. A user who pauses this long is reading or thinking, and does not notice a collection. */
const REST = 3000;
/** In bytes. A collection takes as long as a keystroke, so it is not worth it for less. */
const WORTHWHILE = 8 * 1024 * 1024;

/**
 * Gives back the memory that work has left behind, once there has been no work for a while. Node itself waits until more is
 * allocated, so that an idle server would keep the memory of its busiest minute.
 */
export class IdleCollection {
  readonly #rest: number;
  #timer: NodeJS.Timeout | undefined;
  #collect: (() => void) | undefined;
  #kept = 0;

  /** `rest` is how many milliseconds without work count as idle. */
  constructor(rest: number = REST) {
    this.#rest = rest;
  }

  /** Reports that work was done, which restarts the wait. */
  worked(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveBack(), this.#rest);
    this.#timer.unref();
  }

  #giveBack(): void {
    if (getHeapStatistics().total_heap_size - this.#kept < WORTHWHILE) return;
    this.#collect ??= collector();
    this.#collect();
    this.#kept = getHeapStatistics().total_heap_size;
  }
}

/** Node exposes its collector in contexts that are created after this flag was set. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => collect() : () => undefined;
}
