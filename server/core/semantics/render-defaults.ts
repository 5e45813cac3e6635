import * as l10n from "@vscode/l10n";
import { isFilled } from "../chart/same-json.ts";
import { described, typeText } from "../schema/markdown.ts";
import { hasUsefulDefault, opensLevel, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";

const COMMENT_WIDTH = 100;

/** The layout of written defaults. */
export interface RenderOptions {
  /** True for a comment with its documentation above each key. */
  readonly comments: boolean;
  readonly indent: number;
  /** The column at which the lines will begin; it leaves less room for comments. */
  readonly column: number;
}

/** The lines that write the documented defaults of a mapping, without indentation of their own. */
export function renderDefaults(node: SchemaNode, options: RenderOptions): string[] {
  const lines: string[] = [];
  for (const [key, child] of node.properties) {
    if (lines.length > 0 && options.comments) lines.push("");
    for (const each of renderKey(key, child, options)) lines.push(each);
  }
  return lines;
}

/**
 * The lines that write one key with its default. A key without a default is written as a comment, if at all, because the chart's
 * own value is of no use; if only one value is allowed, that value is written.
 */
export function renderKey(key: string, node: SchemaNode, options: RenderOptions): string[] {
  const about = options.comments ? comment(node, options) : [];
  const name = scalarText(key);
  if (opensLevel(node)) {
    const level = indentLines(
      renderDefaults(node, { ...options, column: options.column + options.indent }),
      options.indent,
    );
    if (level.some(isContent)) return [...about, `${name}:`, ...level];
    return options.comments ? [...about, `# ${name}:`, ...level] : [];
  }
  const only = node.allowed?.length === 1 ? node.allowed[0] : undefined;
  const value = hasUsefulDefault(node) ? node.default : only;
  if (value === undefined) {
    return options.comments ? [...about, `# ${name}: ${node.annotations.placeholder ?? ""}`.trimEnd()] : [];
  }
  return [...about, ...renderValue(name, value, options)];
}

function renderValue(name: string, value: unknown, { indent }: RenderOptions): string[] {
  if (isFilled(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${scalarText(key)}: ${scalarText(entry)}`);
    return [`${name}:`, ...indentLines(entries, indent)];
  }
  if (Array.isArray(value) && value.length > 0) {
    return [
      `${name}:`,
      ...indentLines(
        value.flatMap((item: unknown) => listItem(item)),
        indent,
      ),
    ];
  }
  return [`${name}: ${scalarText(value)}`];
}

/** True for a line that is neither a comment nor blank. */
export function isContent(line: string): boolean {
  return /^\s*[^\s#]/.test(line);
}

function listItem(item: unknown): string[] {
  if (!isFilled(item)) return [`- ${scalarText(item)}`];
  return Object.entries(item).map(
    ([key, value], index) => `${index === 0 ? "- " : "  "}${scalarText(key)}: ${scalarText(value)}`,
  );
}

function comment(node: SchemaNode, { column }: RenderOptions): string[] {
  const facts = [`(${typeText(node)})`, described(node)];
  if (node.allowed) facts.push(l10n.t("Allowed: {0}.", node.allowed.map(scalarText).join(", ")));
  if (node.annotations.requiredForInstall) facts.push(l10n.t("Required for the installation."));
  return wrap(facts.join(" ").replace(/\s+/g, " ").trim(), COMMENT_WIDTH - column).map((line) => `# ${line}`);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function indentLines(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(columns) + line));
}
