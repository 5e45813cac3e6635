import * as l10n from "@vscode/l10n";
import { joinNames, quoted } from "../rules/engine/sentences.ts";
import { accepts, holdsList, type SchemaNode } from "../schema/model.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { DocumentSemantics, Semantics } from "../semantics/semantics.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { type Block, blockOf, isText } from "../yaml/edits/pasted-block.ts";
import { type Line, readLine } from "../yaml/lines.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { boundedSentence } from "../yaml/shown.ts";
import type { Style } from "../yaml/style.ts";
import type { ArrayNode, ObjectNode, YamlNode } from "../yaml/tree.ts";

/** The largest text that is analyzed, in characters; a larger one is pasted as it is. */
const LARGEST = 100_000;

/** The number of columns that are tried, and of lines above that are searched for them. */
const MOST_COLUMNS = 12;
const MOST_LINES = 1000;

/** The largest number of keys that a notice names; otherwise it has only their number. */
const MOST_NAMED = 3;

/** A block as it is pasted. */
export interface Pasted {
  readonly edit: Edit;
  /** One or two sentences with the keys that are further out than they were pasted, and those that have no place; absent if there are none. */
  readonly notice?: string;
}

/** Lines of a block, with the keys in them, that are written at a column. */
interface Part extends Pick<Block, "lines" | "keys" | "isList"> {
  readonly column: number;
}

/** A place for a block: `edit` writes parts of it, each at one of the columns that its first line may have. */
interface PastePlace {
  readonly columns: readonly number[];
  edit(parts: readonly Part[]): Edit;
}

/**
 * Pastes a block of keys or items where it belongs: the edit writes it at `offset`, where nothing is selected, with the indentation that puts
 * its keys where the chart has them, and the notice names those that went elsewhere. The block goes to the column of the editor if its keys
 * are known there, else to the open mapping that knows most of them. Of the others, those that a mapping around it knows go there, and the
 * rest stays with the block, so that it remains what was copied. `undefined` if the text is to be pasted as it is.
 */
export function pasted(
  semantics: Semantics,
  offset: number,
  text: string,
  editorIndent?: number,
): Pasted | undefined {
  const document = semantics.documentAt(offset);
  if (!document || text.length > LARGEST) return undefined;
  const { analysis } = semantics;
  const cursor = analysis.cursorAt(offset);
  // Before a block that is there already, a key takes no value on its line.
  if (cursor ? cursor.flow : !analysis.lines.structure(analysis.lines.lineAt(offset))?.key) return undefined;
  const style = analysis.styleAt(cursor, editorIndent);
  const block = blockOf(text, style.indent);
  const place = block && placeFor(document, offset, block, style);
  if (!place) return undefined;
  const tried = place.columns.flatMap((column, index) => {
    const parts = [{ ...block, column }];
    const edit = place.edit(parts);
    const known = knownKeys(document, edit, parts, index === 0);
    return known ? [{ column, edit, known }] : [];
  });
  const [best] = tried.toSorted((first, other) => countKnown(other.known) - countKnown(first.known));
  if (!best) return undefined;
  const parts = partsOf(block, best, tried);
  const parted = parts.length > 1 ? place.edit(parts) : undefined;
  const isParted = parted !== undefined && knownKeys(document, parted, parts, true) !== undefined;
  const edit = isParted ? parted : best.edit;
  if (isPlain(document, edit, offset, text)) return undefined;
  const notice = noticeOf(block, best, isParted ? parts : [], place);
  return { edit, ...(notice !== "" && { notice }) };
}

/** The known keys of a block at a column. */
interface Tried {
  readonly column: number;
  readonly known: readonly boolean[];
}

/** The parts of a block: each key at the best column, or if it is not known there, at the innermost column left of it where it is. */
function partsOf(block: Block, best: Tried, tried: readonly Tried[]): Part[] {
  const outer = tried.filter(({ column }) => column < best.column);
  const columns = new Map<number, Part>();
  for (const [index, start] of block.starts.entries()) {
    const other = best.known[index] ? undefined : outer.find(({ known }) => known[index]);
    const { column } = other ?? best;
    const { lines = [], keys = [] } = columns.get(column) ?? {};
    const added = block.lines.slice(start, block.starts[index + 1]);
    const { isList } = block;
    columns.set(column, { column, isList, lines: [...lines, ...added], keys: [...keys, block.keys[index]] });
  }
  return [...columns.values()].sort((first, other) => other.column - first.column);
}

