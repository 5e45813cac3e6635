import { setTimeout as wait } from "node:timers/promises";

/**
 * The time after which a test counts as hung, in milliseconds. No test expects an event within any time: the limit only ends runs in
 * which a state never comes, on a machine that is as busy as can be.
 */
export const PATIENCE_MS = 4 * 60_000;

/** Asks again and again until something is so; what never is, `what` says in the error. */
export async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`This never came: ${what}.`);
    await wait(50);
  }
}
