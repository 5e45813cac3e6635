import * as l10n from "@vscode/l10n";
import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type Position,
  type TextEdit,
} from "vscode-languageserver-types";
import { KINDS, type KindName } from "../kinds.ts";
import { allButLast, completionsOf } from "../schema/begun-values.ts";
import {
  type InsertPlace,
  type InsertText,
  inBrackets,
  itemText,
  keyText,
  plainText,
} from "../schema/insert-text.ts";
import type { Knowledge } from "../schema/knowledge.ts";
import { documentation, summary } from "../schema/markdown.ts";
import { holdsList, holdsMapping, isScalar, type SchemaNode } from "../schema/model.ts";
import { keyOffers, snippetParents, valueOffers } from "../schema/offers.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { type Snippet, snippetText } from "../schema/snippet-catalog.ts";
import type { Analysis } from "../semantics/analysis.ts";
import { anchorsAbove } from "../semantics/anchors-above.ts";
import { likelyHosts } from "../semantics/likely-hosts.ts";
import type { DocumentSemantics, Semantics } from "../semantics/semantics.ts";
import type { ClusterNames } from "../wire/values.ts";
import { blockBelow, isUneven } from "../yaml/cursor/block-place.ts";
import type { Cursor, KeyCursor, ValueCursor } from "../yaml/cursor/cursor.ts";
import { refusalOf, resolveScalar } from "../yaml/reader/scalars.ts";
import { wholeOf } from "../yaml/region.ts";
import { type Style, styleAt } from "../yaml/style.ts";
import type { Path } from "../yaml/tree.ts";
import { unquoted } from "../yaml/unquoted.ts";

/** The abilities of the client with an item. */
export interface CompletionAbilities {
  /** True if the client understands tab stops. */
  readonly snippets: boolean;
  /** The client's command that opens the list again, run after a key whose value can be chosen. */
  readonly suggestCommand?: string;
  /** The editor's own indentation, for a text without any. */
  readonly indent?: number;
  /** True if the list opens because of typing, without a request by the user. */
  readonly unasked?: boolean;
}

/** Offers in addition to those of the schema. */
interface CompletionExtras {
  readonly snippets: readonly Snippet[];
  /** Names that exist in clusters. */
  readonly names: readonly ClusterNames[];
}

/** The data of an item, by which its documentation is found when it is shown. */
interface ItemData {
  readonly kind: KindName;
  readonly path: Path;
  /** Names the schemas, as `SchemasChart.version` does. */
  readonly chart: string;
}

/** Keys, items, values and snippets that can be written at a position, each with the edit that writes it, in the part of the text with values. */
export function completion(
  semantics: Semantics,
  { snippets, names }: CompletionExtras,
  abilities: CompletionAbilities,
  position: Position,
): CompletionItem[] {
  const { analysis } = semantics;
  const offset = analysis.text.offsetAt(position);
  const document = semantics.documentAt(offset);
  const cursor = document && analysis.cursorAt(offset);
  if (!cursor) return dependencyKeys(semantics, abilities, offset);
  const style = analysis.styleAt(cursor, abilities.indent);
  const request: Request = { document, abilities, names, style, offset };
  return itemsAt(request, cursor, snippets).filter(({ textEdit }) => isOurs(analysis, textEdit));
}

function itemsAt(request: Request, cursor: Cursor, snippets: readonly Snippet[]): CompletionItem[] {
  if (cursor.kind === "value") {
    if (cursor.isAlias) return aliasItems(request, cursor);
    return [...valueItems(request, cursor), ...keysBelow(request, cursor)];
  }
  const { abilities, document } = request;
  const items = keyItems(request, cursor, OWN);
  const labels = new Set(items.map(({ label }) => label));
  const item = document.analysis.inItemAbove(cursor);
  const inItem = item ? keyItems(request, item, IN_ITEM_ABOVE).filter(({ label }) => !labels.has(label)) : [];
  if (!abilities.snippets) return [...items, ...inItem];
  return [...items, ...inItem, ...snippetItems(request, cursor, snippets, labels)];
}

