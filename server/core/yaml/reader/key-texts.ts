import { keyOf, mayMeanMore } from "./scalars.ts";

/** The number of keys that are remembered at once; a power of two. */
const SLOTS = 256;

/**
 * The plain keys of a text. A long file repeats a few keys many times: most share one string for all their places, which
 * saves memory and makes them quick to compare.
 */
export class KeyTexts {
  readonly #known: string[] = new Array(SLOTS).fill("");

  /** The key between two offsets, as Helm has it; `undefined` if Helm refuses the key. */
  read(text: string, start: number, end: number): string | undefined {
    const slot = (text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + end - start) % SLOTS;
    const known = this.#known[slot];
    if (known?.length === end - start && text.startsWith(known, start)) return known;
    const key = text.slice(start, end);
    if (mayMeanMore(key)) return keyOf(key, "plain");
    this.#known[slot] = key;
    return key;
  }
}
