/**
 * Reads what Helm printed with `--output json`. Helm 4 writes before it which chart it pulled from a registry. The error
 * shows nothing of it: it may be secret.
 */
export function readJson<T>(stdout: string): T {
  try {
    return JSON.parse(stdout.replace(/^(?:Pulled|Digest): .*\r?\n/gm, "")) as T;
  } catch {
    throw new Error("Helm ended well, but what it printed is not the JSON that it was asked for.");
  }
}
