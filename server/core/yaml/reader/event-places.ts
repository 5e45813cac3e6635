import { isBlank, skipBlanks } from "../lexer.ts";
import type { CollectionEvent, Event, ScalarEvent } from "./event.ts";

/** The range of a block scalar from its `|` or `>`, which comes after `from`, to past its last character that is not blank. */
export function blockScalarRange(text: string, from: number, event: ScalarEvent): [number, number] {
  let start = skipBlanks(text, from);
  // Anything in between is the indicator of a value or an item.
  while (start < event.valueStart && !/[|>]/.test(text.charAt(start))) start = skipBlanks(text, start + 1);
  let end = event.valueEnd;
  while (end > start + 1 && isBlank(text.charCodeAt(end - 1))) end--;
  return [start, end];
}

/** True if a mapping is a single `key: value` in a list in brackets, without brackets of its own. */
export function isPair(text: string, mapping: CollectionEvent, next: Event | undefined): boolean {
  if (!mapping.flow) return false;
  return (
    text.charAt(mapping.start) !== "{" || (next && "start" in next && next.start === mapping.start) === true
  );
}
