import type { PropertyNode } from "../tree.ts";
import type { EditedText } from "./edited-text.ts";

/** True if an entry is between braces. */
export function isInBraces({ parent }: PropertyNode): boolean {
  return parent?.type === "object" && parent.flow;
}

/** An entry with its value, as it is written, on one line without comments; `undefined` if it takes more. */
export function inOneLine({ file }: EditedText, entry: PropertyNode): string | undefined {
  const { keyNode, valueNode, offset, length } = entry;
  const source = file.text.slice(offset, offset + length).trimEnd();
  if (/[\r\n]/.test(source)) return undefined;
  const key = file.text.slice(offset, keyNode.offset + keyNode.length);
  if (valueNode.length === 0 && valueNode.anchor === undefined && valueNode.tag === undefined)
    return `${key}:`;
  const value = source.slice((entry.colonOffset ?? offset) - offset + 1).trim();
  return `${key}: ${value}`;
}

/** The same for a place between braces, where plain text ends earlier. */
export function inBraces(text: EditedText, entry: PropertyNode): string | undefined {
  const line = inOneLine(text, entry);
  if (line === undefined || isInBraces(entry)) return line;
  const { keyNode, valueNode } = entry;
  const isPlain = [keyNode, valueNode].some((node) => "style" in node && node.style === "plain");
  const isSafe = /^(?:"[^"\\]*"|'[^']*'|[\w./-]+): (?:"[^"\\]*"|'[^']*'|[\w./-][^,[\]{}#:]*)$/.test(line);
  return !isPlain || isSafe ? line : undefined;
}

/** An entry as it is written, without the comments around it, for another column. */
export function atColumn({ file, lines, style }: EditedText, entry: PropertyNode, column: number): string {
  const { offset, length } = entry;
  const current = lines.columnOf(offset);
  const [first = "", ...others] = file.text
    .slice(offset, offset + length)
    .trimEnd()
    .split(/\r\n?|\n/);
  const below = others.map((line) =>
    line.trim() === "" ? "" : " ".repeat(column) + line.slice(Math.min(current, line.search(/\S/))),
  );
  return [first, ...below].join(style.lineBreak);
}
