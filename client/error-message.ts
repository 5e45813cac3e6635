/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The person pressed Cancel while something was read: nothing was changed, and nothing is to be told. */
export class Cancelled extends Error {
  constructor() {
    super("Cancelled before anything was changed.");
  }
}

/** An error that the person has been told of already. */
export class ReportedError extends Error {}
