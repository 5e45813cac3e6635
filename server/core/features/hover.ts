import type { Hover, Position } from "vscode-languageserver-types";
import { documentation, heading } from "../schema/markdown.ts";
import { isOpen, type SchemaModel, type SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Analysis, ValuesRoot } from "../semantics/analysis.ts";
import { effectiveMarkdown } from "../semantics/effective-markdown.ts";
import { stackValues } from "../semantics/stack-values.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { isMergeKey } from "../yaml/merge-keys.ts";
import type { Path, YamlNode } from "../yaml/tree.ts";

/**
 * What the schema says of the key or value at a position, or `null` where it knows nothing; and what counts in its
 * place for the operator, where that is something else.
 */
export function hover(analysis: Analysis, schemas: Schemas, position: Position): Hover | null {
  const subject = subjectAt(analysis, schemas, position);
  if (!subject) return null;
  const { root, place, model, node } = subject;
  const link = schemas.docsLink(root.kind, place.path);
  return about(analysis, place, [
    heading(place.path, node),
    ...counting(analysis, subject),
    documentation(place.path, node, model.root, link),
  ]);
}

/** Only what counts in the place of a value, for an editor in which another extension says the rest; `null` where it counts itself. */
export function effectiveHover(analysis: Analysis, schemas: Schemas, position: Position): Hover | null {
  const subject = subjectAt(analysis, schemas, position);
  const lines = subject ? counting(analysis, subject) : [];
  return subject && lines.length > 0 ? about(analysis, subject.place, lines) : null;
}

interface Subject {
  readonly root: ValuesRoot;
  readonly place: Place;
  readonly model: SchemaModel;
  readonly node: SchemaNode;
}

function subjectAt(analysis: Analysis, schemas: Schemas, position: Position): Subject | undefined {
  const offset = analysis.text.offsetAt(position);
  const root = analysis.rootAt(offset);
  if (!root || isMerging(nodeAt(root.node, offset))) return undefined;
  const place = placeInTree(analysis, offset) ?? placeInText(analysis, position);
  if (!place) return undefined;
  const model = schemas.model(root.kind);
  const node = model.at(place.path);
  return node && !isOpen(node) ? { root, place, model, node } : undefined;
}

function counting(analysis: Analysis, { root, place, model }: Subject): string[] {
  const { path, written } = place;
  if (written === undefined || root.kind !== "values") return [];
  const stacks = analysis.stacksOf(root).map((stack) => stackValues(stack, model));
  return effectiveMarkdown(stacks, { uri: analysis.text.uri, path, offset: written });
}

function about(analysis: Analysis, { start, end }: Place, parts: readonly string[]): Hover {
  return {
    contents: { kind: "markdown", value: parts.join("\n\n") },
    range: analysis.range(start, end),
  };
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

/** Whether a node is a merge key or what it names: no key of the mapping that they stand in, even where any key is allowed. */
function isMerging(node: YamlNode | undefined): boolean {
  for (let at = node; at; at = at.parent) if (at.type === "property" && isMergeKey(at)) return true;
  return false;
}

/** A key on a line that is not YAML yet has no node; the lines around it tell where it belongs. */
function placeInText(analysis: Analysis, position: Position): Place | undefined {
  const cursor = analysis.cursorAt(position);
  if (!cursor || cursor.start === cursor.end) return undefined;
  if (cursor.kind === "value") return cursor;
  const word = analysis.file.text.slice(cursor.start, cursor.end).replace(/^(["'])(.*)\1$/, "$2");
  return { path: [...cursor.path, word], start: cursor.start, end: cursor.end };
}
