import { childrenOf } from "../lookup.ts";
import { isModeline } from "../modeline.ts";
import type { ObjectNode, PropertyNode, YamlNode } from "../tree.ts";
import type { EditedText } from "./edited-text.ts";

/** The mapping that a property is in. */
export function mappingOf(property: PropertyNode): ObjectNode | undefined {
  return property.parent?.type === "object" ? property.parent : undefined;
}

/** True if a property is the first thing on its line, neither after a dash nor inside brackets. */
export function startsLine({ file, lines }: EditedText, property: PropertyNode): boolean {
  const start = lines.start(lines.lineAt(property.offset));
  return /^[ \t]*$/.test(file.text.slice(start, property.offset));
}

/** True if a key comes after a `?`, or has its colon on a later line. */
export function isExplicit({ file, lines }: EditedText, { keyNode, colonOffset }: PropertyNode): boolean {
  const line = lines.lineAt(keyNode.offset);
  const before = file.text.slice(lines.start(line), keyNode.offset);
  if (/(?:^|[\s,{])\?[ \t]+(?:[&!]\S+[ \t]+){0,2}$/.test(before)) return true;
  return (
    colonOffset !== undefined && lines.lineAt(colonOffset) > lines.lineAt(keyNode.offset + keyNode.length)
  );
}

/**
 * The first and last line of a property, with the comment directly above it, the comments below that are indented further, and the empty
 * lines that a text at its end keeps.
 */
export function linesOf(text: EditedText, property: PropertyNode): [number, number] {
  const { lines } = text;
  const line = lines.lineAt(property.offset);
  const column = lines.columnOf(property.offset);
  const end = lines.lineAt(Math.max(property.offset + property.length - 1, property.offset));
  const last = keepsEmptyLines(text, property) ? lastEmptyBelow(text, end) : end;
  const first = startsLine(text, property) ? firstCommentAbove(text, line, column) : line;
  return [first, mappingOf(property)?.flow ? last : lastCommentBelow(text, last, column)];
}

/** True if a property ends with a block text whose header has a `+`: the empty lines below are part of it (YAML 1.2.2, 8.1.1.2). */
function keepsEmptyLines({ file }: EditedText, property: PropertyNode): boolean {
  let node: YamlNode = property;
  for (let last = childrenOf(node).at(-1); last; last = childrenOf(node).at(-1)) node = last;
  if (!("style" in node) || (node.style !== "literal" && node.style !== "folded")) return false;
  return /^[|>][1-9]?\+/.test(file.text.slice(node.offset, node.offset + 3));
}

/** The last of the empty lines directly below a line. Nothing after the last line break counts as a line. */
function lastEmptyBelow({ file, lines }: EditedText, line: number): number {
  let last = line;
  while (lines.start(last + 1) < file.text.length && lines.text(last + 1).trim() === "") last++;
  return last;
}

/** The first line of the comment directly above a line, at a column; the line itself if there is none. */
export function firstCommentAbove({ lines }: EditedText, line: number, column: number): number {
  let first = line;
  // A modeline belongs to the file, not to the key below it.
  while (
    first > 0 &&
    lines.beginsWithComment(first - 1) &&
    lines.indentation(first - 1) === column &&
    !isModeline(lines.text(first - 1))
  )
    first--;
  return first;
}

/**
 * The last of the comments below a line that are indented further than a column, up to the first line that is not; the line itself if
 * there are none. Such comments are mostly children of the key at the column that do not count for the moment.
 */
export function lastCommentBelow({ lines }: EditedText, line: number, column: number): number {
  let last = line;
  for (let next = line + 1; next < lines.count; next++) {
    if (lines.beginsWithComment(next)) {
      if (lines.indentation(next) <= column) break;
      last = next;
    } else if (lines.text(next).trim() !== "") break;
  }
  return last;
}

/** A property's lines without their indentation, from the comment directly above it to the last one below that belongs to it. */
export function propertyText(text: EditedText, property: PropertyNode): string[] {
  const column = property.offset - text.lines.start(text.lines.lineAt(property.offset));
  const [first, last] = linesOf(text, property);
  const lines: string[] = [];
  for (let line = first; line <= last; line++) {
    const whole = text.lines.text(line);
    const blanks = /^ */.exec(whole)?.[0].length ?? 0;
    const dashed = line === text.lines.lineAt(property.offset);
    lines.push(dashed ? whole.slice(column) : whole.slice(Math.min(column, blanks)));
  }
  return lines;
}
