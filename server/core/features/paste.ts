import { accepts, holdsList, type SchemaNode } from "../schema/model.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { DocumentSemantics, Semantics } from "../semantics/semantics.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { type Line, readLine } from "../yaml/lines.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { Style } from "../yaml/style.ts";
import type { ArrayNode, ObjectNode, YamlNode } from "../yaml/tree.ts";

/** How many characters are looked at; whoever pastes more gets them as they are. */
const LARGEST = 100_000;

/** How many columns are tried, and how many lines above are searched for them. */
const MOST_COLUMNS = 12;
const MOST_LINES = 1000;

/** A pasted block with the indentation that it has in itself: its first line has none. */
interface Block {
  readonly lines: readonly string[];
  readonly isList: boolean;
  /** Its keys, or those of its items; `undefined` for an item that has none. */
  readonly keys: readonly (string | undefined)[];
}

/** Where a block can be written: `edit` for each column that its first line may have. */
interface Place {
  readonly columns: readonly number[];
  edit(column: number): Edit;
}

/**
 * Where a pasted block of keys or items belongs: the edit that writes it at `offset`, where nothing is selected, with the indentation that
 * puts its keys where the chart has them. That is where the editor would put them if they are known there, else the innermost open
 * mapping that knows most of them. `undefined` if the text is to be pasted as it is.
 */
export function pasted(
  semantics: Semantics,
  offset: number,
  text: string,
  editorIndent?: number,
): Edit | undefined {
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
  const tried = place.columns.map((column, index) => {
    const edit = place.edit(column);
    return { edit, known: knownKeys(document, edit, block, index === 0) };
  });
  const all = block.keys.length;
  const best = tried.find(({ known }) => known === all) ?? tried.find(({ known }) => known * 2 > all);
  return best && !isPlain(document, best.edit, offset, text) ? best.edit : undefined;
}

/** Whether an edit does what the editor does anyway. */
function isPlain(
  { analysis: { file } }: DocumentSemantics,
  edit: Edit,
  offset: number,
  text: string,
): boolean {
  const [ours, plain] = [edit, { start: offset, end: offset, text }].map((one) => applied(file.text, [one]));
  return ours?.replaceAll("\r\n", "\n") === plain?.replaceAll("\r\n", "\n");
}

/** A text as a block, whose first line may have been copied without its indentation; `undefined` if it is something else. */
function blockOf(text: string, indent: number): Block | undefined {
  const [first = "", ...rest] = text.split(/\r?\n/);
  const all = [first, ...rest];
  if (first.trim() === "" || all.some((line) => /^ *\t/.test(line))) return undefined;
  const base =
    isWritten(rest) && indentationOf(first) === 0 ? baseBelow(first, rest, indent) : indentationOf(first);
  const lines = all.map((line, index) => {
    const own = index === 0 ? base : indentationOf(line);
    return line.trim() === "" ? "" : " ".repeat(Math.max(own - base, 0)) + line.trimStart();
  });
  if (all.some((line, index) => index > 0 && isText(line) && indentationOf(line) < base)) return undefined;
  const { documents, problems, refused } = parseYaml(lines.join("\n"));
  const [root] = documents.map((document) => document.root);
  if (refused || problems.length > 0 || documents.length > 1) return undefined;
  if ((root?.type !== "object" && root?.type !== "array") || root.flow) return undefined;
  return { lines, isList: root.type === "array", keys: keysOf(root) };
}

function keysOf(root: ObjectNode | ArrayNode): (string | undefined)[] {
  if (root.type === "object") return root.properties.map(({ key }) => key);
  return root.items.flatMap((item) => (item.type === "object" ? keysOf(item) : [undefined]));
}

/** The column that a first line had before it was copied without its indentation, as the lines below show. */
function baseBelow(first: string, rest: readonly string[], indent: number): number {
  const below = rest.filter(isText);
  const columns = below.map(indentationOf);
  const least = columns.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const dashes = /^(?:- +)*/.exec(first)?.[0].length ?? 0;
  if (columns[0] === least && opens(first)) {
    const next = columns.find((column) => column > least);
    return Math.max(least - dashes - (next === undefined ? indent : next - least), 0);
  }
  const isItem = below[columns.indexOf(least)]?.startsWith("-", least) === true;
  return isItem ? least : Math.max(least - dashes, 0);
}

/** Whether the value of a line's key is below it: also that of a block scalar. */
function opens(text: string): boolean {
  const { key, value } = readLine(text) ?? {};
  return key !== undefined && (value?.given !== true || /^[|>]/.test(text.slice(value.column)));
}

