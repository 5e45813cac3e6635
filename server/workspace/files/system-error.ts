/** The code of what the system refuses, such as `EACCES`; of anything else, the error as a text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
