import type { Edit } from "./edits/edit.ts";
import type { Lines } from "./lines.ts";
import type { Bounds, PropertyNode, ValueNode } from "./tree.ts";

/** The bounds of the value of a key, from its colon on; or of one item of the list there, from its dash on. */
export function boundsOf(lines: Lines, holder: PropertyNode, item?: ValueNode): Bounds {
  const value = item ?? holder.valueNode;
  const dash = item && dashOf(lines, item);
  const { line, column } = dash ?? {
    line: lines.lineAt(holder.offset),
    column: lines.columnOf(holder.offset),
  };
  const colon = holder.colonOffset ?? holder.keyNode.offset + holder.keyNode.length;
  const start = dash ? lines.start(line) + column + 1 : colon + 1;
  const { parent } = holder;
  // Between braces, the rest of the line belongs to another entry.
  const isFlow = parent?.type === "object" && parent.flow === true;
  const end = isFlow ? value.offset + value.length : blockEnd(lines, line, column, value);
  return { start, end, column: isFlow ? -1 : column, ...(isFlow && { flow: isFlow }) };
}

/** The line and the column of the dash of an item. */
export function dashOf(lines: Lines, { offset }: ValueNode): { line: number; column: number } {
  let line = lines.lineAt(offset);
  while (line > 0 && !lines.beginsWithDash(line)) line--;
  return { line, column: lines.indentation(line) };
}

/** Up to the next line after a value that is not indented further than its key or dash. */
function blockEnd(lines: Lines, first: number, column: number, { offset, length }: ValueNode): number {
  const last = lines.lineAt(offset + Math.max(0, length - 1));
  const isBlank = (line: number) => lines.text(line).trim() === "";
  let next = first + 1;
  while (next < lines.count && (next <= last || isBlank(next) || lines.indentation(next) > column)) next++;
  return lines.start(next);
}

/** True if an edit is inside of bounds. */
export function isInside({ start, end }: Bounds, edit: Edit): boolean {
  return start <= edit.start && edit.end <= end;
}

/** True if all lines that an edit leaves in bounds begin to the right of their column. */
export function keepsColumn({ start, end, column, flow }: Bounds, text: string, edit: Edit): boolean {
  if (flow) return !/[\r\n]/.test(edit.text);
  const lineStart = text.lastIndexOf("\n", edit.start - 1) + 1;
  const lineEnd = text.indexOf("\n", edit.end);
  const isBefore = lineStart < start;
  const isBehind = edit.end === end && text.charAt(end - 1) === "\n";
  const head = isBefore ? "" : text.slice(lineStart, edit.start);
  const tail = isBehind ? "" : text.slice(edit.end, lineEnd < 0 ? text.length : lineEnd);
  const lines = (head + edit.text + tail).split(/\r?\n|\r/);
  if (isBehind && lines.at(-1) !== "") return false;
  return lines.slice(isBefore ? 1 : 0).every((line) => line.trim() === "" || line.search(/[^ ]/) > column);
}