function isWritten(lines: readonly string[]): boolean {
  return lines.some(isText);
}

function isText(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Where a block can be written at a cursor: on its own line, below a key without a value, or after a dash. */
function placeFor(
  { analysis }: DocumentSemantics,
  offset: number,
  { lines: block, isList }: Block,
  { indent, listIndent, lineBreak }: Style,
): Place | undefined {
  const { lines, file } = analysis;
  const own = lines.lineAt(offset);
  const start = lines.start(own);
  const before = file.text.slice(start, offset);
  if (lines.text(own).slice(before.length).trim() !== "") return undefined;
  const written = (column: number) =>
    block.map((line) => (line === "" ? "" : " ".repeat(column) + line)).join(lineBreak);
  const dash = /^ *-[ ]+$/.test(before);
  if (dash && !isList) {
    const edit = (column: number) => ({ start: offset, end: offset, text: written(column).trimStart() });
    return { columns: [before.length], edit };
  }
  if (before.trim() === "" || dash) {
    const around = columnsAround(analysis, own, { indent, listIndent });
    const columns = [...new Set([before.search(/-|$/), ...around])].slice(0, MOST_COLUMNS);
    return { columns, edit: (column) => ({ start, end: offset, text: written(column) }) };
  }
  const line = readLine(before);
  if (!line?.key || line.value?.given !== false || before.includes("#")) return undefined;
  const end = start + before.trimEnd().length;
  const below = columnBelow(analysis, own, isList);
  const usual = line.column + (isList ? listIndent : indent);
  const columns = below !== undefined && below > line.column - (isList ? 1 : 0) ? [below] : [usual];
  return { columns, edit: (column) => ({ start: end, end: offset, text: lineBreak + written(column) }) };
}

/** The columns of all that is open above a line, from the innermost, and those of what may begin there. */
function columnsAround(
  analysis: Analysis,
  own: number,
  { indent, listIndent }: { readonly indent: number; readonly listIndent: number },
): number[] {
  const { lines } = analysis;
  const columns: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let line = own - 1; line >= Math.max(own - MOST_LINES, 0) && least > 0; line--) {
    const structure = lines.indentation(line) < least ? lines.structure(line) : undefined;
    if (!structure) continue;
    if (opensBlock(structure)) columns.push(structure.column + indent, structure.column + listIndent);
    for (const column of [structure.column, ...structure.dashes]) columns.push(column);
    least = lines.indentation(line);
  }
  columns.push(columnBelow(analysis, own, false) ?? 0);
  return columns.toSorted((one, other) => other - one);
}

/** The column of the next line with a key or an item, or only with an item. */
function columnBelow({ lines }: Analysis, own: number, isItem: boolean): number | undefined {
  let line = own + 1;
  while (line < Math.min(lines.count, own + MOST_LINES) && !isText(lines.text(line))) line++;
  const { dashes: [dash] = [], column } = lines.structure(line) ?? {};
  return isItem ? dash : (dash ?? column);
}

function opensBlock({ key, value, dashes }: Line): boolean {
  return key ? value?.given === false : dashes.length > 0;
}

/**
 * How many keys of a block the chart has where an edit writes them, if nothing else changes its place by it. `isHere`: any key counts in a
 * mapping that takes any.
 */
function knownKeys(document: DocumentSemantics, edit: Edit, block: Block, isHere: boolean): number {
  const { analysis, root } = document;
  const edited = analysis.edited([edit]);
  const own = edited?.roots[analysis.roots.indexOf(root)];
  if (!edited || !own || edited.file.problems.length > analysis.file.problems.length) return 0;
  const first = edit.start + firstWord(edit.text);
  const end = edit.start + edit.text.length;
  const holder = holderOf(nodeAt(own.node, first), block.isList);
  const members = holder?.type === "object" ? holder.properties : (holder?.items ?? []);
  const written = members.filter(({ offset }) => offset >= edit.start && offset < end);
  const last = written.at(-1);
  const count = holder?.type === "object" ? block.keys.length : countOf(block);
  if (!holder || !last || written.length !== count || last.offset + last.length > end) return 0;
  const schema = document.at(pathOf(holder)).schema;
  return schema ? block.keys.filter((key) => isKnown(schema, key, isHere)).length : 0;
}

/** Where the first line that is not a comment begins, after its dashes. */
function firstWord(text: string): number {
  let at = 0;
  for (const line of text.split("\n")) {
    if (isText(line)) return at + line.search(/[^\s-]/);
    at += line.length + 1;
  }
  return 0;
}

function countOf({ lines }: Block): number {
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
