import { isMapping } from "./same-json.ts";

/** A mapping of JSON that was parsed for one use, which may change it. */
export type JsonMapping = { [key: string]: unknown };

/** Characters of a schema that are read. */
export const LONGEST_SCHEMA = 2_000_000;
/** Brackets in each other that are read of a JSON text. What reads and walks it calls itself for each, and a schema or a chart has fewer than 100. */
const DEEPEST = 500;

/** Whether a JSON text has more brackets in each other than are read. It is only scanned, so that it can be of any depth. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(sign)) {
      if (++depth > DEEPEST) return true;
    } else if (CLOSING.includes(sign)) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING, CLOSING] = [[0x7b, 0x5b] as readonly number[], [0x7d, 0x5d] as readonly number[]];

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** The mapping in a text; `undefined` if it is none, or too long or too deep. */
export function parsedMapping(text: string | undefined): JsonMapping | undefined {
  if (text === undefined || text.length > LONGEST_SCHEMA || isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? (value as JsonMapping) : undefined;
  } catch {
    return undefined;
  }
}
