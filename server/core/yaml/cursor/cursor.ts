import { canFollowColon, closingQuote, marksAt, signs } from "../lexer.ts";
import { type Line, type Lines, readLine } from "../lines.ts";
import { nodeAt } from "../lookup.ts";
import type { Path, YamlFile, YamlNode } from "../tree.ts";
import { blockBelow, documentStart, isDeeperThanItem, placeOf, presentKeys } from "./block-place.ts";
import { type FlowPlace, readFlow } from "./flow-place.ts";

/** The completion context at a cursor: a key or a value, and its place. Offsets are offsets in the file. */
export type Cursor = KeyCursor | ValueCursor;

interface CursorBase {
  /** The word at the cursor, which a completion replaces. */
  readonly start: number;
  readonly end: number;
  readonly flow: boolean;
  /** True if a blank is missing between the colon or dash and the word. */
  readonly needsBlank: boolean;
}

/** A key can be written here, or an item if the container is a list. */
export interface KeyCursor extends CursorBase {
  readonly kind: "key";
  /** The container that the key is written in. */
  readonly path: Path;
  /** Keys that the container already has, apart from the one at the cursor. */
  readonly present: ReadonlySet<string>;
  /** True if a colon follows the word, so that only the key itself is written. */
  readonly hasColon: boolean;
  /** True if the value comes right after that colon. The colon is then part of the word, and is written with a blank. */
  readonly isGlued: boolean;
  /** The column of this container's keys. */
  readonly column: number;
  /** True for the first word after a dash, where a plain value is possible as well. */
  readonly afterDash: boolean;
  /** True if the line has only blanks before the word, so that a dash can be put there. */
  readonly ownLine: boolean;
  /** The key above, if nothing else is written below it, so that its scalar can be on this line. */
  readonly below?: KeyAbove;
}

/** A key whose value is on a line below: its column, the tag of the value, and the end of the value so far. */
type KeyAbove = Pick<ValueCursor, "column" | "tag" | "end">;

/** The value of a key, or an item of a list in brackets, can be written here. */
export interface ValueCursor extends CursorBase {
  readonly kind: "value";
  /** The path that the value will have. */
  readonly path: Path;
  /** True after an asterisk, which only the name of an anchor can follow. */
  readonly isAlias: boolean;
  /** The tag before the value (`!!int`), which decides how it is read. */
  readonly tag?: string;
  /** Column of the key whose value this is; multi-line values are indented more. */
  readonly column: number;
}

/**
 * Finds the completion context at an offset. Reads the lines around the offset instead of the tree, so that it works in a
 * text that is still being typed. `undefined` where no completion is possible, as in comments and multi-line scalars.
 */
export function cursorAt(file: YamlFile, lines: Lines, offset: number): Cursor | undefined {
  const line = lines.lineAt(offset);
  const text = lines.text(line);
  const column = Math.max(Math.min(offset - lines.start(line), text.length), 0);
  const inside = lines.start(line) + column;
  if (isInComment(text, column) || lines.isInScalar(line)) return undefined;
  const flowStart = flowStartAt(file, lines, line, inside);
  if (flowStart !== undefined) return flowCursor(file, lines, flowStart, inside);
  if (/^(?:---|\.\.\.)/.test(text) || isInBlockScalar(lines, line, text, column)) return undefined;
  const first = lines.lineAt(documentStart(file, inside));
  const isGlued = text.charAt(column - 1) === ":" && text.charAt(column) === "#";
  const written = isGlued ? text.slice(0, column) : text;
  const structure = readLine(written) ?? blankLine(text, column);
  if (column < structure.column && text.trim() !== "") return undefined;
  const key = structure.key;
  if (key && structure.value && column > key.colon) {
    return blockValue(lines, first, line, structure, written, column);
  }
  return blockKey(file, lines, first, line, structure, text, column);
}

