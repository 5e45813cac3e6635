import type { Properties, ScalarEvent } from "./event.ts";
import type { Token } from "./helm-token.ts";

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
