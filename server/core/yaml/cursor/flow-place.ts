import { canFollowColon, closingQuote, marksAt, signs, skipBlanks } from "../lexer.ts";
import type { PathSegment } from "../tree.ts";
import { unquoted } from "../unquoted.ts";

/** The completion context at a place inside brackets. Offsets are offsets in the text. */
export interface FlowPlace {
  readonly kind: "key" | "value";
  /** The path from the outermost bracket: to the container for a key, to the value itself for a value. */
  readonly path: PathSegment[];
  readonly start: number;
  readonly end: number;
  readonly present: ReadonlySet<string>;
  readonly hasColon: boolean;
  readonly isGlued: boolean;
  readonly isAlias: boolean;
  readonly needsBlank: boolean;
  /** The tag before a value. */
  readonly tag?: string;
}

interface Level {
  readonly map: boolean;
  readonly keys: Map<string, number>;
  key: string | undefined;
  index: number;
  /** Offset past the last comma, colon or opening bracket. */
  since: number;
  afterColon: boolean;
}

/**
 * Reads brackets from where the outermost one opens up to an offset, and the word around it. `undefined` if the offset is
 * not inside them, is inside a comment, or has no room for a word. Works even while brackets and quotes are still open.
 */
export function readFlow(text: string, start: number, offset: number): FlowPlace | undefined {
  const levels: Level[] = [];
  for (const sign of signs(text, start)) {
    const level = levels.at(-1);
    if (sign.start >= offset || sign.kind === "unclosed") break;
    if (sign.kind === "open") {
      levels.push({
        map: text.charAt(sign.start) === "{",
        keys: new Map(),
        key: undefined,
        index: 0,
        since: sign.end,
        afterColon: false,
      });
    } else if (sign.kind === "close") {
      levels.pop();
      if (levels.length === 0) return undefined;
    } else if (sign.kind === "comment") {
      if (sign.end >= offset) return undefined;
    } else if (sign.kind === "comma" && level) {
      noteKey(text, level, sign.start);
      Object.assign(level, { key: undefined, index: level.index + 1, since: sign.end, afterColon: false });
    } else if (sign.kind === "colon" && level?.map && !level.afterColon) {
      noteKey(text, level, sign.start);
      Object.assign(level, { since: sign.end, afterColon: true });
    }
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
  const isAlias = isValue && start < offset && text.charAt(start) === "*";
  // There is no room for a value before brackets, an anchor, a tag or an alias.
  if (start > offset || (!isAlias && /[[{&*!]/.test(text.charAt(start)))) return undefined;
  const quoted = /["']/.test(text.charAt(start));
  if ((quoted ? /[\r\n]/ : /\s/).test(text.slice(start, offset))) return undefined;
  const close = quoted ? closingQuote(text, start) : undefined;
  if (close !== undefined && close + 1 < offset) return undefined;
  const end = close === undefined ? wordEnd(text, offset) : close + 1;
  const hasColon = !isValue && /^["']?\s*:/.test(text.slice(end));
  const isGlued = hasColon && /^:[^\s,[\]{}]/.test(text.slice(end, end + 2));
  if (isGlued && !canFollowColon(text, end + 1)) return undefined;
  // Without a comma in between, a word before something else would become part of it.
  if (!hasColon && isFollowed(text, end, start === end)) return undefined;
  if (!isValue) {
    const present = new Set([...level.keys].filter(([, keyStart]) => keyStart !== start).map(([key]) => key));
    for (const key of keysBehind(text, end, start === end) ?? []) present.add(key);
    const colons = { hasColon, isGlued, end: end + (isGlued ? 1 : 0) };
    return { kind: "key", path: outer, start, present, ...colons, isAlias, needsBlank: false };
  }
  return {
    kind: "value",
    path: [...outer, segmentOf(level)],
    start,
    end,
    present: new Set(),
    hasColon: false,
    isGlued: false,
    isAlias,
    needsBlank: level.afterColon && blanks === 0 && start === level.since,
    tag: marks.tag,
  };
}

function segmentOf(level: Level): PathSegment {
  return level.map ? (level.key ?? "") : level.index;
}

function noteKey(text: string, level: Level, end: number): void {
  if (!level.map || level.afterColon) return;
  const raw = text.slice(level.since, end);
  const blanks = blanksIn(raw);
  const key = unquoted(raw.slice(blanks).trim());
  if (!key) return;
  level.key = key;
  level.keys.set(key, level.since + blanks);
}

/** True if anything but a comma or a closing bracket comes next inside the same brackets. */
function isFollowed(text: string, from: number, canBegin: boolean): boolean {
  const next = text.charAt(skipBlanks(text, from));
  return next !== "" && !/[,\]}]/.test(next) && keysBehind(text, from, canBegin) !== undefined;
}

/**
 * Keys of the same mapping after the cursor, where a value can begin or a word ends; `undefined` if the brackets are never closed,
 * because the text that follows is then not part of them.
 */
function keysBehind(text: string, from: number, canBegin: boolean): string[] | undefined {
  const keys: string[] = [];
  let depth = 0;
  for (const { kind, end } of signs(text, from, true, canBegin)) {
    if (kind === "open") depth++;
    else if (kind === "close" && depth-- === 0) return keys;
    else if (kind === "comma" && depth === 0) {
      const next = skipBlanks(text, end);
      const key = /^["']?([\w./-]+)["']?\s*[:,}\r\n]/.exec(text.slice(next, next + 200));
      if (key?.[1]) keys.push(key[1]);
    }
  }
  return undefined;
}

/** Length of the blanks and comments at the start of a text. */
function blanksIn(text: string): number {
  return /^(?:\s#[^\n]*|\s)*/.exec(text)?.[0].length ?? 0;
}

function wordEnd(text: string, offset: number): number {
  return offset + (/^[^\s,:[\]{}#]*/.exec(text.slice(offset, offset + 300))?.[0].length ?? 0);
}
