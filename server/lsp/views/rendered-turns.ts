/**
 * The pause after a question about a page before Helm is asked, in milliseconds, if the last question about it is not older than that: while a
 * person types fast, each key asks again. A single key does not wait.
 */
const PAUSE_MS = 100;

/**
 * Serialises questions to Helm. Pages are asked about one after the other, and a newer question about a page ends the one before. A question about a
 * key waits for the pages; it ends with the next one, and when a page is asked for.
 */
export class RenderedTurns {
  readonly #pages = new Map<string, AbortController>();
  readonly #asked = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();
  #key: AbortController | undefined;

  /** Answers about a page in its turn; `null` if a newer question has ended this one. */
  async page<T>(name: string, answer: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.#key?.abort();
    this.#pages.get(name)?.abort();
    const own = new AbortController();
    this.#pages.set(name, own);
    const { signal } = own;
    const turn = Promise.all([this.#last, this.#pause(name)]).then(() =>
      signal.aborted ? null : answer(signal),
    );
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Answers about a key after the pages; `null` if another question has ended this one. */
  async key<T>(answer: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.#key?.abort();
    const own = new AbortController();
    this.#key = own;
    await this.#last;
    return own.signal.aborted ? null : answer(own.signal);
  }

  /** Answers nothing about a page any more. */
  end(name: string): void {
    this.#pages.get(name)?.abort();
    this.#pages.delete(name);
    this.#asked.delete(name);
  }

  async #pause(name: string): Promise<void> {
    const now = performance.now();
    const isFast = now - (this.#asked.get(name) ?? -PAUSE_MS) < PAUSE_MS;
    this.#asked.set(name, now);
    if (isFast) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
