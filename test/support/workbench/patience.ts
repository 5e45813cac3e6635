import { setTimeout as wait } from "node:timers/promises";

/**
 * The time that a test waits for a state before it counts as a hang, in milliseconds. Nothing is expected to happen within any time: the limit only
 * ends a run that would never end, on a machine that is as busy as can be.
 */
export const PATIENCE_MS = 4 * 60_000;

/** Asks again and again until something is so; an error at the end has `what` in it. */
export async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`This never came: ${what}.`);
    await wait(50);
  }
}
