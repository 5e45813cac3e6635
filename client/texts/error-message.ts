export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error that has already been reported to the person. */
export class ReportedError extends Error {}
