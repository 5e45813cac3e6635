import { indexIn, keyAbove } from "../lookup.ts";
import type { ArrayNode, ObjectNode, PropertyNode, ValueNode, YamlNode } from "../tree.ts";
import type { Edit } from "./edit.ts";
import type { EditedText } from "./edited-text.ts";
import {
  firstCommentAbove,
  isExplicit,
  lastCommentBelow,
  linesOf,
  mappingOf,
  startsLine,
} from "./property-lines.ts";

/**
 * Removes a property along with its comments: the one directly above it, and those below that are indented further. A mapping that would be
 * left empty is removed too, up to but not including the mapping `keep` and the values below a key of another chart or product; if other comments are left in it, its key becomes a comment. Gives no
 * edits if a key after a `?` would have to be removed: these are hardly ever written, and the text around one depends on it.
 */
export function removeProperty(text: EditedText, property: PropertyNode, keep?: ValueNode): Edit[] {
  const parent = mappingOf(property);
  const around = parent?.parent;
  const isOnly = parent?.properties.length === 1 && parent !== keep;
  if (isOnly && around?.type === "property") {
    if (!hasOtherComments(text, around, property)) return removeProperty(text, around, keep);
    if (!parent.flow) return commentOut(text, around, linesOf(text, property), keep);
  }
  if (isExplicit(text, property)) return [];
  if (isOnly && !parent.flow && keyAbove(text.file, parent)) return emptied(text, property);
  if (isOnly && around?.type === "array" && !parent.flow) {
    const [lines, item] = [linesOf(text, property), linesOfItem(text, parent)];
    const isAlone = item && item[1] === lines[1];
    return isAlone ? removeItem(text, around, indexIn(around, parent)) : [];
  }
  if (parent?.flow) return [entryRange(text, parent, parent.properties, property)];
  const [first, last] = linesOf(text, property);
  if (!startsLine(text, property)) {
    const next = parent?.properties[parent.properties.indexOf(property) + 1];
    if (next) return [upToNext(text, property, last, next)];
    if (parent?.properties.length !== 1) {
      return [{ start: property.offset, end: property.offset + property.length, text: "" }];
    }
  }
  const lines = wholeLines(text, first, last);
  // A byte order mark inside a text is part of its key; at the start of the file it would not be.
  return first === 0 && text.file.text.charAt(lines.end) === "\uFEFF" ? [] : [lines];
}

/** Removes the only property of the values below a key of another chart or product, which stays with an empty mapping. */
function emptied(text: EditedText, property: PropertyNode): Edit[] {
  const { lines } = text;
  const [first, last] = linesOf(text, property);
  const keyLine = lines.lineAt(property.offset);
  const end = lines.start(last) + lines.text(last).length;
  const value = { start: property.offset, end, text: "{}" };
  return first === keyLine
    ? [value]
    : [{ start: lines.start(first), end: lines.start(keyLine), text: "" }, value];
}

/**
 * Removes a list item, with its dash, its lines and its comments; a list that would be left empty is removed along with its key. In a
 * list without brackets, gives no edits if anything but its dash comes before the item on its line.
 */
export function removeItem(text: EditedText, list: ArrayNode, index: number): Edit[] {
  const item = list.items[index];
  if (!item) return [];
  const owner = list.items.length === 1 && list.parent?.type === "property" ? list.parent : undefined;
  const isEmptied = owner !== undefined && hasOtherComments(text, owner, item);
  if (owner && !isEmptied) return removeProperty(text, owner);
  if (list.flow) return isEmptied ? [] : [entryRange(text, list, list.items, item)];
  const lines = linesOfItem(text, item);
  if (!lines) return [];
  return owner ? commentOut(text, owner, lines) : [wholeLines(text, ...lines)];
}

/** The lines of an item of a list without brackets, with its comments; `undefined` if it does not come directly after the first dash of its line. */
function linesOfItem(text: EditedText, { offset, length }: ValueNode): [number, number] | undefined {
  const { file, lines } = text;
  const line = lines.lineAt(offset);
  if (!/^[ \t]*-[ \t]*$/.test(file.text.slice(lines.start(line), offset))) return undefined;
  const column = lines.indentation(line);
  const last = lines.lineAt(Math.max(offset + length - 1, offset));
  return [firstCommentAbove(text, line, column), lastCommentBelow(text, last, column)];
}

