import { closingQuote, marksAt, skipBlanks } from "../lexer.ts";
import type { PathSegment } from "../tree.ts";

/** What can be written at a place inside brackets. Offsets are offsets in the text. */
export interface FlowPlace {
  readonly kind: "key" | "value";
  /** From the outermost bracket: the container for a key, the value's own place for a value. */
  readonly path: PathSegment[];
  readonly start: number;
  readonly end: number;
  readonly present: ReadonlySet<string>;
  readonly hasColon: boolean;
  readonly needsBlank: boolean;
  /** The tag in front of a value. */
  readonly tag?: string;
}

interface Level {
  readonly map: boolean;
  readonly keys: Map<string, number>;
  key: string | undefined;
  index: number;
  /** Offset behind the last comma, colon or opening bracket. */
  since: number;
  afterColon: boolean;
}

/**
 * Reads brackets from where the outermost one opens up to an offset, and the word around it. `undefined` when the
 * offset is not inside them, or is inside a comment. Works while brackets and quotes are still open.
 */
export function readFlow(text: string, start: number, offset: number): FlowPlace | undefined {
  const levels: Level[] = [];
  let at = start;
  while (at < offset) {
    const char = text.charAt(at);
    const level = levels.at(-1);
    if (char === "[" || char === "{") {
      levels.push({
        map: char === "{",
        keys: new Map(),
        key: undefined,
        index: 0,
        since: at + 1,
        afterColon: false,
      });
    } else if (char === "]" || char === "}") {
      levels.pop();
      if (levels.length === 0) return undefined;
    } else if (char === "#" && /\s/.test(text.charAt(at - 1))) {
      const end = text.indexOf("\n", at);
      if (end < 0 || end >= offset) return undefined;
      at = end;
    } else if (
      (char === '"' || char === "'") &&
      level &&
      blanksIn(text.slice(level.since, at)) === at - level.since
    ) {
      const close = closingQuote(text, at);
      if (close === undefined || close >= offset) break;
      at = close;
    } else if (char === "," && level) {
      noteKey(text, level, at);
      Object.assign(level, { key: undefined, index: level.index + 1, since: at + 1, afterColon: false });
    } else if (char === ":" && level?.map && !level.afterColon && isColon(text, at)) {
      noteKey(text, level, at);
      Object.assign(level, { since: at + 1, afterColon: true });
    }
    at++;
  }
  const level = levels.at(-1);
  if (!level) return undefined;
  return placeIn(text, levels, level, offset);
}

function placeIn(
  text: string,
  levels: readonly Level[],
  level: Level,
  offset: number,
): FlowPlace | undefined {
  const outer = levels.slice(0, -1).map(segmentOf);
  const blanks = blanksIn(text.slice(level.since, offset));
  const isValue = !level.map || level.afterColon;
  const marks = isValue ? marksAt(text, level.since + blanks) : { length: 0 };
  const start = level.since + blanks + marks.length;
  // In front of brackets, an anchor or an alias, a value would be one too many.
  if (start > offset || /[[{&*!]/.test(text.charAt(start))) return undefined;
  const quoted = /["']/.test(text.charAt(start));
  if ((quoted ? /[\r\n]/ : /\s/).test(text.slice(start, offset))) return undefined;
  const close = quoted ? closingQuote(text, start) : undefined;
  if (close !== undefined && close + 1 < offset) return undefined;
  const end = close === undefined ? wordEnd(text, offset) : close + 1;
  const hasColon = !isValue && /^["']?\s*:/.test(text.slice(end));
  // What is written in front of something else, without a comma, would become a part of it.
  if (!hasColon && isFollowed(text, end)) return undefined;
  if (!isValue) {
    const present = new Set([...level.keys].filter(([, at]) => at !== start).map(([key]) => key));
    for (const key of keysBehind(text, end) ?? []) present.add(key);
    return { kind: "key", path: outer, start, end, present, hasColon, needsBlank: false };
  }
  return {
    kind: "value",
    path: [...outer, segmentOf(level)],
    start,
    end,
    present: new Set(),
    hasColon: false,
    needsBlank: level.afterColon && blanks === 0 && start === level.since,
    ...(marks.tag === undefined ? {} : { tag: marks.tag }),
  };
}

function segmentOf(level: Level): PathSegment {
  return level.map ? (level.key ?? "") : level.index;
}

function noteKey(text: string, level: Level, end: number): void {
  if (!level.map || level.afterColon) return;
  const raw = text.slice(level.since, end);
  const blanks = blanksIn(raw);
  const key = raw
    .slice(blanks)
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2");
  if (!key) return;
  level.key = key;
  level.keys.set(key, level.since + blanks);
}

/** Whether anything but a comma or a bracket comes next in the same brackets. */
function isFollowed(text: string, from: number): boolean {
  const next = text.charAt(skipBlanks(text, from));
  return next !== "" && !/[,\]}]/.test(next) && keysBehind(text, from) !== undefined;
}

/** Keys of the same map that stand behind the cursor; `undefined` where nothing closes its brackets, so that what follows is not theirs. */
function keysBehind(text: string, from: number): string[] | undefined {
  const keys: string[] = [];
  let depth = 0;
  let expectKey = false;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "#" && /\s/.test(text.charAt(at - 1))) {
      at = lineEnd(text, at);
      continue;
    }
    if (expectKey && depth === 0 && /\S/.test(char)) {
      const key = /^["']?([\w./-]+)["']?\s*[:,}\r\n]/.exec(text.slice(at, at + 200));
      if (key?.[1]) keys.push(key[1]);
      expectKey = false;
    }
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") {
      if (depth-- === 0) return keys;
    } else if (char === "," && depth === 0) expectKey = true;
    else if (/["']/.test(char) && /[\s,:[{]/.test(text.charAt(at - 1))) at = closingQuote(text, at) ?? at;
  }
  return undefined;
}

/** Length of the blanks and comments that a text begins with. */
function blanksIn(text: string): number {
  return /^(?:\s|(?<=\s)#[^\n]*)*/.exec(text)?.[0].length ?? 0;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function isColon(text: string, at: number): boolean {
  return /[\s,[\]{}]|^$/.test(text.charAt(at + 1)) || /["']/.test(text.charAt(at - 1));
}

function wordEnd(text: string, offset: number): number {
  return offset + (/^[^\s,:[\]{}#]*/.exec(text.slice(offset, offset + 300))?.[0].length ?? 0);
}
