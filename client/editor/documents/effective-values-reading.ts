import * as l10n from "@vscode/l10n";
import {
  CodeLens,
  type DecorationOptions,
  Disposable,
  DocumentLink,
  EventEmitter,
  Hover,
  languages,
  MarkdownString,
  OverviewRulerLane,
  Range,
  type TextDocument,
  ThemeColor,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { EffectiveOrigin, ValuesOf } from "../../../server/lsp/protocol.ts";
import { EFFECTIVE_SCHEME, effectiveViewAt } from "../../files/effective-values-address.ts";
import { fileName } from "../../texts/file-name.ts";
import { originColumn } from "../../texts/origin-column.ts";
import { rangeOf } from "./documents.ts";
import { fetchChartAction } from "./fetch-chart-action.ts";
import { goToOriginUri } from "./go-to-origin.ts";

interface ShownValues {
  /** The origins of the values of a document; empty as long as it does not show the latest answer. */
  origins(document: TextDocument): readonly EffectiveOrigin[];
  /** True if the origins are shown before the lines. */
  isWithOrigins(uri: Uri): boolean;
  /** The origin of the value on a line, or what a line of the header leaves out, as Markdown. */
  explanation(uri: Uri, line: number): Promise<string | null>;
  /** The values whose chart has to be fetched first; undefined if it is known. */
  lacksChart(uri: Uri): ValuesOf | undefined;
  /** True if the document leaves out the chart's defaults. */
  isOnlyChanged(uri: Uri): boolean;
}

const SELECTOR = { scheme: EFFECTIVE_SCHEME };

/** The reading aids of these documents. */
interface OriginReading extends Disposable {
  /** Shows the origins again: they change with lines of files also where the values stay the same. */
  refresh(): void;
}

/**
 * Registers the reading aids of these documents: links, hovers, a mark at each changed line, and actions above the first line.
 */
export function registerOriginReading(shown: ShownValues): OriginReading {
  const marks = registerMarks(shown);
  const registerLinks = () =>
    languages.registerDocumentLinkProvider(SELECTOR, {
      provideDocumentLinks: (document) => shown.origins(document).flatMap(linksTo),
    });
  let links = registerLinks();
  const others = Disposable.from(
    languages.registerHoverProvider(SELECTOR, {
      async provideHover(document, { line }) {
        const isInHeader = line < document.getText().split(/\r?\n/).indexOf("");
        const isValue = shown.origins(document).some(({ range }) => range.start.line === line);
        if (!isInHeader && !isValue) return undefined;
        const text = await shown.explanation(document.uri, line);
        return text === null ? undefined : new Hover(new MarkdownString(text), document.lineAt(line).range);
      },
    }),
    registerActions(shown),
  );
  return {
    refresh() {
      marks.show();
      // Editors ask for links again when there is another provider.
      links.dispose();
      links = registerLinks();
    },
    dispose() {
      for (const disposable of [marks, links, others]) disposable.dispose();
    },
  };
}

function linksTo({ range, place }: EffectiveOrigin): DocumentLink[] {
  if (place === undefined) return [];
  const link = new DocumentLink(rangeOf(range), goToOriginUri(place.uri, place.range));
  link.tooltip = l10n.t("Go to {0}, line {1}", fileName(place.uri), place.range.start.line + 1);
  return [link];
}

/**
 * Origins are shown in a column at the left edge, where they are in sight at any width; the text stays as it is, so that it can be
 * copied. Changed lines are tinted and marked in the overview ruler, unless the document has no others.
 */
function registerMarks(shown: ShownValues): Disposable & { show(): void } {
  const column = window.createTextEditorDecorationType({});
  const mark = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.hoverHighlightBackground"),
    overviewRulerColor: new ThemeColor("editorGutter.modifiedBackground"),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  const show = () => {
    for (const editor of window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.scheme !== EFFECTIVE_SCHEME) continue;
      const origins = shown.origins(document);
      editor.setDecorations(column, shown.isWithOrigins(document.uri) ? inColumn(document, origins) : []);
      const changed = shown.isOnlyChanged(document.uri) ? [] : origins.filter(({ isDefault }) => !isDefault);
      editor.setDecorations(
        mark,
        changed.map(({ range }) => document.lineAt(range.start.line).range),
      );
    }
  };
  const disposables = Disposable.from(
    column,
    mark,
    window.onDidChangeVisibleTextEditors(show),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === EFFECTIVE_SCHEME) show();
    }),
  );
  return { show, dispose: () => disposables.dispose() };
}

/** The column before the lines after the header: the origin of each value, or blank space of the same width. */
function inColumn(document: TextDocument, origins: readonly EffectiveOrigin[]): DecorationOptions[] {
  if (origins.length === 0) return [];
  const { shown, width } = originColumn(origins.map(({ words }) => words));
  const byLine = new Map(origins.map((origin, index) => [origin.range.start.line, { origin, index }]));
  const lines = document.getText().split(/\r?\n/);
  const first = lines.indexOf("") + 1;
  return lines.slice(first).map((_, index) => {
    const line = first + index;
    const here = byLine.get(line);
    const color = new ThemeColor(here?.origin.isDefault ? "disabledForeground" : "editorCodeLens.foreground");
    const contentText = (here && shown[here.index]) ?? "";
    const before = { contentText, color, width: `${width}ch`, margin: "0 1ch 0 0" };
    return { range: new Range(line, 0, line, 0), renderOptions: { before } };
  });
}

/** Actions in the document: the focus is in the file beside it, so the title of this document shows no buttons. */
function registerActions(shown: ShownValues): Disposable {
  const changed = new EventEmitter<void>();
  const registered = languages.registerCodeLensProvider(SELECTOR, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses({ uri }) {
      const isWanted = workspace.getConfiguration("capOperator").get("codeLens");
      if (!isWanted || effectiveViewAt(uri.query)?.form !== "annotated") return [];
      const show = { title: l10n.t("Select what is shown..."), command: "capOperator.showEffectiveValues" };
      const compare = { title: l10n.t("Compare..."), command: "capOperator.compareValues" };
      const lacking = shown.lacksChart(uri);
      return [
        ...(lacking ? [fetchChartAction(lacking)] : []),
        ...[show, compare].map((command) => ({ ...command, arguments: [uri] })),
      ].map((command) => new CodeLens(new Range(0, 0, 0, 0), command));
    },
  });
  const configured = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("capOperator.codeLens")) changed.fire();
  });
  return Disposable.from(changed, registered, configured);
}
