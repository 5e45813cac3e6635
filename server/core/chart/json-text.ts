import { isMapping } from "./same-json.ts";

/** A mapping of JSON that was parsed for one use, which may change it. */
export type JsonMapping = { [key: string]: unknown };

/** Characters of a schema that are read. */
export const LONGEST_SCHEMA = 2_000_000;
/** Levels of brackets that are read of a JSON text. Parsing and walking are recursive, and a schema or a chart has fewer than 100 levels. */
const DEEPEST_JSON = 500;

/** True if the brackets of a JSON text are nested too deeply to be read. Scans without recursion, so that any depth is safe. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const sign = text.charCodeAt(offset);
    if (sign === QUOTE) offset = endOfString(text, offset);
    else if (OPENING.includes(sign)) {
      if (++depth > DEEPEST_JSON) return true;
    } else if (CLOSING.includes(sign)) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING, CLOSING] = [[0x7b, 0x5b] as readonly number[], [0x7d, 0x5d] as readonly number[]];

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE)
    end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** Parses a text as a mapping; `undefined` if it is something else, too long or too deep. */
export function parsedMapping(text: string | undefined): JsonMapping | undefined {
  if (text === undefined || text.length > LONGEST_SCHEMA || isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? (value as JsonMapping) : undefined;
  } catch {
    return undefined;
  }
}
