import type { Hover, Position } from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import { nodeAt, pathOf } from "../document/lookup.ts";
import type { Path } from "../document/tree.ts";
import { documentation, heading } from "../schema/markdown.ts";
import { isOpen } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import { effectiveMarkdown } from "../values/effective-markdown.ts";
import { stackValues } from "../values/stack-values.ts";

/**
 * What the schema says of the key or value at a position, or `null` where it knows nothing; and what counts in its
 * place for the operator, where that is something else.
 */
export function hover(analysis: Analysis, schemas: Schemas, position: Position): Hover | null {
  const offset = analysis.text.offsetAt(position);
  const root = analysis.rootAt(offset);
  if (!root) return null;
  const place = placeInTree(analysis, offset) ?? placeInText(analysis, position);
  if (!place) return null;
  const model = schemas.model(root.kind);
  const node = model.at(place.path);
  if (!node || isOpen(node)) return null;
  const link = schemas.docsLink(root.kind, place.path);
  const { written } = place;
  const counting =
    written === undefined || root.kind !== "values"
      ? []
      : effectiveMarkdown(
          analysis.stacksOf(root).map((stack) => stackValues(stack, model)),
          { uri: analysis.text.uri, path: place.path, offset: written },
        );
  const parts = [heading(place.path, node), ...counting, documentation(place.path, node, model.root, link)];
  const value = parts.join("\n\n");
  return { contents: { kind: "markdown", value }, range: analysis.range(place.start, place.end) };
}

interface Place {
  readonly path: Path;
  readonly start: number;
  readonly end: number;
  /** Where the key or item begins that has the value; only of what is read as YAML. */
  readonly written?: number;
}

function placeInTree(analysis: Analysis, offset: number): Place | undefined {
  const node = nodeAt(analysis.rootAt(offset)?.node, offset);
  if (!node || node.length === 0) return undefined;
  if (node.type === "property" || ((node.type === "object" || node.type === "array") && !node.alias))
    return undefined;
  const written = node.parent?.type === "property" ? node.parent.keyNode.offset : node.offset;
  return { path: pathOf(node), start: node.offset, end: node.offset + node.length, written };
}

/** A key on a line that is not YAML yet has no node; the lines around it tell where it belongs. */
function placeInText(analysis: Analysis, position: Position): Place | undefined {
  const cursor = analysis.cursorAt(position);
  if (!cursor || cursor.start === cursor.end) return undefined;
  if (cursor.kind === "value") return cursor;
  const word = analysis.file.text.slice(cursor.start, cursor.end).replace(/^(["'])(.*)\1$/, "$2");
  return { path: [...cursor.path, word], start: cursor.start, end: cursor.end };
}
