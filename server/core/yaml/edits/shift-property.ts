import type { PropertyNode } from "../tree.ts";
import type { Edit } from "./edit.ts";
import type { EditedText } from "./edited-text.ts";
import { isExplicit, linesOf, mappingOf, startsLine } from "./property-lines.ts";

/*
 * A key moves one level with its comment, and it is what it passes that is written elsewhere: so a cursor in the key stays in it.
 */

/** Moves a property out of its mapping, to below the key of the mapping. `undefined` where its lines cannot be taken as they are. */
export function moveOut(text: EditedText, property: PropertyNode): Edit[] | undefined {
  const mapping = mappingOf(property);
  const owner = mapping?.parent;
  if (!mapping || owner?.type !== "property" || !isMovable(text, property)) return undefined;
  const { lines, style, file } = text;
  const [first, last] = linesOf(text, property);
  const end = linesOf(text, owner)[1];
  const [moved, ...others] = indented(text, [first, last], lines.columnOf(owner.offset));
  if (end <= last || !moved) return moved && [moved, ...others];
  const passed = { start: lines.start(last + 1), end: endOf(text, end) };
  const inserted = file.text.slice(passed.start, passed.end) + style.lineBreak;
  return [
    { ...moved, text: inserted + moved.text },
    ...others,
    { ...passed, start: endOf(text, last), text: "" },
  ];
}

/**
 * Moves a property into the mapping of one that is above it in its own mapping, after what is there. `undefined` where that cannot be
 * written: in brackets, or where an alias or a value is.
 */
export function moveInto(text: EditedText, property: PropertyNode, above: PropertyNode): Edit[] | undefined {
  const { lines, style, file } = text;
  const { valueNode, parent } = above;
  const isEmpty = valueNode.type === "null" && valueNode.length === 0;
  const isBlock = valueNode.type === "object" && !valueNode.flow && valueNode.alias === undefined;
  if (parent !== property.parent || !(isEmpty || isBlock)) return undefined;
  if (!isMovable(text, property) || isExplicit(text, above)) return undefined;
  const [first, last] = linesOf(text, property);
  const from = linesOf(text, above)[1] + 1;
  const child = isBlock ? valueNode.properties[0] : undefined;
  const column = child ? lines.columnOf(child.offset) : lines.columnOf(above.offset) + style.indent;
  const shifted = indented(text, [first, last], column);
  if (from >= first) return shifted;
  const passed = style.lineBreak + file.text.slice(lines.start(from), endOf(text, first - 1));
  const end = endOf(text, last);
  return [
    { start: lines.start(from), end: lines.start(first), text: "" },
    ...shifted,
    { start: end, end, text: passed },
  ];
}

/** True if a property shares no line with other entries. */
function isMovable(text: EditedText, property: PropertyNode): boolean {
  return mappingOf(property)?.flow === false && startsLine(text, property) && !isExplicit(text, property);
}

/** Takes the lines of a property to another column; what is indented less than the property goes as far as it can. */
function indented(text: EditedText, [first, last]: readonly [number, number], column: number): Edit[] {
  const { lines } = text;
  const shift = column - lines.indentation(first);
  const edits: Edit[] = [];
  for (let line = first; line <= last; line++) {
    const start = lines.start(line);
    if (lines.text(line) === "") continue;
    const end = shift < 0 ? start + Math.min(-shift, lines.indentation(line)) : start;
    edits.push({ start, end, text: " ".repeat(Math.max(shift, 0)) });
  }
  return edits;
}

function endOf({ lines }: EditedText, line: number): number {
  return lines.start(line) + lines.text(line).length;
}
