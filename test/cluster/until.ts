import { setTimeout as wait } from "node:timers/promises";

/** Asks again and again until something is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}
