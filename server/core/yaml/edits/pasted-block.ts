import { readLine } from "../lines.ts";
import { parseYaml } from "../reader/parse.ts";
import type { ArrayNode, ObjectNode } from "../tree.ts";

/** A pasted block with the indentation that it has in itself: its first line has none. */
export interface Block {
  readonly lines: readonly string[];
  readonly isList: boolean;
  /** Its keys, or those of its items; `undefined` for an item that has none. */
  readonly keys: readonly (string | undefined)[];
  /** The line with which each of its keys begins, with the comments above it; empty for a list. */
  readonly starts: readonly number[];
}

/** A text as a block, whose first line may have been copied without its indentation; `undefined` if it is something else. */
export function blockOf(text: string, indent: number): Block | undefined {
  const [first = "", ...rest] = text.split(/\r?\n/);
  const all = [first, ...rest];
  if (first.trim() === "" || all.some((line) => /^ *\t/.test(line))) return undefined;
  const isBare = isWritten(rest) && indentationOf(first) === 0;
  const isCut = isBare && (opens(first) || !isRead(all.join("\n")));
  const base = isCut ? baseBelow(first, rest, indent) : indentationOf(first);
  const lines = all.map((line, index) => {
    const indentation = index === 0 ? base : indentationOf(line);
    return line.trim() === "" ? "" : " ".repeat(Math.max(indentation - base, 0)) + line.trimStart();
  });
  if (all.some((line, index) => index > 0 && isText(line) && indentationOf(line) < base)) return undefined;
  const { documents, problems, refused } = parseYaml(lines.join("\n"));
  const [root] = documents.map((document) => document.root);
  if (refused || problems.length > 0 || documents.length > 1) return undefined;
  if ((root?.type !== "object" && root?.type !== "array") || root.flow) return undefined;
  const isList = root.type === "array";
  return { lines, isList, keys: keysOf(root), starts: isList ? [] : startsOf(lines, root) };
}

function keysOf(root: ObjectNode | ArrayNode): (string | undefined)[] {
  if (root.type === "object") return root.properties.map(({ key }) => key);
  return root.items.flatMap((item) => (item.type === "object" ? keysOf(item) : [undefined]));
}

/** True if a text parses as it is, so that its first line was not copied without its indentation. */
function isRead(text: string): boolean {
  const { problems, refused } = parseYaml(text);
  return !refused && problems.length === 0;
}

/** The line with which each key of a mapping begins, with the comments above it. */
function startsOf(lines: readonly string[], { properties }: ObjectNode): number[] {
  const text = lines.join("\n");
  return properties.map(({ offset }, index) => {
    if (index === 0) return 0;
    let line = text.slice(0, offset).split("\n").length - 1;
    while (lines[line - 1]?.startsWith("#")) line--;
    return line;
  });
}

/** The column that a first line had before it was copied without its indentation, as the lines below show. */
function baseBelow(first: string, rest: readonly string[], indent: number): number {
  const below = rest.filter(isText);
  const columns = below.map(indentationOf);
  const least = columns.reduce((column, other) => Math.min(column, other), Number.POSITIVE_INFINITY);
  const dashes = /^(?:- +)*/.exec(first)?.[0].length ?? 0;
  if (columns[0] === least && opens(first)) {
    const next = columns.find((column) => column > least);
    return Math.max(least - dashes - (next === undefined ? indent : next - least), 0);
  }
  const isItem = below[columns.indexOf(least)]?.startsWith("-", least) === true;
  return isItem ? least : Math.max(least - dashes, 0);
}

/** True if a line has a key with its value below, such as the header of a block scalar. */
function opens(text: string): boolean {
  const { key, value } = readLine(text) ?? {};
  return key !== undefined && (value?.given !== true || /^[|>]/.test(text.slice(value.column)));
}

function isWritten(lines: readonly string[]): boolean {
  return lines.some(isText);
}

/** True if a line has something other than a comment. */
export function isText(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}
