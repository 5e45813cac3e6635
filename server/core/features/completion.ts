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
import { type ClusterNames, type NameOffer, nameOffers } from "../schema/cluster-names.ts";
import { itemText, keyText, snippetEscape } from "../schema/insert-text.ts";
import { documentation, summary } from "../schema/markdown.ts";
import { holdsList, holdsMapping, isScalar, type SchemaNode } from "../schema/model.ts";
import { keyOffers, snippetParents, valueOffers } from "../schema/offers.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Schemas } from "../schema/schemas.ts";
import { type Snippet, snippetText } from "../schema/snippet-catalog.ts";
import { stringText } from "../schema/string-text.ts";

/** What the client can do with an item. */
export interface CompletionAbilities {
  /** Whether tab stops are understood. */
  readonly snippets: boolean;
  /** The client's command that opens the list again, run after a key that opens a level. */
  readonly suggestCommand?: string;
}

/** What is offered beside that which the schema says. */
export interface CompletionExtras {
  readonly snippets: readonly Snippet[];
  /** Names that exist in clusters. */
  readonly names: readonly ClusterNames[];
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
  { snippets, names }: CompletionExtras,
  abilities: CompletionAbilities,
  position: Position,
): CompletionItem[] {
  const root = analysis.rootAt(analysis.text.offsetAt(position));
  const cursor = root && analysis.cursorAt(position);
  if (!cursor) return [];
  const model = schemas.model(root.kind);
  const container = model.at(cursor.path);
  const request = { analysis, abilities, kind: root.kind };
  if (cursor.kind === "value") {
    const known = nameOffers(model, cursor.path, names);
    return container ? valueItems(request, cursor, container, known) : [];
  }
  const own = container ? keyItems(request, cursor, container) : [];
  if (!abilities.snippets) return own;
  return [...own, ...snippetItems(request, cursor, snippets, new Set(own.map(({ label }) => label)))];
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

function keyItems(request: Request, cursor: KeyCursor, container: SchemaNode): CompletionItem[] {
  if (holdsList(container) && container.items) {
    return cursor.ownLine && !cursor.hasColon ? [listItem(request, cursor, container.items)] : [];
  }
  if (cursor.afterDash && isScalar(container) && !cursor.hasColon) {
    return valueItems(request, { ...cursor, kind: "value", needsBlank: false }, container);
  }
  return keyOffers(container, cursor.present).map(({ key, node, required }, index) => ({
    label: key,
    kind: isScalar(node) ? CompletionItemKind.Property : CompletionItemKind.Module,
    detail: summary(node),
    sortText: `${required ? 0 : 1}${inOrder(index)}`,
    filterText: quoteAt(request, cursor) + key,
    data: { kind: request.kind, path: [...cursor.path, key] } satisfies ItemData,
    ...edit(request, cursor, keyInsert(request, cursor, key, node)),
    ...(isScalar(node) || cursor.hasColon ? {} : suggestAgain(request)),
  }));
}

function keyInsert(request: Request, cursor: KeyCursor, key: string, node: SchemaNode): string {
  const { snippets } = request.abilities;
  if (cursor.hasColon) return snippetEscape(scalarText(key), snippets);
  const { column, flow } = cursor;
  return keyText(key, node, { style: request.analysis.style, column, flow, snippets });
}

/** The dash that begins an item where a list is expected and only blanks stand. */
function listItem(request: Request, cursor: KeyCursor, items: SchemaNode): CompletionItem {
  const { style } = request.analysis;
  const { column } = cursor;
  const [first] = items.required;
  const text = itemText(items, { style, column, flow: false, snippets: request.abilities.snippets });
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

function valueItems(
  request: Request,
  cursor: ValueCursor,
  node: SchemaNode,
  names: readonly NameOffer[] = [],
): CompletionItem[] {
  const { snippets } = request.abilities;
  const quote = quoteAt(request, cursor);
  const blank = cursor.needsBlank ? " " : "";
  const offers = valueOffers(node).map(({ text, reason }): WrittenOffer => ({ text, detail: reason }));
  const items = [...offers, ...namesBeside(offers, names, cursor)].map(
    ({ text, detail }, index): CompletionItem => ({
      label: text,
      kind: node.allowed ? CompletionItemKind.EnumMember : CompletionItemKind.Value,
      detail,
      sortText: inOrder(index),
      filterText: text.startsWith('"') ? text : quote + text,
      ...(detail === "default" ? { preselect: true } : {}),
      ...edit(request, cursor, blank + snippetEscape(text, snippets)),
    }),
  );
  const isItem = cursor.flow && typeof cursor.path.at(-1) === "number";
  if (!isItem || !holdsMapping(node)) return items;
  const opened = {
    label: "{}",
    kind: CompletionItemKind.Module,
    detail: `item, ${summary(node)}`,
    data: { kind: request.kind, path: cursor.path } satisfies ItemData,
    ...edit(request, cursor, `{${snippets ? "$1" : ""}}`),
    ...suggestAgain(request),
  };
  return [opened, ...items];
}

/** A value as it is written, and why it is offered. */
interface WrittenOffer {
  readonly text: string;
  readonly detail: string;
}

/** Names of clusters, written as values; not those that the schema offers as well. */
function namesBeside(
  offers: readonly WrittenOffer[],
  names: readonly NameOffer[],
  { flow }: ValueCursor,
): WrittenOffer[] {
  const texts = new Set(offers.map(({ text }) => text));
  return names.flatMap(({ name, contexts }) => {
    const text = stringText(name, { flow, quote: "" });
    if (texts.has(text)) return [];
    return [{ text, detail: `from context ${contexts.join(", ")}` }];
  });
}

function snippetItems(
  request: Request,
  cursor: KeyCursor,
  snippets: readonly Snippet[],
  labels: ReadonlySet<string>,
): CompletionItem[] {
  if (!cursor.ownLine || cursor.hasColon) return [];
  return snippets.flatMap((snippet) => {
    const parents = snippetParents(snippet, cursor.path, cursor.present);
    if (!parents) return [];
    const { prefix, name } = snippet;
    return {
      // A snippet that is called like a key would look like the key a second time.
      label: labels.has(prefix) ? name : prefix,
      kind: CompletionItemKind.Snippet,
      detail: name,
      documentation: snippet.description,
      sortText: `2${prefix}`,
      filterText: prefix,
      ...edit(request, cursor, snippetText(snippet, parents, cursor.column, request.analysis.style)),
    };
  });
}

/** The edit of an item, and how its text is to be taken: tab stops if the client has them, indented as it stands. */
function edit(
  { analysis, abilities }: Request,
  cursor: Cursor,
  text: string,
): Partial<CompletionItem> & { textEdit: TextEdit } {
  let newText = text;
  let { start } = cursor;
  // A key that has its value already keeps its column: what stands below is indented by it.
  if (cursor.kind === "key" && cursor.ownLine && !cursor.hasColon) {
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

/** The quote that the word at the cursor begins with; an editor compares it with the item's filter text. */
function quoteAt({ analysis }: Request, cursor: Cursor): string {
  const first = analysis.file.text.charAt(cursor.start);
  return cursor.end > cursor.start && (first === '"' || first === "'") ? first : "";
}

function suggestAgain({ abilities }: Request): Partial<CompletionItem> {
  return abilities.suggestCommand ? { command: { title: "Suggest", command: abilities.suggestCommand } } : {};
}

/** Editors sort by text, so numbers are written with as many digits. */
function inOrder(index: number): string {
  return String(index).padStart(4, "0");
}

function isItemData(data: unknown): data is ItemData {
  return (
    typeof data === "object" && data !== null && "kind" in data && "path" in data && Array.isArray(data.path)
  );
}
