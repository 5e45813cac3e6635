import type { Fault } from "../yaml/fault.ts";

/** One JSON value at the start of a text, with the offset of its end. */
type JsonPrefix =
  | { readonly value: unknown; readonly end: number }
  | { readonly value?: undefined; readonly fault: Fault; readonly end: number };

const MAX_DEPTH = 1000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;

/** Reads the JSON value that begins at `from`, and ignores the text after it. */
export function readJson(text: string, from: number): JsonPrefix {
  const start = skip(text, from);
  const first = text.charAt(start);
  const end =
    first === "{" || first === "[" || first === '"' ? endOfNested(text, start) : endOfWord(text, start);
  if (end === undefined) return { fault: { code: "no-json" }, end: text.length };
  try {
    const value: unknown = JSON.parse(text.slice(start, end));
    if (holdsInfinity(value)) return { fault: { code: "number-too-large" }, end };
    return { value: wellFormed(value), end };
  } catch {
    return { fault: { code: "no-json" }, end };
  }
}

function skip(text: string, from: number): number {
  let offset = from;
  while (" \t\r\n".includes(text.charAt(offset)) && offset < text.length) offset++;
  return offset;
}

function endOfWord(text: string, start: number): number | undefined {
  NUMBER.lastIndex = start;
  WORD.lastIndex = start;
  const isNumber = NUMBER.test(text);
  const end = isNumber ? NUMBER.lastIndex : WORD.test(text) ? WORD.lastIndex : undefined;
  if (end === undefined || (isNumber && /[.eE]/.test(text.charAt(end)))) return undefined;
  return end;
}

/** The end of a string, an array or an object; its content is left to the parser. */
function endOfNested(text: string, start: number): number | undefined {
  let depth = 0;
  for (let offset = start; offset < text.length; offset++) {
    switch (text.charAt(offset)) {
      case "{":
      case "[":
        depth++;
        if (depth > MAX_DEPTH) return undefined;
        break;
      case "}":
      case "]":
        depth--;
        break;
      case '"':
        offset++;
        while (offset < text.length && text.charAt(offset) !== '"')
          offset += text.charAt(offset) === "\\" ? 2 : 1;
        if (offset >= text.length) return undefined;
        break;
      default:
        continue;
    }
    if (depth === 0) return offset + 1;
  }
  return undefined;
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsInfinity);
}

/** Replaces halves of surrogate pairs, as Helm does. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\p{Surrogate}/gu, "\uFFFD");
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [wellFormed(key), wellFormed(child)]),
  );
}
