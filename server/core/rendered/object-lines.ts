import { isMapping } from "../chart/same-json.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Path } from "../yaml/tree.ts";

/** A line of an object as YAML. */
export interface ObjectLine {
  readonly text: string;
  /** The key or item that begins or continues in the line. */
  readonly path: Path;
}

const INDENT = "  ";

/** A value of JSON as YAML: one key or item a line, and texts of several lines as a block. */
export function objectLines(value: unknown, path: Path = []): readonly ObjectLine[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item: unknown, index) => {
      const itemPath = [...path, index];
      const [first, ...others] = valueLines("-", item, itemPath);
      const [below] = others;
      // The first key of a mapping is beside the dash, as it is where people write it.
      const isJoined = first?.text === "-" && below !== undefined;
      if (!isJoined) return first ? [first, ...others] : [];
      return [{ text: `- ${below.text.slice(INDENT.length)}`, path: below.path }, ...others.slice(1)];
    });
  }
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    valueLines(`${scalarText(key)}:`, child, [...path, key]),
  );
}

function valueLines(before: string, value: unknown, path: Path): readonly ObjectLine[] {
  const below = objectLines(value, path);
  if (below.length > 0)
    return [{ text: before, path }, ...below.map((line) => ({ ...line, text: INDENT + line.text }))];
  const block = typeof value === "string" ? blockLines(value) : undefined;
  if (block === undefined) return [{ text: `${before} ${emptyText(value) ?? scalarText(value)}`, path }];
  return block.map((text, index) => ({ text: index === 0 ? `${before} ${text}` : INDENT + text, path }));
}

function emptyText(value: unknown): string | undefined {
  if (Array.isArray(value)) return "[]";
  return isMapping(value) ? "{}" : undefined;
}

/** Characters that are not printed as they are (YAML 5.1). */
const NOT_PRINTED = /[^\n\t -~\u0085\u00A0-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD]/;

/** A text of several lines as a literal block (YAML 8.1.2); `undefined` if it has one line, or characters that such a block cannot hold. */
function blockLines(text: string): readonly string[] | undefined {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length === 1 || /^\s/.test(text) || lines.at(-1) === "" || NOT_PRINTED.test(text))
    return undefined;
  return [text.endsWith("\n") ? "|" : "|-", ...lines];
}