/** True if the edit of an item stays in the part of the text with values. */
function isOurs(analysis: Analysis, edit: CompletionItem["textEdit"]): boolean {
  if (edit === undefined || !("range" in edit)) return false;
  if (analysis.region.isWhole) return true;
  const [start, end] = [edit.range.start, edit.range.end].map((place) => analysis.text.offsetAt(place));
  return analysis.region.admits({ start: start ?? 0, end: end ?? 0, text: edit.newText });
}

/** At the top level of the values of an outer chart: the key of the dependency. */
function dependencyKeys(
  { analysis, documents: [document] }: Semantics,
  abilities: CompletionAbilities,
  offset: number,
): CompletionItem[] {
  const [key] = analysis.region.isEmbedded ? [] : analysis.region.path;
  if (document === undefined || typeof key !== "string") return [];
  const cursor = analysis.wholeCursorAt(offset);
  if (cursor?.kind !== "key" || cursor.path.length > 0 || cursor.present.has(key)) return [];
  const style = styleAt(analysis.style, cursor, abilities.indent);
  const request: Request = { document, abilities, names: [], style, offset };
  const { schema, schemas } = document;
  const block = blockAt(request, cursor);
  if (!canOwn(schema.root, block)) return [];
  const text = keyAt(request, cursor, key, schema.root, block);
  return [
    {
      label: key,
      kind: CompletionItemKind.Module,
      detail: l10n.t("values of {0}", schemas.chart.name),
      sortText: `${OWN}${inOrder(0)}`,
      filterText: quoteAt(request, cursor) + key,
      ...edit(request, cursor, text),
      ...(cursor.hasColon ? {} : suggestAgain(request)),
    },
  ];
}

/** The order of the groups in the list: keys at the cursor, then keys of the item above, then snippets. */
const OWN = 0;
const IN_ITEM_ABOVE = 1;
const SNIPPETS = 2;

/** Adds the documentation to an item that is being shown. */
export function resolveCompletion(item: CompletionItem, knowledge: Knowledge): CompletionItem {
  const data: unknown = item.data;
  if (!isItemData(data)) return item;
  const schemas = knowledge.schemasWithId(data.chart);
  const model = schemas.model(data.kind);
  const node = model.at(data.path);
  if (!node) return item;
  const { kind, path } = data;
  const comment = schemas.commentOn(kind, path);
  const value = documentation(path, node, model.root, schemas.docsLink(kind, path), comment);
  return { ...item, documentation: { kind: "markdown", value } };
}

interface Request {
  readonly document: DocumentSemantics;
  readonly abilities: CompletionAbilities;
  readonly names: readonly ClusterNames[];
  readonly style: Style;
  readonly offset: number;
}

/** The certificate manager that reads the configuration at a path; `undefined` if there is none. */
function managerOf({ document }: Request, path: Path): string | undefined {
  const component = path.slice(0, -1);
  if (document.at(path).schema?.annotations.meaning !== "certificate-config") return undefined;
  for (const [key, { annotations }] of document.at(component).schema?.properties ?? []) {
    if (annotations.meaning !== "certificate-manager") continue;
    const chosen = document.release.given([...component, key]);
    return chosen?.type === "leaf" ? String(chosen.value) : undefined;
  }
  return undefined;
}

function isReadBy({ annotations }: SchemaNode, manager: string | undefined): boolean {
  return manager !== undefined && annotations.manager === manager;
}