/** Names the keys that are further out than the others or than the place of the paste, and those that are known nowhere; empty if there are none. */
function noticeOf(
  block: Block,
  { column, known }: Tried,
  parts: readonly Part[],
  { columns }: PastePlace,
): string {
  const outer = parts.filter((part) => part.column < column).flatMap(({ keys }) => keys);
  const unknown = block.keys.filter((key, index) => !known[index] && !outer.includes(key));
  const isAllOuter = column < (columns[0] ?? column);
  const moved = isAllOuter ? block.keys.filter((key) => !unknown.includes(key)) : outer;
  return [movedText(namesIn(moved)), unknownText(namesIn(unknown))]
    .flatMap((sentence) => (sentence === undefined ? [] : [boundedSentence(sentence)]))
    .join(" ");
}

function namesIn(keys: readonly (string | undefined)[]): string[] {
  return [...new Set(keys)].flatMap((key) => (key === undefined ? [] : [quoted(key)]));
}

function movedText(names: readonly string[]): string | undefined {
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length === 1) return l10n.t("{0} was put further out, where it belongs.", name);
  return names.length > MOST_NAMED
    ? l10n.t("{0} keys were put further out, where they belong.", names.length)
    : l10n.t("{0} were put further out, where they belong.", joinNames(names, "and"));
}

function unknownText(names: readonly string[]): string | undefined {
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length === 1) return l10n.t("{0} is not known here and stays as it was copied.", name);
  return names.length > MOST_NAMED
    ? l10n.t("{0} keys are not known here and stay as they were copied.", names.length)
    : l10n.t("{0} are not known here and stay as they were copied.", joinNames(names, "and"));
}

function countKnown(known: readonly boolean[]): number {
  return known.filter(Boolean).length;
}

/** True for an edit that does the same as the editor without it. */
function isPlain(
  { analysis: { file } }: DocumentSemantics,
  edit: Edit,
  offset: number,
  text: string,
): boolean {
  const [pasted, plain] = [edit, { start: offset, end: offset, text }].map((change) =>
    applied(file.text, [change]),
  );
  return pasted?.replaceAll("\r\n", "\n") === plain?.replaceAll("\r\n", "\n");
}

/** The place for a block at a cursor: on its own line, below a key without a value, or after a dash. */
function placeFor(
  { analysis }: DocumentSemantics,
  offset: number,
  { isList }: Block,
  { indent, listIndent, lineBreak }: Style,
): PastePlace | undefined {
  const { lines, file } = analysis;
  const cursorLine = lines.lineAt(offset);
  const start = lines.start(cursorLine);
  const before = file.text.slice(start, offset);
  if (lines.text(cursorLine).slice(before.length).trim() !== "") return undefined;
  const written = (parts: readonly Part[]) =>
    parts
      .flatMap(({ lines: some, column }) =>
        some.map((line) => (line === "" ? "" : " ".repeat(column) + line)),
      )
      .join(lineBreak);
  const dash = /^ *-[ ]+$/.test(before);
  if (dash && !isList) {
    const edit = (parts: readonly Part[]) => ({
      start: offset,
      end: offset,
      text: written(parts).trimStart(),
    });
    return { columns: [before.length], edit };
  }
  if (before.trim() === "" || dash) {
    const around = columnsAround(analysis, cursorLine, { indent, listIndent });
    const columns = [...new Set([before.search(/-|$/), ...around])].slice(0, MOST_COLUMNS);
    return { columns, edit: (parts) => ({ start, end: offset, text: written(parts) }) };
  }
  const line = readLine(before);
  if (!line?.key || line.value?.given !== false || before.includes("#")) return undefined;
  const end = start + before.trimEnd().length;
  const below = columnBelow(analysis, cursorLine, isList);
  const usual = line.column + (isList ? listIndent : indent);
  const columns = below !== undefined && below > line.column - (isList ? 1 : 0) ? [below] : [usual];
  return { columns, edit: (parts) => ({ start: end, end: offset, text: lineBreak + written(parts) }) };
}

