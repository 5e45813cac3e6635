import { COLLECTION_STYLE, type EVENT_ID } from "js-yaml";
import { isBlank, isLineBreak } from "../characters.ts";
import type { Event, ScalarEvent } from "./events.ts";

/** The start of a list or a mapping. */
export type CollectionEvent = Extract<Event, { type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE }>;

const HASH = 0x23;

/** The first offset from `from`, the end of what was read last, that is neither blank nor in a comment. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === HASH && (at === from || isBlank(text.charCodeAt(at - 1)))) at = lineEnd(text, at);
    else if (!isBlank(code)) break;
  }
  return at;
}

/** Behind the bracket that closes a collection whose last entry ends at `from`. */
export function flowEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "]" || char === "}") return at + 1;
    if (char === "#") at = lineEnd(text, at);
  }
  return text.length;
}

/** From the `|` or `>` of a block scalar, which stands behind `from`, to its last character that is not blank. */
export function blockScalarRange(text: string, from: number, event: ScalarEvent): [number, number] {
  let start = skipBlanks(text, from);
  // What stands between is the indicator of a value or an item.
  while (start < event.valueStart && !/[|>]/.test(text.charAt(start))) start = skipBlanks(text, start + 1);
  let end = event.valueEnd;
  while (end > start + 1 && isBlank(text.charCodeAt(end - 1))) end--;
  return [start, end];
}

/** Whether a mapping is a lone `key: value` in a list in brackets, which has no brackets of its own. */
export function isPair(text: string, mapping: CollectionEvent, next: Event | undefined): boolean {
  if (mapping.style !== COLLECTION_STYLE.FLOW) return false;
  return (
    text.charAt(mapping.start) !== "{" || (next && "start" in next && next.start === mapping.start) === true
  );
}

/** Whether a colon at an offset stands between a key and its value, and does not begin a text. */
export function isColon(text: string, at: number, flow: boolean): boolean {
  return text.charAt(at) === ":" && (flow || at + 1 >= text.length || isBlank(text.charCodeAt(at + 1)));
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
  return at;
}
