import * as l10n from "@vscode/l10n";
import { type Hover, MarkupContent, type Position } from "vscode-languageserver-types";
import { code } from "../schema/markdown.ts";
import type { Analysis } from "../semantics/analysis.ts";
import { type NamedAt, namedAt } from "../semantics/anchor-names.ts";
import { isMergeKey, mergedInto, nodeAt, rangeOf, resolveAlias } from "../yaml/lookup.ts";
import { cut } from "../yaml/shown.ts";
import type { PropertyNode, ValueNode } from "../yaml/tree.ts";

/** The size of the value that a hover shows. */
const MOST_LINES = 12;
const WIDEST_LINE = 100;

/**
 * The hover of an anchor, an alias or a merge key at a position: its kind, the value that it stands for, and below that the hover `known` of
 * its place.
 */
export function withAnchor(analysis: Analysis, position: Position, known: Hover | null): Hover | null {
  const found = anchorAt(analysis, position);
  if (!found) return known;
  const below = known && MarkupContent.is(known.contents) ? [known.contents.value] : [];
  return {
    contents: { kind: "markdown", value: [...found.parts, ...below].join("\n\n") },
    range: analysis.range(found.start, found.end),
  };
}

interface Explained {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

function anchorAt(analysis: Analysis, position: Position): Explained | undefined {
  const named = namedAt(analysis, position);
  if (named) {
    const { start, end } = named.found;
    return { start: start - 1, end, parts: [nameText(analysis, named), ...blockOf(analysis, named.value)] };
  }
  const merge = mergeAt(analysis, analysis.text.offsetAt(position));
  if (!merge) return undefined;
  const said = l10n.t(
    "{0} is a merge key: it brings in the keys of another mapping. It overwrites the same keys above it, and those below it overwrite it.",
    code("<<"),
  );
  const blocks = mergedInto(merge).flatMap((node) => blockOf(analysis, resolveAlias(node)));
  return { ...rangeOf(merge.keyNode), parts: [said, ...blocks] };
}

function nameText(analysis: Analysis, { found: { node }, value, same }: NamedAt): string {
  const { alias, anchor = "" } = node;
  if (alias === undefined) {
    const uses = same.length - 1;
    return l10n.t(
      "{0} is an anchor: it names a value. Aliases that repeat the value: {1}.",
      code(`&${anchor}`),
      uses,
    );
  }
  if (node === value) return l10n.t("{0} is an alias without an anchor.", code(`*${alias}`));
  const line = analysis.text.positionAt(value.offset).line + 1;
  return l10n.t("{0} is an alias: it repeats the value on line {1}.", code(`*${alias}`), line);
}

/** The merge key at an offset. */
function mergeAt(analysis: Analysis, offset: number): PropertyNode | undefined {
  const node = nodeAt(analysis.rootAt(offset)?.node, offset);
  const property = node?.type === "property" ? node : node?.parent;
  if (property?.type !== "property" || !isMergeKey(property)) return undefined;
  const { keyNode } = property;
  return offset <= keyNode.offset + keyNode.length ? property : undefined;
}

/** A value as it is written, without its indentation, in a block of code. */
function blockOf(analysis: Analysis, node: ValueNode): string[] {
  if (node.length === 0 || node.alias !== undefined) return [];
  const column = analysis.lines.columnOf(node.offset);
  const lines = analysis
    .source(node)
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line : line.slice(Math.min(column, line.search(/\S|$/)))))
    .map((line) => cut(line, WIDEST_LINE));
  const text = [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ["…"] : [])].join("\n");
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return text.trim() === "" ? [] : [`${fence}yaml\n${text}\n${fence}`];
}