/**
 * The cursor as it would be among the keys of the list item above, if it is at the column of that item's dash: one level
 * too far left, which is where many editors put it after a line `- key: value`. `undefined` if there is no such item
 * directly above the cursor.
 */
export function cursorInItemAbove(file: YamlFile, lines: Lines, cursor: KeyCursor): KeyCursor | undefined {
  if (!cursor.ownLine || cursor.hasColon) return undefined;
  const line = lines.lineAt(cursor.start);
  const first = lines.lineAt(documentStart(file, cursor.start));
  const column = itemColumnAbove(lines, first, line, cursor.start - lines.start(line));
  if (column === undefined) return undefined;
  const place = placeOf(lines, first, line, column, []);
  return (
    place && { ...cursor, path: place.path, present: presentKeys(file, place, lines, cursor.start), column }
  );
}

/** The column of the keys in the item whose dash is at `column`, if that item is directly above the line. */
function itemColumnAbove(lines: Lines, first: number, line: number, column: number): number | undefined {
  for (let above = line - 1; above >= first; above--) {
    const structure = lines.indentation(above) > column ? undefined : lines.structure(above);
    if (structure) return structure.dashes[0] === column && structure.key ? structure.column : undefined;
  }
  return undefined;
}

function blankLine(text: string, column: number): Line {
  return text.trim() === "" ? { dashes: [], column } : { dashes: [], column: text.length };
}

