/** The functions of `node:timers/promises` that the suites use. */
export function setTimeout(ms: number): Promise<void> {
  return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
}
