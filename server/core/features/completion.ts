import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type Position,
  type TextEdit,
} from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import type { Cursor, KeyCursor, ValueCursor } from "../document/cursor.ts";
import type { DocumentKind, Path } from "../document/tree.ts";
import { isScalar, keyText, scalarChoices, snippetEscape } from "../schema/insert-text.ts";
import { documentation, summary } from "../schema/markdown.ts";
import { accepts, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Schemas } from "../schema/schemas.ts";
import { type Snippet, snippetText } from "../schema/snippet-catalog.ts";

/** What the client can do with an item. */
export interface CompletionAbilities {
  /** Whether tab stops are understood. */
  readonly snippets: boolean;
  /** The client's command that opens the list again, run after a key that opens a level. */
  readonly suggestCommand?: string;
}

/** What an item carries so that its documentation can be looked up when it is shown. */
interface ItemData {
  readonly kind: DocumentKind;
  readonly path: Path;
}

/** Keys, items, values and snippets that can be written at a position, each with the edit that writes it. */
export function completion(
  analysis: Analysis,
  schemas: Schemas,
  snippets: readonly Snippet[],
  abilities: CompletionAbilities,
  position: Position,
): CompletionItem[] {
  const root = analysis.rootAt(analysis.text.offsetAt(position));
  const cursor = root && analysis.cursorAt(position);
  if (!cursor) return [];
  const container = schemas.model(root.kind).at(cursor.path);
  const request = { analysis, abilities, kind: root.kind };
  if (cursor.kind === "value") return container ? values(request, cursor, container) : [];
  const own = container ? keys(request, cursor, container) : [];
  return abilities.snippets ? [...own, ...snippetItems(request, cursor, snippets)] : own;
}

/** Adds the documentation to an item that is being shown. */
export function resolveCompletion(item: CompletionItem, schemas: Schemas): CompletionItem {
  const data: unknown = item.data;
  if (!isItemData(data)) return item;
  const model = schemas.model(data.kind);
  const node = model.at(data.path);
  if (!node) return item;
  const value = documentation(data.path, node, model.root, schemas.docsLink(data.kind, data.path));
  return { ...item, documentation: { kind: "markdown", value } };
}

interface Request {
  readonly analysis: Analysis;
  readonly abilities: CompletionAbilities;
  readonly kind: DocumentKind;
}

function keys(request: Request, cursor: KeyCursor, container: SchemaNode): CompletionItem[] {
  if (accepts(container, "array") && container.items && !accepts(container, "object")) {
    return cursor.ownLine && !cursor.hasColon ? [listItem(request, cursor, container.items)] : [];
  }
  if (cursor.afterDash && isScalar(container) && !cursor.hasColon) {
    return values(request, { ...cursor, kind: "value", needsBlank: false }, container);
  }
  const known = [...container.properties, ...usualKeys(container)];
  const missing = known.filter(([key]) => !cursor.present.has(key));
  return missing.map(([key, node], index) => {
    const first = container.required.has(key) || node.annotations.requiredForInstall === true;
    return {
      label: key,
      kind: isScalar(node) ? CompletionItemKind.Property : CompletionItemKind.Module,
      detail: summary(node),
      sortText: `${first ? 0 : 1}${String(index).padStart(4, "0")}`,
      filterText: quoteAt(request, cursor) + key,
      data: { kind: request.kind, path: [...cursor.path, key] } satisfies ItemData,
      ...edit(request, cursor, keyInsert(request, cursor, key, node)),
      ...(isScalar(node) || cursor.hasColon ? {} : suggestAgain(request)),
    };
  });
}

/** Keys of a map that the schema does not name, but that its default or its examples use. */
function usualKeys(container: SchemaNode): [string, SchemaNode][] {
  if (!container.additional) return [];
  const usual = new Map<string, SchemaNode>();
  for (const sample of [container.default, ...container.examples]) {
    if (typeof sample !== "object" || sample === null || Array.isArray(sample)) continue;
    for (const [key, value] of Object.entries(sample)) {
      if (container.properties.has(key) || usual.has(key) || typeof value === "object") continue;
      usual.set(key, { ...container.additional, properties: new Map(), default: value, hasDefault: true });
    }
  }
  return [...usual];
}

function keyInsert(
  { analysis, abilities }: Request,
  cursor: KeyCursor,
  key: string,
  node: SchemaNode,
): string {
  if (cursor.hasColon) return snippetEscape(scalarText(key), abilities.snippets);
  const place = {
    style: analysis.style,
    column: cursor.column,
    flow: cursor.flow,
    snippets: abilities.snippets,
  };
  return keyText(key, node, place);
}

