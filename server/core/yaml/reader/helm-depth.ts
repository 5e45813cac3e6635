import { HelmStops } from "./helm-cursor.ts";
import { HelmTokens } from "./helm-tokens.ts";

/** Levels of lists and mappings that Helm reads: its reader of YAML and its reader of JSON both stop at the next one. */
const DEEPEST_HELM = 10_000;

/** True if lists and mappings are nested deeper than Helm reads. False if Helm stops for another reason first. */
export function isTooDeepForHelm(text: string): boolean {
  const tokens = new HelmTokens(text);
  let depth = 0;
  try {
    for (let token = tokens.peek(); token.kind !== "stream-end"; token = tokens.peek()) {
      if (token.kind.startsWith("block-") || token.kind.startsWith("flow-")) {
        depth += token.kind.endsWith("-end") ? -1 : 1;
        if (depth > DEEPEST_HELM) return true;
      }
      tokens.take();
    }
  } catch (error) {
    if (!(error instanceof HelmStops)) throw error;
    return error.reason === "nesting exceeded";
  }
  return false;
}
