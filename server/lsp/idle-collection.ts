import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A person who stops for so long reads or thinks, and does not notice a pause. */
const REST = 3000;
/** Collecting takes as long as a person's keystroke; less than this is not worth it. */
const WORTHWHILE = 8 * 1024 * 1024;

/**
 * Gives back what work has left behind, once no work has come for a while. Node itself waits with that until more is
 * allocated: a server that nobody asks anything would keep the memory of its busiest minute.
 */
export class IdleCollection {
  readonly #rest: number;
  #timer: NodeJS.Timeout | undefined;
  #collect: (() => void) | undefined;
  #kept = 0;

  /** `rest` is how many milliseconds without work are a rest. */
  constructor(rest: number = REST) {
    this.#rest = rest;
  }

  /** Says that work was done. */
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

/** Node hands its collector out to contexts that are made after this flag was set. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => collect() : () => undefined;
}
