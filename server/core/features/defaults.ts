import type { TextEdit } from "vscode-languageserver-types";
import { opensLevel, type SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import { isContent, type RenderOptions, renderDefaults, renderKey } from "../semantics/render-defaults.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { DocumentKind } from "../wire/documents.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { insertProperties } from "../yaml/edits/edits.ts";
import { findProperty } from "../yaml/lookup.ts";
import type { Path, ValueNode } from "../yaml/tree.ts";

/** The documented defaults as a document of their own. */
export function defaultsDocument(
  schemas: Schemas,
  kind: DocumentKind,
  options: { readonly comments: boolean },
): string {
  return `${renderDefaults(schemas.model(kind).root, { ...options, indent: 2, column: 0 }).join("\n")}\n`;
}

/**
 * The edits that add every missing default to a text, with its documentation above it. Existing values stay as they are; mappings in brackets
 * are left alone. While the chart is not decided, the defaults are those of the likeliest.
 */
export function missingDefaults({ analysis, documents }: Semantics): TextEdit[] {
  const [document] = documents;
  if (!document) return [];
  const { root, schemas } = document;
  const { candidates: [likeliest = schemas] = [] } = schemas.chart;
  const schema = likeliest.model(root.kind.name);
  const { indent } = analysis.style;
  const edits: Edit[] = [];
  const visit = (node: SchemaNode, value: ValueNode | undefined, path: Path): void => {
    const added: string[] = [];
    const options: RenderOptions = { comments: true, indent, column: path.length * indent };
    for (const [key, child] of node.properties) {
      const property = findProperty(value, key);
      if (!property) {
        const lines = renderKey(key, child, options);
        // A key without a default would be added as a comment, and again each time.
        if (!lines.some(isContent)) continue;
        if (added.length > 0 || value) added.push("");
        for (const each of lines) added.push(each);
      } else if (opensLevel(child) && !isExplicitNull(property.valueNode)) {
        visit(child, property.valueNode, [...path, key]);
      }
    }
    if (added.length === 0) return;
    const edit = insertProperties(analysis, root.node, path, added, root.document.end);
    if (edit) edits.push(edit);
  };
  visit(schema.root, root.node, []);
  return analysis.textEdits(joined(edits)) ?? [];
}

/** True for a null that is written out, which removes the defaults on purpose. */
function isExplicitNull(node: ValueNode): boolean {
  return node.type === "null" && node.style !== "empty";
}

/**
 * Levels that end on the same line are filled at the same place, the deeper ones first, in the order in which they were visited. A level whose place another edit
 * rewrites is left out.
 */
function joined(edits: readonly Edit[]): Edit[] {
  const byPlace = new Map<number, Edit>();
  for (const edit of edits) {
    const known = byPlace.get(edit.start);
    byPlace.set(edit.start, known ? { ...edit, text: known.text + edit.text } : edit);
  }
  const all = [...byPlace.values()];
  const isIn = ({ start }: Edit, other: Edit) => other.start < start && start < other.end;
  return all.filter((edit) => !all.some((other) => isIn(edit, other)));
}
