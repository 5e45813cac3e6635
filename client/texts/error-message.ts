export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error that the person has already been told about. */
export class ReportedError extends Error {}
