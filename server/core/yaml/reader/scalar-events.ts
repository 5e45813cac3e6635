import { EVENT_ID, SCALAR_STYLE } from "js-yaml";
import type { ScalarStyle } from "../tree.ts";
import type { ScalarEvent } from "./event.ts";
import type { Token } from "./helm-token.ts";

/** Where the anchor and the tag before a node begin and end; -1 if there is none. */
export interface Properties {
  anchorStart: number;
  anchorEnd: number;
  tagStart: number;
  tagEnd: number;
}

/** The properties of a node without an anchor and a tag. */
export const NONE: Readonly<Properties> = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };
const LAYOUT = { chomping: 1, indent: 0, fast: false } as const;

const STYLES: Readonly<Record<ScalarStyle, (typeof SCALAR_STYLE)[keyof typeof SCALAR_STYLE]>> = {
  plain: SCALAR_STYLE.PLAIN,
  empty: SCALAR_STYLE.PLAIN,
  single: SCALAR_STYLE.SINGLE_QUOTED,
  double: SCALAR_STYLE.DOUBLE_QUOTED,
  literal: SCALAR_STYLE.LITERAL_BLOCK,
  folded: SCALAR_STYLE.FOLDED_BLOCK,
};

/** The event of a value that is present. */
export function scalarEvent(
  { start, end, value, style = "plain" }: Token,
  properties: Readonly<Properties>,
): ScalarEvent {
  const quotes = style === "single" || style === "double" ? 1 : 0;
  return {
    type: EVENT_ID.SCALAR,
    value,
    valueStart: start + quotes,
    valueEnd: end - quotes,
    style: STYLES[style],
    ...properties,
    ...LAYOUT,
  };
}

/** The event of a missing value. */
export function emptyEvent(properties: Readonly<Properties>): ScalarEvent {
  return {
    type: EVENT_ID.SCALAR,
    value: "",
    valueStart: -1,
    valueEnd: -1,
    style: SCALAR_STYLE.PLAIN,
    ...properties,
    ...LAYOUT,
  };
}
