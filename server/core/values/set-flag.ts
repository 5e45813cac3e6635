import * as l10n from "@vscode/l10n";
import { fromJson, type HelmMap } from "./helm-tree.ts";
import { mergeMaps } from "./merge.ts";
import type { Refusal } from "./refusal.ts";
import type { SetContext, SetEntry } from "./set-entry.ts";
import { readJson } from "./set-json.ts";
import { SetParser } from "./set-parser.ts";

/**
 * Applies one entry to `values`, which it changes, exactly as Helm does. Helm stops at the first error; what
 * comes before it has been applied by then.
 */
export function applySet(values: HelmMap, entry: SetEntry, context: SetContext): Refusal | undefined {
  if (entry.flag === "set-json" && context.helm === 4 && entry.text.trim().startsWith("{")) {
    return applyJsonObject(values, entry.text, context);
  }
  return new SetParser(entry, context).apply(values);
}

/** Helm 4 also takes a whole JSON object. */
function applyJsonObject(values: HelmMap, text: string, context: SetContext): Refusal | undefined {
  const span = { offset: 0, length: text.length };
  const read = readJson(text, text.length - text.trimStart().length);
  if ("problem" in read || text.slice(read.end).trim() !== "") {
    return { message: l10n.t("This is not a JSON object."), ...span };
  }
  const given = fromJson(read.value, context.originOf(span, span));
  if (given.type === "map") mergeMaps(values, given);
  return undefined;
}
