import { pathText } from "../schema/markdown.ts";
import { code, literal } from "../schema/markdown-text.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { type HelmNode, type Origin, toJson } from "../values/helm-tree.ts";
import { fileIndexOf } from "../values/release-stack.ts";
import type { Path } from "../yaml/tree.ts";
import type { RowValue } from "./effective-rows.ts";
import { originText } from "./origin-text.ts";
import type { StackValues } from "./stack-values.ts";
import { isFrom, whatCounts } from "./what-counts.ts";

const LONGEST_VALUE = 120;

/** A key or item of a file: its path, and the offset at which it begins. */
export interface WrittenPlace {
  readonly uri: string;
  readonly path: Path;
  readonly offset: number;
}

/**
 * What counts in the place of what is written, and where it comes from, as Markdown; one line for each stack in
 * which something else counts, and none where what is written counts.
 */
export function effectiveMarkdown(stacks: readonly StackValues[], place: WrittenPlace): string[] {
  const lines = stacks.flatMap((values) => {
    const text = inStack(values, place);
    return text === undefined ? [] : [{ text, release: values.stack.release }];
  });
  const same = lines.length === stacks.length && new Set(lines.map(({ text }) => text)).size === 1;
  if (same && stacks.length > 1) return lines.slice(0, 1).map(({ text }) => `**Effective:** ${text}`);
  return lines.map(({ text, release }) => {
    const where = release === undefined ? "" : ` in release ${literal(release)}`;
    return `**Effective${where}:** ${text}`;
  });
}

/** Where a value comes from and what it took the place of, the last one first, as Markdown. */
export function originMarkdown({ path, node, origin, replaced }: RowValue, values: StackValues): string {
  const what = node ? valueText(node) : "removed";
  const told = [`**${literal(pathText(path))}:** ${what}, ${source(origin, values)}${entry(origin, values)}`];
  const before = [...replaced].reverse().map((one) => `${valueText(one)}, ${source(one.origin, values)}`);
  if (before.length > 0) told.push(`Instead of ${before.join("; ")}`);
  return told.join("\n\n");
}

/** What an entry of the command line says, of which the origin has only the number. */
function entry(origin: Origin, { stack }: StackValues): string {
  const written = origin.kind === "inherited" ? origin.from : origin;
  const text = written.kind === "set" ? stack.sets[written.set]?.text : undefined;
  return text === undefined ? "" : `: ${code(shorten(text))}`;
}

function inStack(values: StackValues, { uri, path, offset }: WrittenPlace): string | undefined {
  const file = fileIndexOf(values.stack, uri);
  const { node, depth, removedBy } = whatCounts(values, path, file);
  if (!node)
    return removedBy && !isFrom(removedBy, file) ? `not set, ${removal(removedBy, values)}` : undefined;
  if (depth < path.length) {
    if (isFrom(node.origin, file)) return undefined;
    return `${valueText(node)} stands for all of it, ${source(node.origin, values)}`;
  }
  const joined = node.type === "map" ? node.merged.find(({ kind }) => kind === "inherited") : undefined;
  if (joined) return `${valueText(node)}, merged with what comes ${source(joined, values)}`;
  // Levels are put together from several sources; it is their values that have one.
  if (node.type === "map" && node.origin.kind !== "inherited" && node.entries.size > 0) return undefined;
  if (isFrom(node.origin, file, offset)) return undefined;
  return `${valueText(node)}, ${source(node.origin, values)}`;
}

function valueText(node: HelmNode): string {
  return code(shorten(scalarText(toJson(node))));
}

function shorten(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function source(origin: Origin, { stack }: StackValues): string {
  if (origin.kind === "chart-default") return "the chart's default";
  const { text, link } = originText(origin, stack);
  const shown = link ? linked(text, link) : literal(text);
  return origin.kind === "inherited" ? shown : `from ${shown}`;
}

function removal(origin: Origin, { stack }: StackValues): string {
  const { text, link } = originText(origin, stack);
  return `the null in ${link ? linked(text, link) : literal(text)} takes it away`;
}

function linked(
  text: string,
  { start, end, place }: NonNullable<ReturnType<typeof originText>["link"]>,
): string {
  const address = `${place.uri.replace(/[()\s]/g, encodeURIComponent)}#L${place.name.start.line + 1}`;
  const [before, name, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  return `${literal(before)}[${literal(name)}](${address})${literal(after)}`;
}