/** The keys that can be written at a cursor, each after `lead`. */
function keyItems(request: Request, cursor: KeyCursor, place: number, lead = ""): CompletionItem[] {
  const container = request.document.at(cursor.path).schema;
  if (!container) return [];
  if (holdsList(container) && container.items) {
    const { node } = request.document.at(cursor.path);
    const items = node?.type === "array" && !node.flow && node.alias === undefined ? node : undefined;
    const { lines } = request.document.analysis;
    const fits = items === undefined || lines.columnOf(items.offset) === cursor.column;
    const isFree = fits && cursor.ownLine && !cursor.hasColon && !blockAt(request, cursor);
    return isFree ? [listItem(request, cursor, container.items)] : [];
  }
  const { below, afterDash, hasColon } = cursor;
  const isValue = below !== undefined || (afterDash && !hasColon);
  if (isValue && isScalar(container) && container.properties.size === 0) {
    return valueItems(request, { ...cursor, ...below, kind: "value", isAlias: false });
  }
  const block = blockAt(request, cursor);
  const { lines } = request.document.analysis;
  if (block && isUneven(lines, lines.lineAt(cursor.start), cursor.column)) return [];
  const fitting = keyOffers(container, cursor.present).filter(({ node }) => canOwn(node, block));
  const manager = managerOf(request, cursor.path);
  return fitting.map(({ key, node, required }, index) => ({
    label: key,
    kind: isScalar(node) ? CompletionItemKind.Property : CompletionItemKind.Module,
    ...inList(node),
    sortText: `${place}${required || isReadBy(node, manager) ? 0 : 1}${inOrder(index)}`,
    filterText: quoteAt(request, cursor) + key,
    data: dataOf(request, [...cursor.path, key]),
    ...edit(request, cursor, keyAt(request, cursor, key, node, block), lead),
    ...(cursor.hasColon || !leadsOn(request, [...cursor.path, key], node) ? {} : suggestAgain(request)),
  }));
}

/** The text that writes a key at a cursor: the key alone if its value is there, and with its colon if that is below. */
function keyAt(
  request: Request,
  cursor: KeyCursor,
  key: string,
  node: SchemaNode,
  block: ReturnType<typeof blockAt>,
): InsertText {
  if (cursor.hasColon) return plainText(scalarText(key) + (cursor.isGlued ? ": " : ""));
  if (block) return plainText(`${scalarText(key)}:`);
  return keyText(key, node, insertPlace(request, cursor));
}

/** The keys of an item after its anchor or tag: on the next line, because on the same one it would be that of the first key. */
function keysBelow(request: Request, cursor: ValueCursor): CompletionItem[] {
  const { analysis } = request.document;
  const { column, flow, path, tag } = cursor;
  const schema = request.document.at(path).schema;
  const isMapping = typeof path.at(-1) === "number" && schema && holdsMapping(schema);
  if (flow || !isMapping || (tag ?? "!!map") !== "!!map") return [];
  const line = analysis.lines.lineAt(cursor.start);
  if (blockBelow(analysis.lines, line, (analysis.lines.structure(line)?.dashes.at(-1) ?? 0) + 1)) return [];
  const start = analysis.file.text.slice(0, cursor.start).trimEnd().length;
  const colon = { hasColon: false, isGlued: false };
  const inKeys = {
    ...colon,
    present: new Set<string>(),
    needsBlank: false,
    afterDash: false,
    ownLine: false,
  };
  const lead = request.style.lineBreak + " ".repeat(column);
  return keyItems(request, { ...cursor, ...inKeys, start, kind: "key" }, OWN, lead);
}

/** The remarks on a key in the list; while the chart is not decided, also the only chart that has the key. */
function inList(node: SchemaNode): Pick<CompletionItem, "detail" | "labelDetails"> {
  const { onlyIn } = node.annotations;
  return { detail: summary(node), ...(onlyIn !== undefined && { labelDetails: { description: onlyIn } }) };
}

/** The block that is indented below a key that is being written: it becomes the key's value. */
function blockAt({ document: { analysis } }: Request, cursor: KeyCursor): ReturnType<typeof blockBelow> {
  if (cursor.flow || cursor.hasColon) return undefined;
  return blockBelow(analysis.lines, analysis.lines.lineAt(cursor.start), cursor.column);
}