function blockKey(
  file: YamlFile,
  lines: Lines,
  first: number,
  line: number,
  structure: Line,
  text: string,
  column: number,
): Cursor | undefined {
  const { key, dashes } = structure;
  // After a dash, an anchor or a tag belongs to the item if that is a single value; otherwise it belongs to the first key.
  const marks = key || dashes.length === 0 ? { length: 0 } : marksAt(text, structure.column);
  const start = key?.start ?? structure.column + marks.length;
  const end = key?.end ?? wordEnd(text, start, column);
  if (end === undefined || column < start || column > end || /^[?:](?:\s|$)/.test(text.slice(start)))
    return undefined;
  const isAlias = !key && column > start && text.charAt(start) === "*";
  // There is no room for a word next to brackets, an anchor or an alias.
  if (!key && !isAlias && /[[\]{}&*!|>]/.test(text.charAt(start))) return undefined;
  if (!key && !/^["']/.test(text.slice(start)) && /\s/.test(text.slice(start, column))) return undefined;
  const needsBlank = dashes.length > 0 && text.charAt(start - 1) === "-";
  if (needsBlank && blockBelow(lines, line, start)) return undefined;
  const isGlued = !key && text.charAt(end) === ":";
  if (isGlued && !canFollowColon(text, end + 1)) return undefined;
  // The text after the word would be its value, and no value begins so.
  if (!key && !isAlias && !isGlued && /^[ \t]*[[\]{},&*!|>%@`]/.test(text.slice(end))) return undefined;
  // The keys of the item below it are not at its column.
  if (!key && isDeeperThanItem(lines, line, structure)) return undefined;
  const place = placeOf(lines, first, line, structure.column, dashes);
  if (!place || (place.path.length === 0 && isWholeInBrackets(file, lines.start(line)))) return undefined;
  const keyOffset = lines.start(line) + start;
  const range = { start: keyOffset, end: lines.start(line) + (text.trim() === "" ? start : end) };
  const ownLine = text.slice(0, start).trim() === "";
  const above = ownLine && !key ? keyAbove(lines, first, line, structure.column) : undefined;
  const valueTo = valueEnd(text, start, column);
  const below = above && valueTo !== undefined ? { ...above, end: lines.start(line) + valueTo } : undefined;
  if (marks.length > 0 || (isAlias && (below || dashes.length > 0))) {
    const common = { ...range, path: place.path, flow: false, needsBlank, isAlias };
    const { tag } = marks;
    const written = below ?? { column: structure.column, tag };
    return { ...common, ...written, kind: "value" };
  }
  if (isAlias) return undefined;
  const isFirst = dashes.length > 0 || place.keyColumn === undefined;
  return {
    kind: "key",
    flow: false,
    path: place.path,
    present: presentKeys(file, place, lines, keyOffset),
    hasColon: key !== undefined || isGlued,
    isGlued,
    needsBlank,
    start: range.start,
    end: range.end + (isGlued ? 1 : 0),
    column: isFirst ? structure.column + (needsBlank ? 1 : 0) : (place.keyColumn ?? 0),
    afterDash: dashes.length > 0,
    ownLine,
    below,
  };
}

/** The key on the line above a column, if it has no value yet and its value can be written there. */
function keyAbove(
  lines: Lines,
  first: number,
  line: number,
  column: number,
): Omit<KeyAbove, "end"> | undefined {
  let above = line - 1;
  while (above >= first && /^\s*(?:#|$)/.test(lines.text(above))) above--;
  const structure = above < first ? undefined : lines.structure(above);
  if (!structure?.key || !structure.value || structure.value.given) return undefined;
  if (structure.column >= column || blockBelow(lines, line, structure.column)) return undefined;
  const { tag } = marksAt(`${lines.text(above)} `, structure.value.column);
  return { column: structure.column, tag };
}

function blockValue(
  lines: Lines,
  first: number,
  line: number,
  structure: Line,
  text: string,
  column: number,
): ValueCursor | undefined {
  const place = placeOf(lines, first, line, structure.column, structure.dashes);
  const { key, value } = structure;
  if (!place || !key || !value || (value.given && lines.isInScalar(line + 1))) return undefined;
  if (!value.given && blockBelow(lines, line, structure.column)) return undefined;
  const atColon = column === key.colon + 1;
  const marks = marksAt(text, value.column);
  const content = value.column + marks.length;
  const isBefore = column < content;
  // There is no room for another value before one that is already there.
  if (isBefore && (marks.length > 0 || value.given)) return undefined;
  const start = isBefore ? column : content;
  const source = text.slice(start);
  const isAlias = source.startsWith("*");
  if (/^(?:[|>][-+\d]*(?:\s|$)|[&![{])/.test(source) || (isAlias && isBefore)) return undefined;
  if (/\s/.test(text.slice(start, column)) && !/^["']/.test(source)) return undefined;
  const end = isBefore ? column : valueEnd(text, start, column);
  if (end === undefined) return undefined;
  return {
    kind: "value",
    flow: false,
    path: [...place.path, key.text],
    start: lines.start(line) + start,
    end: lines.start(line) + end,
    needsBlank: atColon,
    isAlias,
    column: structure.column,
    tag: marks.tag,
  };
}

function flowCursor(file: YamlFile, lines: Lines, flowStart: number, offset: number): Cursor | undefined {
  const line = lines.lineAt(flowStart);
  const owner = readLine(lines.text(line));
  if (!owner) return undefined;
  const first = lines.lineAt(documentStart(file, offset));
  const place = placeOf(lines, first, line, owner.column, owner.dashes);
  if (!place) return undefined;
  const base = owner.key ? [...place.path, owner.key.text] : place.path;
  const flow: FlowPlace | undefined = readFlow(file.text, flowStart, offset);
  if (!flow) return undefined;
  const common = {
    flow: true,
    path: [...base, ...flow.path],
    start: flow.start,
    end: flow.end,
    column: owner.column,
  };
  if (flow.kind === "value") {
    const { needsBlank, isAlias, tag } = flow;
    return { ...common, kind: "value", needsBlank, isAlias, tag };
  }
  return {
    ...common,
    kind: "key",
    present: flow.present,
    hasColon: flow.hasColon,
    isGlued: flow.isGlued,
    needsBlank: false,
    afterDash: false,
    ownLine: false,
  };
}

/** True if brackets hold the whole document at an offset, so that nothing can be written next to them. */
function isWholeInBrackets({ text, documents }: YamlFile, offset: number): boolean {
  const root = documents.findLast(({ start }) => start <= offset)?.root;
  return (root?.type === "object" || root?.type === "array") && root.flow && isClosed(text, root);
}

function isClosed(text: string, { offset, length }: YamlNode): boolean {
  return /[\]}]/.test(text.charAt(offset + length - 1));
}

/** The offset of the outermost bracket around an offset, even if it is not closed yet; `undefined` outside brackets. */
function flowStartAt(file: YamlFile, lines: Lines, line: number, offset: number): number | undefined {
  const document = file.documents.find((candidate) => offset >= candidate.start && offset <= candidate.end);
  let node: YamlNode | undefined = nodeAt(document?.root, offset);
  let outermost: number | undefined;
  for (; node; node = node.parent) {
    if ((node.type === "object" || node.type === "array") && node.flow && !node.alias) {
      const isInside = offset < node.offset + node.length || !isClosed(file.text, node);
      if (offset > node.offset && isInside) outermost = node.offset;
    }
  }
  if (outermost !== undefined) return outermost;
  for (let above = line; above >= 0 && line - above <= 100; above--) {
    const text = lines.text(above);
    const structure = above === line ? readLine(text) : lines.structure(above);
    const place = structure?.value?.column ?? structure?.column;
    const isMarked = place !== undefined && /[&!]/.test(text.charAt(place));
    const from = isMarked ? place + marksAt(text, place).length : place;
    if (from !== undefined && /[[{]/.test(text.charAt(from))) {
      const start = lines.start(above) + from;
      return start < offset && readFlow(file.text, start, offset) ? start : undefined;
    }
    // A block key ends the search; in brackets that are not closed yet, entries end with a comma.
    if (above < line && structure?.key && !/^["']|[,[{][ \t]*(?:#.*)?$/s.test(text.trim())) return undefined;
  }
  return undefined;
}

/** True if a column is after a `#` that starts a comment; a `#` in quotes does not. */
function isInComment(text: string, column: number): boolean {
  if (!text.includes("#")) return false;
  for (const { kind, start } of signs(text)) {
    if (start >= column) return false;
    if (kind === "comment") return true;
  }
  return false;
}

/** A blank line that is indented more than the key of a block scalar above it still belongs to that scalar. */
function isInBlockScalar(lines: Lines, line: number, text: string, column: number): boolean {
  if (text.trim() !== "") return false;
  let above = line - 1;
  while (above >= 0 && (lines.text(above).trim() === "" || lines.isInScalar(above))) above--;
  const owner = above < 0 ? undefined : readLine(lines.text(above));
  if (!owner) return false;
  const value = lines.text(above).slice(owner.value?.column ?? owner.column);
  if (!/^(?:[&!]\S+\s+)*[|>][-+\d]*\s*(?:#.*)?$/.test(value)) return false;
  return column > (owner.key ? owner.column : (owner.dashes.at(-1) ?? 0));
}

/** The end of the word that begins at `start` and holds the cursor; `undefined` if the cursor is past a closing quote. */
function wordEnd(text: string, start: number, column: number): number | undefined {
  const close = /["']/.test(text.charAt(start)) ? closingQuote(text, start) : undefined;
  if (close !== undefined) return close + 1 < column ? undefined : close + 1;
  const from = Math.max(start, column);
  const rest = /^[^\s:#,[\]{}]*/.exec(text.slice(from));
  return from + (rest?.[0].length ?? 0);
}

/**
 * The end of the value that begins at `start`, without a comment; `undefined` if the cursor is past a closing quote.
 */
function valueEnd(text: string, start: number, column: number): number | undefined {
  const close = /["']/.test(text.charAt(start)) ? closingQuote(text, start) : undefined;
  if (close !== undefined) return close + 1 < column ? undefined : close + 1;
  const comment = /(?:^|[ \t])#/.exec(text.slice(column));
  const end = comment ? column + comment.index : text.length;
  return Math.max(column, text.slice(0, end).trimEnd().length);
}