/** The columns of all open blocks above a line, from the innermost, and those at which a new block may begin there. */
function columnsAround(
  analysis: Analysis,
  cursorLine: number,
  { indent, listIndent }: { readonly indent: number; readonly listIndent: number },
): number[] {
  const { lines } = analysis;
  const columns: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let line = cursorLine - 1; line >= Math.max(cursorLine - MOST_LINES, 0) && least > 0; line--) {
    const structure = lines.indentation(line) < least ? lines.structure(line) : undefined;
    if (!structure) continue;
    if (opensBlock(structure)) columns.push(structure.column + indent, structure.column + listIndent);
    for (const column of [structure.column, ...structure.dashes]) columns.push(column);
    least = lines.indentation(line);
  }
  columns.push(columnBelow(analysis, cursorLine, false) ?? 0);
  return columns.toSorted((first, other) => other - first);
}

/** The column of the next line with a key or an item, or only with an item. */
function columnBelow({ lines }: Analysis, cursorLine: number, isItem: boolean): number | undefined {
  let line = cursorLine + 1;
  while (line < Math.min(lines.count, cursorLine + MOST_LINES) && !isText(lines.text(line))) line++;
  const { dashes: [dash] = [], column } = lines.structure(line) ?? {};
  return isItem ? dash : (dash ?? column);
}

function opensBlock({ key, value, dashes }: Line): boolean {
  return key ? value?.given === false : dashes.length > 0;
}

/**
 * Tells for each key of a block's parts if the chart has it where an edit writes it; `undefined` if the edit moves other content. `isHere`:
 * any key counts in a mapping that takes any.
 */
function knownKeys(
  document: DocumentSemantics,
  edit: Edit,
  parts: readonly Part[],
  isHere: boolean,
): boolean[] | undefined {
  const { analysis, root } = document;
  const edited = analysis.edited([edit]);
  const after = edited?.roots[analysis.roots.indexOf(root)];
  if (!edited || !after || edited.file.problems.length > analysis.file.problems.length) return undefined;
  const written = edit.text.split("\n");
  let line = written.length - parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const found: boolean[] = [];
  for (const part of parts) {
    const before = written.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    line += part.lines.length;
    const text = written.slice(line - part.lines.length, line).join("\n");
    const start = edit.start + before;
    const holder = holderOf(nodeAt(after.node, start + firstWord(text)), part.isList);
    if (!holder || !isAllOf(part, holder, start, start + text.length)) return undefined;
    const schema = document.at(pathOf(holder)).schema;
    for (const key of part.keys) found.push(schema !== undefined && isKnown(schema, key, isHere));
  }
  return found;
}

/** True if the members of a mapping or list between two offsets are those of a whole part. */
function isAllOf(part: Part, holder: ObjectNode | ArrayNode, start: number, end: number): boolean {
  const members = holder.type === "object" ? holder.properties : holder.items;
  const written = members.filter(({ offset }) => offset >= start && offset < end);
  const last = written.at(-1);
  const count = holder.type === "object" ? part.keys.length : countOf(part);
  return last !== undefined && written.length === count && last.offset + last.length <= end;
}

/** The offset of the first line that is not a comment, after its dashes. */
function firstWord(text: string): number {
  let offset = 0;
  for (const line of text.split("\n")) {
    if (isText(line)) return offset + line.search(/[^\s-]/);
    offset += line.length + 1;
  }
  return 0;
}

function countOf({ lines }: Pick<Block, "lines">): number {
  return lines.filter((line) => /^-(?:\s|$)/.test(line)).length;
}

/** The mapping or list that a node of a pasted block is a member of. */
function holderOf(node: YamlNode | undefined, isList: boolean): ObjectNode | ArrayNode | undefined {
  let holder = node;
  while (holder && holder.type !== (isList ? "array" : "object")) holder = holder.parent;
  return holder?.type === "object" || holder?.type === "array" ? holder : undefined;
}

function isKnown(schema: SchemaNode, key: string | undefined, isHere: boolean): boolean {
  const { items } = schema;
  const isList = holdsList(schema) && items !== undefined;
  if (key === undefined) return isList && items.types.length > 0 && accepts(items, "string");
  const { properties, additional, patterns } = isList ? items : schema;
  return properties.has(key) || (isHere && (additional !== undefined || patterns.length > 0));
}
