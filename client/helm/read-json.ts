/** Reads what Helm printed with `--output json`. The error shows nothing of it: it may be secret. */
export function readJson<T>(stdout: string): T {
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error("Helm ended well, but what it printed is not the JSON that it was asked for.");
  }
}
