import { RE2JS, RE2JSException } from "re2js";

/** A pattern as Helm and Kubernetes read it. */
export interface GoPattern {
  /** The number of states of a match: matching takes at most so many steps for each character. */
  readonly states: number;
  /** True if a text has a match; `undefined` if the search would take long, because pattern and text are large. */
  test(text: string): boolean | undefined;
}

/** The largest number of states of a pattern. One for each of the 253 characters of a host name has 500. */
const MOST_STATES = 5000;
/** The largest length of a pattern with its repetitions written out that is read. */
const LONGEST = 1_000_000;
/** The largest number of states times characters of a text: about half a second, which few patterns need. */
const MOST_STEPS = 10_000_000;
/** The largest number of repetitions of a part that RE2 allows. */
const MOST_REPEATED = 1000;

/**
 * Reads a pattern from a file that may be from anywhere with RE2, as Helm and the API server do, which takes linear time; `undefined` if they
 * refuse it.
 */
export function goPattern(pattern: string): GoPattern | undefined {
  const length = pattern.length * (pattern.includes("{") ? MOST_REPEATED : 1);
  if (length > LONGEST) return { states: length, test: () => undefined };
  try {
    const compiled = RE2JS.compile(pattern);
    const states = compiled.programSize();
    const isMuch = (text: string) => states > MOST_STATES || states * text.length > MOST_STEPS;
    return { states, test: (text) => (isMuch(text) ? undefined : compiled.test(text)) };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