/** True if a key can have the block below it as its value; also if there is no block, or if it is the rest of a text, which is unclear. */
function canOwn(node: SchemaNode, block: ReturnType<typeof blockBelow>): boolean {
  if (block === "keys") return holdsMapping(node);
  return block === "items" ? holdsList(node) : true;
}

function insertPlace({ style, abilities }: Request, { column, flow }: KeyCursor): InsertPlace {
  const { snippets, suggestCommand } = abilities;
  return { style, column, flow, snippets, opensList: suggestCommand !== undefined };
}

/** True if there are values to choose from after a key. */
function leadsOn({ document, names }: Request, path: Path, node: SchemaNode): boolean {
  return !isScalar(node) || valueOffers(document.schema, path, { names }).length > 0;
}

/** The dash that begins an item, where a list is expected and the line is blank. */
function listItem(request: Request, cursor: KeyCursor, items: SchemaNode): CompletionItem {
  const [first] = items.required;
  return {
    label: first === undefined ? "- " : `- ${first}`,
    kind: CompletionItemKind.Module,
    detail: l10n.t("item, {0}", summary(items)),
    sortText: `${OWN}${inOrder(0)}`,
    filterText: "-",
    data: dataOf(request, [...cursor.path, 0]),
    ...edit(request, cursor, itemText(items, insertPlace(request, cursor))),
    ...suggestAgain(request),
  };
}

function valueItems(request: Request, cursor: ValueCursor): CompletionItem[] {
  const { abilities, document, names, offset } = request;
  const { schema: node } = document.at(cursor.path);
  if (!node) return [];
  const { start, end, tag } = cursor;
  const likely = node.annotations.fact === undefined ? [] : likelyHosts(document, cursor.path, node);
  const offers = valueOffers(document.schema, cursor.path, { names, likely }, cursor.flow);
  const written = document.analysis.file.text.slice(start, end);
  const { resource } = document.schemas.chart;
  const { pattern } = node.limits ?? {};
  const items = completionsOf(written, offset - start, node, offers, abilities.unasked)
    .filter(({ text, newText }) => {
      const isRejected = pattern !== undefined && resource?.matches(pattern, unquoted(text)) === false;
      return !isRejected && fitsTag(newText, tag);
    })
    .map(
      ({ text, newText, filterText, reason, isDefault }, index): CompletionItem => ({
        label: text,
        kind: node.allowed ? CompletionItemKind.EnumMember : CompletionItemKind.Value,
        detail: reason,
        sortText: inOrder(index),
        filterText,
        ...(isDefault ? { preselect: true } : {}),
        ...edit(request, cursor, plainText(newText)),
      }),
    );
  const isItem = cursor.flow && typeof cursor.path.at(-1) === "number";
  if (!isItem || !holdsMapping(node)) return items;
  const opened = {
    label: "{}",
    kind: CompletionItemKind.Module,
    detail: l10n.t("item, {0}", summary(node)),
    data: dataOf(request, cursor.path),
    ...edit(request, cursor, inBrackets("", "{}", abilities.snippets)),
    ...suggestAgain(request),
  };
  return [opened, ...items];
}

/** True if Helm reads a text with a tag as the same type of value as without it. */
function fitsTag(text: string, tag: string | undefined): boolean {
  if (tag === undefined) return true;
  if (/^!!(?:|binary|map|omap|pairs|seq|set)$/.test(tag)) return false;
  const style = text.startsWith('"') ? "double" : "plain";
  if (refusalOf(text, style, tag) !== undefined) return false;
  return resolveScalar(text, style, tag).type === resolveScalar(text, style).type;
}

