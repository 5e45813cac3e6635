/**
 * Runs a job for documents that have changed. The first change is served in the next turn of the event loop; changes that arrive
 * while a job runs are served together, once it has ended.
 */
export class ChangeQueue {
  readonly #job: (uri: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  #running = false;
  #stopped = false;

  /** `job` must not throw. */
  constructor(job: (uri: string) => Promise<void>) {
    this.#job = job;
  }

  /** Asks for the job to be run for a document. */
  add(uri: string): void {
    this.#waiting.add(uri);
    this.#wake();
  }

  /** Takes a document out, because it was closed. */
  remove(uri: string): void {
    this.#waiting.delete(uri);
  }

  /** True once the queue has been stopped. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Runs no more jobs. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  // Not a microtask, so that messages that have already arrived are read first and their changes are included.
  #wake(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    const [uri] = this.#waiting;
    if (uri !== undefined) {
      this.#waiting.delete(uri);
      await this.#job(uri);
    }
    this.#running = false;
    if (this.#waiting.size > 0) this.#wake();
  }
}
