import { Comparison, isReadAs } from "../yaml/around.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { editedTextOf } from "../yaml/edits/edited-text.ts";
import { applied } from "../yaml/edits/edits.ts";
import { removeItem } from "../yaml/edits/remove.ts";
import { Lines } from "../yaml/lines.ts";
import { pathOf, valueAt, walk } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { PropertyNode, ValueNode, YamlFile } from "../yaml/tree.ts";
import { type EmbeddedValues, listBeside } from "./find.ts";
import { isSame, ownText } from "./own-text.ts";

/** Values that left their document: the edits of that, and their text, which ends with a line break. */
export interface MovedOut {
  readonly edits: readonly Edit[];
  readonly text: string;
}

/**
 * Moves values out of a document, with the comments in them. The reference to their new place becomes the last entry of a list, so that no other entry overrides
 * them. `undefined` if that cannot be written without a loss.
 */
export function movedOut(
  around: YamlFile,
  values: EmbeddedValues,
  entry: readonly string[],
): MovedOut | undefined {
  const { holder, apart } = values;
  const place = placeOf(around, holder);
  const isTaken = !values.item && !values.unread && holder.valueNode.type !== "null";
  const taken = isTaken ? ownText(around, values) : undefined;
  if (!apart || !place || !taken || taken.isAtKey || holder.parent?.type !== "object" || holder.parent.flow)
    return undefined;
  const list = listBeside(values);
  const { eol, lines, pad, line } = place;
  const item = (indent: string) => entry.map((line, index) => `${indent}${index === 0 ? "- " : "  "}${line}`);
  if (list === undefined) {
    const text = [`${apart.list}:`, ...item(`${pad}  `)].join(eol);
    const edit = { start: holder.offset, end: taken.end, text };
    return proven(around, [edit], taken.text, holder, [holder.key, apart.list]);
  }
  const last = lastOf(lines, list.valueNode);
  if (last === undefined) return undefined;
  const added = {
    start: last.end,
    end: last.end,
    text: item(last.indent)
      .map((line) => eol + line)
      .join(""),
  };
  const after = lines.start(lines.lineAt(taken.end) + 1);
  const edits = [added, { start: lines.start(line), end: after, text: "" }];
  return proven(around, edits, taken.text, holder, [holder.key, apart.list]);
}

/** Moves a text with values into a document, below a key in the place of an item of a list that names it. */
export function movedIn(
  around: YamlFile,
  list: PropertyNode,
  index: number,
  key: string,
  content: string,
): readonly Edit[] | undefined {
  const place = placeOf(around, list);
  const { valueNode } = list;
  if (!place || valueNode.type !== "array") return undefined;
  const { eol, lines, pad } = place;
  const indented = content
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => (line === "" ? "" : `${pad}  ${line}`));
  const block = [`${pad}${key}:`, ...indented].join(eol);
  if (!isSame(parseYaml(content), parseYaml(block), key)) return undefined;
  const last = endOfLine(lines, (!valueNode.flow && valueNode.items.at(-1)) || valueNode);
  if (valueNode.items.length > 1) {
    const next = around.text.indexOf("\n", last) + 1;
    const [start, text] = next > 0 ? [next, block + eol] : [around.text.length, eol + block];
    return withoutItem(around, list, index, [{ start, end: start, text }], [key]);
  }
  const edit = { start: list.offset, end: last, text: block.slice(pad.length) };
  return around.text.slice(edit.start, last).includes("#")
    ? undefined
    : proven(around, [edit], content, list, [key, list.key])?.edits;
}

/** Takes an item out of a list along with other edits, of some keys next to it; `undefined` if a comment would be lost. */
export function withoutItem(
  around: YamlFile,
  list: PropertyNode,
  index: number,
  others: readonly Edit[],
  keys: readonly string[],
): readonly Edit[] | undefined {
  const { valueNode } = list;
  if (valueNode.type !== "array") return undefined;
  const gone = removeItem(editedTextOf(around), valueNode, index);
  const isCommented = gone.some(({ start, end }) => around.text.slice(start, end).includes("#"));
  if (gone.length === 0 || isCommented) return undefined;
  return proven(around, [...gone, ...others], "", list, [list.key, ...keys])?.edits;
}

/** Adds a text to a list that is written line by line. */
export function added(around: YamlFile, { valueNode }: PropertyNode, text: string): Edit | undefined {
  const last = lastOf(new Lines(around), valueNode);
  const line = `${newlineOf(around)}${last?.indent}- ${text}`;
  return last && { start: last.end, end: last.end, text: line };
}

/** Takes a text out of a list that is written line by line and has others. */
export function removed(around: YamlFile, { valueNode }: PropertyNode, text: string): Edit | undefined {
  const lines = new Lines(around);
  if (valueNode.type !== "array" || valueNode.items.length < 2 || !lastOf(lines, valueNode)) return undefined;
  const item = valueNode.items.find(
    (node) => node.type === "string" && node.value.replace(/^\.\//, "") === text,
  );
  const line = item && lines.lineAt(item.offset);
  if (line === undefined || lines.text(line).includes("#")) return undefined;
  return { start: lines.start(line), end: lines.start(line + 1), text: "" };
}

/** True if a file has a null among its values. */
export function hasNull({ documents }: YamlFile): boolean {
  let found = false;
  for (const { root } of documents)
    walk(root, ({ type }) => {
      found ||= type === "null";
    });
  return found;
}

/** The edits, if the text can be read with them as before, and sets the same but for some keys of a mapping. */
function proven(
  around: YamlFile,
  edits: readonly Edit[],
  text: string,
  { parent: mapping }: Pick<PropertyNode, "parent">,
  keys: readonly (string | undefined)[],
): MovedOut | undefined {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const after = parseYaml(applied(around.text, ordered));
  if (!isReadAs(around, after) || mapping?.type !== "object") return undefined;
  const index = around.documents.findIndex(
    ({ start, end }) => start <= mapping.offset && mapping.offset < end,
  );
  const now = valueAt(after.documents[index]?.root, pathOf(mapping));
  const others = [mapping, now].flatMap((node) =>
    node?.type === "object" ? node.properties.filter(({ key }) => keys.includes(key)) : [],
  );
  const region = { start: 0, end: around.text.length, column: -1 };
  const compared = new Comparison(around, after, region, others);
  return compared.isSame(around.documents, after.documents) ? { edits: ordered, text } : undefined;
}

function newlineOf({ text }: YamlFile): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The line and indentation of a key, if only spaces are before it on its line. */
function placeOf(around: YamlFile, holder: PropertyNode) {
  const lines = new Lines(around);
  const line = lines.lineAt(holder.offset);
  const pad = around.text.slice(lines.start(line), holder.offset);
  return pad.trim() === "" ? { eol: newlineOf(around), lines, line, pad } : undefined;
}

/** The end of the last item of a list that is written line by line, and the indentation of its dash. */
function lastOf(lines: Lines, list: ValueNode): { end: number; indent: string } | undefined {
  if (list.type !== "array" || list.flow) return undefined;
  const last = list.items.at(-1);
  const line = last && lines.lineAt(last.offset);
  if (last === undefined || line === undefined || !lines.beginsWithDash(line)) return undefined;
  return { end: endOfLine(lines, last), indent: " ".repeat(lines.indentation(line)) };
}

function endOfLine(lines: Lines, { offset, length }: ValueNode): number {
  const line = lines.lineAt(offset + Math.max(0, length - 1));
  return lines.start(line) + lines.text(line).trimEnd().length;
}
