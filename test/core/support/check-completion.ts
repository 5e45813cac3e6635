import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  TextEdit,
} from "vscode-languageserver-types";
import type { CompletionAbilities } from "../../../server/core/language-service.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { expandSnippet } from "../../support/expand-snippet.ts";
import { analyse, engine, markCursor, withCursor } from "./engine.ts";

/** The options of a completion request, besides the text. */
export interface Asked {
  readonly kind?: DocumentKind;
  /** Analyses the text, if it is not a file of its own. */
  readonly analysed?: (text: string) => Analysis;
  readonly abilities?: CompletionAbilities;
}

/** A client that understands tab stops and can reopen its list, as VS Code does. */
const EDITOR: CompletionAbilities = { snippets: true, suggestCommand: "open.list" };

/** The items offered at the cursor, in the order in which an editor lists them. */
export function completionsAt(marked: string, asked: Asked = {}): CompletionItem[] {
  const { text, offset } = withCursor(marked);
  const analysis = asked.analysed?.(text) ?? analyse(text, asked.kind);
  const items = engine.completion(analysis, analysis.text.positionAt(offset), asked.abilities ?? EDITOR);
  return items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
}

/** The labels offered at the cursor, without those of snippets. */
export function labelsAt(marked: string, asked: Asked = {}): string[] {
  return completionsAt(marked, asked)
    .filter((item) => !isSnippet(item))
    .map((item) => item.label);
}

/** The labels of the snippets offered at the cursor. */
export function snippetLabelsAt(marked: string, asked: Asked = {}): string[] {
  return completionsAt(marked, asked)
    .filter(isSnippet)
    .map((item) => item.label);
}

/**
 * The document after accepting an item, with `$0` where the cursor then is: at the first tab stop, or at the end of
 * what was inserted.
 */
export function accept(marked: string, label: string, asked: Asked = {}): string {
  const { text } = withCursor(marked);
  const items = completionsAt(marked, asked);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(item, `"${label}" is not offered, but: ${items.map((other) => other.label).join(", ")}`);
  const { range, ...accepted } = acceptItem(text, item);
  assertReplacesTypedWord(marked, range.start, range.end);
  return markCursor(accepted.text, accepted.cursor);
}

/** A text after accepting an item, where the cursor then is, and which part of the old text was replaced. */
export function acceptItem(
  text: string,
  item: CompletionItem,
): { text: string; cursor: number; range: { start: number; end: number } } {
  assert.ok(TextEdit.is(item.textEdit), `"${item.label}" has no edit`);
  const { newText } = item.textEdit;
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
  const start = document.offsetAt(item.textEdit.range.start);
  const end = document.offsetAt(item.textEdit.range.end);
  const inserted = insertedText(newText, item.insertTextFormat === InsertTextFormat.Snippet);
  return {
    text: text.slice(0, start) + inserted.text + text.slice(end),
    cursor: start + inserted.cursor,
    range: { start, end },
  };
}

/** Accepting `label` at the cursor gives `expected`. If `expected` has a `$0`, the cursor is there afterwards. */
export function checkCompletion(marked: string, label: string, expected: string, asked: Asked = {}): void {
  const accepted = accept(marked, label, asked);
  assert.equal(expected.includes("$0") ? accepted : withCursor(accepted).text, expected);
}

/** Exactly these labels are offered, in this order; snippets are not counted. */
export function checkCompletionLabels(marked: string, expected: readonly string[], asked: Asked = {}): void {
  assert.deepEqual(labelsAt(marked, asked), expected);
}

/** Editors show only items whose edit is on the cursor's line and includes the cursor. */
function assertReplacesTypedWord(marked: string, start: number, end: number): void {
  const { text, offset } = withCursor(marked);
  assert.ok(start <= offset && offset <= end, "the edit does not hold the cursor");
  assert.ok(!/[\r\n]/.test(text.slice(start, end)), "the edit goes over several lines");
}

function insertedText(newText: string, snippet: boolean): { text: string; cursor: number } {
  if (!snippet) return { text: newText, cursor: newText.length };
  const mark = "\u0001";
  const first = newText.includes("$1") || newText.includes("${1") ? /\$1|\$\{1(?=[:|}])/ : /\$0/;
  const marked = expandSnippet(newText.replace(first, (stop) => mark + stop));
  const text = marked.replace(mark, "");
  return { text, cursor: marked.includes(mark) ? marked.indexOf(mark) : text.length };
}

function isSnippet(item: CompletionItem): boolean {
  return item.kind === CompletionItemKind.Snippet;
}