/** The dash that begins an item where a list is expected and only blanks stand. */
function listItem(request: Request, cursor: KeyCursor, items: SchemaNode): CompletionItem {
  const [first] = items.required;
  const key = first === undefined ? undefined : items.properties.get(first);
  const column = cursor.column + 2;
  const place = { style: request.analysis.style, column, flow: false, snippets: request.abilities.snippets };
  const text =
    first !== undefined && key ? `- ${keyText(first, key, place)}` : `- ${place.snippets ? "$1" : ""}`;
  return {
    label: first === undefined ? "- " : `- ${first}`,
    kind: CompletionItemKind.Module,
    detail: `item, ${summary(items)}`,
    filterText: "-",
    data: { kind: request.kind, path: [...cursor.path, 0] } satisfies ItemData,
    ...edit(request, cursor, text),
    ...suggestAgain(request),
  };
}

function values(request: Request, cursor: ValueCursor, node: SchemaNode): CompletionItem[] {
  const texts = new Map<string, string>();
  const add = (text: string, detail: string) => {
    if (!texts.has(text)) texts.set(text, detail);
  };
  if (node.hasDefault && (isScalar(node) || cursor.flow || isEmpty(node.default))) {
    if (typeof node.default !== "object" || isEmpty(node.default)) add(scalarText(node.default), "default");
  }
  for (const choice of scalarChoices(node)) add(choice, "allowed");
  for (const example of node.examples) {
    if (typeof example !== "object") add(scalarText(example), "example");
  }
  const { placeholder } = node.annotations;
  if (placeholder) add(placeholder, "form");
  const kind = node.allowed ? CompletionItemKind.EnumMember : CompletionItemKind.Value;
  const quote = quoteAt(request, cursor);
  return [...texts].map(([text, detail], index) => ({
    label: text,
    kind,
    detail,
    sortText: String(index).padStart(4, "0"),
    filterText: text.startsWith('"') ? text : quote + text,
    ...(detail === "default" ? { preselect: true } : {}),
    ...edit(
      request,
      cursor,
      (cursor.needsBlank ? " " : "") + snippetEscape(text, request.abilities.snippets),
    ),
  }));
}

function snippetItems(request: Request, cursor: KeyCursor, snippets: readonly Snippet[]): CompletionItem[] {
  if (!cursor.ownLine || cursor.hasColon || cursor.flow) return [];
  return snippets.flatMap((snippet) => {
    const at = snippet.at.find((place) => startsWith(place, cursor.path));
    if (!at) return [];
    const parents = at.slice(cursor.path.length);
    const written = parents[0] === undefined ? snippet.keys : [String(parents[0])];
    if (written.some((key) => cursor.present.has(key))) return [];
    return {
      label: snippet.prefix,
      kind: CompletionItemKind.Snippet,
      detail: snippet.name,
      documentation: snippet.description,
      sortText: `2${snippet.prefix}`,
      ...edit(request, cursor, snippetText(snippet, parents, cursor.column, request.analysis.style)),
    };
  });
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((segment, index) => path[index] === segment);
}

/** The edit of an item, and how its text is to be taken: tab stops if the client has them, indented as it stands. */
function edit(
  request: Request,
  cursor: Cursor,
  text: string,
): Partial<CompletionItem> & { textEdit: TextEdit } {
  const { analysis, abilities } = request;
  let newText = text;
  let start = cursor.start;
  if (cursor.kind === "key" && cursor.ownLine) {
    const lineStart = analysis.lines.start(analysis.lines.lineAt(start));
    if (cursor.column !== start - lineStart) {
      start = lineStart;
      newText = " ".repeat(cursor.column) + text;
    }
  }
  return {
    textEdit: { range: analysis.range(start, cursor.end), newText },
    insertTextFormat: abilities.snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.asIs,
  };
}

function quoteAt({ analysis }: Request, cursor: Cursor): string {
  const first = analysis.file.text.charAt(cursor.start);
  return cursor.end > cursor.start && (first === '"' || first === "'") ? first : "";
}

function suggestAgain({ abilities }: Request): Partial<CompletionItem> {
  return abilities.suggestCommand ? { command: { title: "Suggest", command: abilities.suggestCommand } } : {};
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isItemData(data: unknown): data is ItemData {
  return (
    typeof data === "object" && data !== null && "kind" in data && "path" in data && Array.isArray(data.path)
  );
}
