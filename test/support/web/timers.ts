/** What the suites use of `node:timers/promises`. */
export function setTimeout(ms: number): Promise<void> {
  return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
}
