/** The result of asking a cluster: the answer, or one sentence on why there is none. */
export type Reading<T> = { readonly answer: T } | { readonly unread: string };

/** The answer, or a substitute if there is none. */
export function answerOr<T>(reading: Reading<T>, otherwise: T): T {
  return "answer" in reading ? reading.answer : otherwise;
}

/** The reasons of the failed readings, each once. */
export function reasonsOf(readings: readonly Reading<unknown>[]): string[] {
  return [...new Set(readings.flatMap((reading) => ("unread" in reading ? [reading.unread] : [])))];
}