/** True if the value of a key has comments other than those of its only entry or item. */
function hasOtherComments(text: EditedText, key: PropertyNode, only: PropertyNode | ValueNode): boolean {
  const { valueNode } = key;
  if ("flow" in valueNode && valueNode.flow) {
    const source = text.file.text;
    const [start, end] = [valueNode.offset, valueNode.offset + valueNode.length];
    const around = source.slice(start, only.offset) + source.slice(only.offset + only.length, end);
    return around.includes("#");
  }
  const entryLines = only.type === "property" ? linesOf(text, only) : linesOfItem(text, only);
  const { lines } = text;
  const end = linesOf(text, key)[1];
  for (let line = lines.lineAt(key.offset) + 1; line <= end; line++) {
    if (entryLines && line === entryLines[0]) line = entryLines[1];
    else if (lines.beginsWithComment(line)) return true;
  }
  return false;
}

/** Removes the only lines of a key that are not comments, and comments out the key, which without a value would remove defaults. */
function commentOut(
  text: EditedText,
  key: PropertyNode,
  [first, last]: readonly [number, number],
  keep?: ValueNode,
): Edit[] {
  const edits = [wholeLines(text, first, last)];
  for (let next: PropertyNode | undefined = key; next; ) {
    if (!startsLine(text, next) || isExplicit(text, next)) return [];
    edits.unshift({ start: next.offset, end: next.offset, text: "# " });
    const mapping = mappingOf(next);
    if (!mapping || mapping === keep || mapping.properties.length > 1) break;
    if (keyAbove(text.file, mapping)) return [];
    const around: YamlNode | undefined = mapping.parent;
    if (around?.type === "array") return [];
    next = around?.type === "property" ? around : undefined;
  }
  return edits;
}

/** Removes a key behind a dash. Comments on the next key stay above it, in the lines below the dash. */
function upToNext(
  { file, lines }: EditedText,
  property: PropertyNode,
  last: number,
  next: PropertyNode,
): Edit {
  const end = lines.start(last) + lines.text(last).length;
  if (!file.text.slice(end, next.offset).includes("#"))
    return { start: property.offset, end: next.offset, text: "" };
  const before = file.text.slice(0, property.offset).trimEnd().length;
  return { start: before, end, text: "" };
}

/** The edit that removes an entry from its brackets, with a comma and the comment on its line. Comments of other entries stay. */
function entryRange(
  text: EditedText,
  brackets: ObjectNode | ArrayNode,
  entries: readonly YamlNode[],
  entry: PropertyNode | ValueNode,
): Edit {
  const { file, lines } = text;
  const index = entries.indexOf(entry);
  const [previous, next] = [entries[index - 1], entries[index + 1]];
  const start = entry.offset;
  const end = start + entry.length;
  const above = previous ? previous.offset + previous.length : brackets.offset;
  const below = next?.offset ?? brackets.offset + brackets.length;
  if (!(file.text.slice(above, start) + file.text.slice(end, below)).includes("#")) {
    if (next) return { start, end: next.offset, text: "" };
    return { start: previous ? above : start, end, text: "" };
  }
  const restOfLine = /[ \t]*,?[ \t]*(?:#[^\r\n]*)?/y;
  restOfLine.lastIndex = end;
  const stop = end + (restOfLine.exec(file.text)?.[0].length ?? 0);
  const [first, last] = [lines.lineAt(start), lines.lineAt(end)];
  const isAlone =
    file.text.slice(lines.start(first), start).trim() === "" &&
    stop === lines.start(last) + lines.text(last).length;
  return isAlone
    ? wholeLines(text, firstCommentAbove(text, first, lines.columnOf(start)), last)
    : { start, end: stop, text: "" };
}

/** Removes whole lines along with a line break, so that no blank line is left behind. */
function wholeLines({ file, lines }: EditedText, first: number, last: number): Edit {
  const start = lines.start(first);
  const end = last + 1 < lines.count ? lines.start(last + 1) : file.text.length;
  if (end < file.text.length || first === 0) return { start, end, text: "" };
  const before = file.text.slice(0, start).replace(/\r?\n$|\r$/, "").length;
  const endsWithBreak = /[\r\n]$/.test(file.text.slice(start, end));
  return endsWithBreak ? { start, end, text: "" } : { start: before, end, text: "" };
}
