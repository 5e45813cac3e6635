import { isBlank, skipBlanks } from "../lexer.ts";
import type { ScalarStyle } from "../tree.ts";
import type { Token } from "./helm-token.ts";

/** The offsets of the anchor and the tag before a node; -1 if there is none. */
export interface Properties {
  anchorStart: number;
  anchorEnd: number;
  tagStart: number;
  tagEnd: number;
}

/** A scalar, with its text as Helm has it and where that is written, without quotes; -1 for a missing one. */
export interface ScalarEvent extends Readonly<Properties> {
  readonly type: "scalar";
  readonly value: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly style: ScalarStyle;
}

/** The start of a list or a mapping. */
export interface CollectionEvent extends Readonly<Properties> {
  readonly type: "mapping" | "list";
  readonly start: number;
  readonly flow: boolean;
}

/** The name of an alias. */
interface AliasEvent {
  readonly type: "alias";
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/** A step through a document: something begins, or what began last ends. */
export type Event = ScalarEvent | CollectionEvent | AliasEvent | { readonly type: "end" };

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

/** The properties of a node without an anchor and a tag. */
export const NONE: Readonly<Properties> = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

/** The event of a value that is present. */
export function scalarEvent(
  { start, end, value, style = "plain" }: Token,
  properties: Readonly<Properties>,
): ScalarEvent {
  const quotes = style === "single" || style === "double" ? 1 : 0;
  return { type: "scalar", value, valueStart: start + quotes, valueEnd: end - quotes, style, ...properties };
}

/** The event of a missing value. */
export function emptyEvent(properties: Readonly<Properties>): ScalarEvent {
  return { type: "scalar", value: "", valueStart: -1, valueEnd: -1, style: "empty", ...properties };
}
