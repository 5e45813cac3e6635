import { emptyMap, fromJson, type HelmMap, type Span } from "./helm-tree.ts";
import { mergeMaps } from "./merge.ts";
import type { Refusal } from "./refusal.ts";
import type { SetContext, SetEntry } from "./set-entry.ts";
import { readJson } from "./set-json.ts";
import { SetParser } from "./set-parser.ts";

/**
 * Applies one entry to `values`, which it changes, exactly as Helm does. Helm stops at the first error, with everything
 * before it applied.
 */
export function applySet(values: HelmMap, entry: SetEntry, context: SetContext): Refusal | undefined {
  if (entry.flag === "set-json" && context.helm === 4 && entry.text.trim().startsWith("{")) {
    return applyJsonObject(values, entry.text, context);
  }
  return new SetParser(entry, context).apply(values);
}

/** The content of a file that an entry names, with the span of the name in the entry. */
export interface NamedContent extends Span {
  readonly content: string;
}

/** The files that an entry of `--set-file` names, in order; `undefined` if one of them or the entry cannot be read. */
export function namedContents(
  entry: SetEntry,
  { helm, readFile }: Omit<SetContext, "originOf">,
): readonly NamedContent[] | undefined {
  const found: NamedContent[] = [];
  const origin = {
    kind: "set",
    set: 0,
    key: { offset: 0, length: 0 },
    value: { offset: 0, length: 0 },
  } as const;
  let nameSpan: Span = origin.value;
  const refused = applySet(emptyMap(origin), entry, {
    helm,
    originOf(_, value) {
      nameSpan = value;
      return origin;
    },
    readFile(path) {
      const content = readFile?.(path);
      if (content !== undefined) found.push({ ...nameSpan, content });
      return content;
    },
  });
  return refused ? undefined : found;
}

/** Helm 4 also takes a whole JSON object. */
function applyJsonObject(values: HelmMap, text: string, context: SetContext): Refusal | undefined {
  const span = { offset: 0, length: text.length };
  const read = readJson(text, text.length - text.trimStart().length);
  if ("fault" in read || text.slice(read.end).trim() !== "") {
    return { fault: { code: "no-json-object" }, ...span };
  }
  const given = fromJson(read.value, context.originOf(span, span));
  if (given.type === "map") mergeMaps(values, given);
  return undefined;
}
