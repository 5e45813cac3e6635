import { errors } from "playwright-core";
import { PATIENCE_MS } from "./patience.ts";

const FIRST_TRY_MS = 2_000;

/** The time that a click waits for an element that may have gone, before it is brought back and clicked once more, in milliseconds. */
export const CLICK_MS = 10_000;

/**
 * Repeats an act that may have had no effect, until `seen` finds its effect. Each time it is given twice as long as before, so that a busy machine
 * needs more tries, and never too many. Only for what shows in no other way that it came to nothing.
 */
export async function persist<T>(
  act: () => Promise<unknown>,
  seen: (timeout: number) => Promise<T>,
): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (let timeout = FIRST_TRY_MS; ; timeout *= 2) {
    await act();
    try {
      return await seen(timeout);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || Date.now() > end) throw error;
    }
  }
}