function aliasItems(request: Request, cursor: ValueCursor): CompletionItem[] {
  const { analysis, root } = request.document;
  const { schema } = request.document.at(cursor.path);
  const path = [...analysis.region.path, ...cursor.path];
  const anchors = anchorsAbove(wholeOf(root.document).root, path, cursor, schema);
  const written = analysis.file.text.slice(cursor.start, cursor.end);
  return anchors.flatMap(({ name, value }, index): CompletionItem[] => {
    const alias = `*${name}`;
    const isBeginning = anchors.some((other) => other.name !== name && other.name.startsWith(name));
    if (alias === written && !isBeginning) return [];
    return [
      {
        label: alias,
        kind: CompletionItemKind.Reference,
        detail: value,
        sortText: inOrder(index),
        filterText: isBeginning ? alias : allButLast(alias),
        ...edit(request, cursor, plainText(alias)),
      },
    ];
  });
}

function snippetItems(
  request: Request,
  cursor: KeyCursor,
  snippets: readonly Snippet[],
  labels: ReadonlySet<string>,
): CompletionItem[] {
  if (!cursor.ownLine || cursor.hasColon || blockAt(request, cursor)) return [];
  return snippets.flatMap((snippet) => {
    const parents = snippetParents(snippet, cursor.path, cursor.present);
    if (!parents) return [];
    const { prefix, name } = snippet;
    return {
      // A snippet with the name of a key would look like a duplicate of that key.
      label: labels.has(prefix) ? name : prefix,
      kind: CompletionItemKind.Snippet,
      detail: name,
      documentation: snippet.description,
      sortText: `${SNIPPETS}${prefix}`,
      filterText: prefix,
      ...edit(request, cursor, {
        text: snippetText(snippet, parents, cursor.column, request.style),
        isSnippet: true,
      }),
    };
  });
}

/** The edit of an item, whose text is inserted as it is, without further indentation. */
function edit(
  { document: { analysis } }: Request,
  cursor: Cursor,
  { text, isSnippet }: InsertText,
  lead = "",
): Partial<CompletionItem> & { textEdit: TextEdit } {
  let newText = lead + (cursor.needsBlank ? " " : "") + text;
  let { start } = cursor;
  // A key that already has its value keeps its column: its block is indented relative to it.
  if (cursor.kind === "key" && cursor.ownLine && !cursor.hasColon) {
    const lineStart = analysis.lines.start(analysis.lines.lineAt(start));
    if (cursor.column !== start - lineStart) {
      start = lineStart;
      newText = " ".repeat(cursor.column) + text;
    }
  }
  // A comment right after it must have a blank before it.
  if (analysis.file.text.charAt(cursor.end) === "#" && !/\s$/.test(newText)) newText += " ";
  return {
    textEdit: { range: analysis.range(start, cursor.end), newText },
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.asIs,
  };
}

/** The quote that the word at the cursor begins with. Editors match the word, quote included, with the item's filter text. */
function quoteAt({ document: { analysis } }: Request, cursor: Cursor): string {
  const first = analysis.file.text.charAt(cursor.start);
  return cursor.end > cursor.start && (first === '"' || first === "'") ? first : "";
}

function suggestAgain({ abilities }: Request): Partial<CompletionItem> {
  return abilities.suggestCommand ? { command: { title: "Suggest", command: abilities.suggestCommand } } : {};
}

/** Editors sort by text, so all numbers have the same number of digits. */
function inOrder(index: number): string {
  return String(index).padStart(4, "0");
}

function dataOf({ document: { root, schemas } }: Request, path: Path): ItemData {
  return { kind: root.kind.name, path, chart: schemas.chart.id };
}

function isItemData(data: unknown): data is ItemData {
  return (
    typeof data === "object" &&
    data !== null &&
    "kind" in data &&
    typeof data.kind === "string" &&
    Object.hasOwn(KINDS, data.kind) &&
    "chart" in data &&
    typeof data.chart === "string" &&
    "path" in data &&
    Array.isArray(data.path) &&
    data.path.every((part) => typeof part === "string" || typeof part === "number")
  );
}
