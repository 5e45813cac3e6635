import type { Position } from "vscode-languageserver-types";
import type { ValuesRoot } from "../kinds.ts";
import { snippetParents } from "../schema/offers.ts";
import { type Snippet, snippetText } from "../schema/snippet-catalog.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { SnippetOffer } from "../wire/documents.ts";
import { blockBelow } from "../yaml/cursor/block-place.ts";
import type { KeyCursor } from "../yaml/cursor/cursor.ts";
import { insertProperties } from "../yaml/edits/edits.ts";
import { findProperty, valueAt } from "../yaml/lookup.ts";
import type { Style } from "../yaml/style.ts";
import type { Path } from "../yaml/tree.ts";

/**
 * The snippets that a text does not contain yet, each with the place where its keys belong: the requested position if that is
 * right, else the end of the mapping that they go into. Those that fit the position come first. `editorIndent` is the editor's
 * own indentation, for a text without any.
 */
export function snippetOffers(
  analysis: Analysis,
  snippets: readonly Snippet[],
  position: Position,
  editorIndent?: number,
): SnippetOffer[] {
  const root = analysis.rootFor(analysis.text.offsetAt(position));
  if (!root) return [];
  const cursor = emptyLineAt(analysis, position);
  const style = analysis.styleAt(cursor, editorIndent);
  const offers = snippets.flatMap((snippet) => {
    const here = cursor && offerHere(analysis, style, snippet, cursor);
    if (here) return [here];
    for (const place of snippet.paths) {
      const elsewhere = offerElsewhere(analysis, style, root, snippet, place);
      if (elsewhere) return [elsewhere];
    }
    return [];
  });
  return [...offers.filter((offer) => offer.fits), ...offers.filter((offer) => !offer.fits)];
}

/** The cursor, if its line is still empty and keys can be written there. */
function emptyLineAt(analysis: Analysis, position: Position): KeyCursor | undefined {
  const cursor = analysis.cursorAt(analysis.text.offsetAt(position));
  if (cursor?.kind !== "key" || !cursor.ownLine || cursor.start !== cursor.end) return undefined;
  const { lines } = analysis;
  // A block that is indented below would become a part of the snippet.
  const isFree = !cursor.hasColon && !blockBelow(lines, lines.lineAt(cursor.start), cursor.column);
  return isFree ? cursor : undefined;
}

function offerHere(
  analysis: Analysis,
  style: Style,
  snippet: Snippet,
  cursor: KeyCursor,
): SnippetOffer | undefined {
  const parents = snippetParents(snippet, cursor.path, cursor.present);
  if (!parents) return undefined;
  const lineStart = analysis.lines.start(analysis.lines.lineAt(cursor.start));
  const pad = " ".repeat(cursor.column);
  const body = pad + snippetText(snippet, parents, cursor.column, style);
  if (!analysis.region.admits({ start: lineStart, end: cursor.end, text: body })) return undefined;
  return { ...named(snippet), fits: true, range: analysis.range(lineStart, cursor.end), body };
}

function offerElsewhere(
  analysis: Analysis,
  style: Style,
  root: ValuesRoot,
  snippet: Snippet,
  place: Path,
): SnippetOffer | undefined {
  const container = valueAt(root.node, place);
  if (snippet.keys.some((key) => findProperty(container, key))) return undefined;
  const lines = snippetText(snippet, [], 0, { ...style, lineBreak: "\n" }).split("\n");
  const text = { file: analysis.file, lines: analysis.lines, style, missingKey: analysis.missingKey };
  const edit = insertProperties(text, root.node, place, lines, root.document.end);
  if (!edit || !analysis.region.admits(edit)) return undefined;
  return { ...named(snippet), fits: false, range: analysis.range(edit.start, edit.end), body: edit.text };
}

function named({
  name,
  prefix,
  description,
}: Snippet): Pick<SnippetOffer, "name" | "prefix" | "description"> {
  return { name, prefix, description };
}
