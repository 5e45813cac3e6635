import * as l10n from "@vscode/l10n";
import {
  CodeLens,
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
import type { EffectiveOrigin } from "../../server/lsp/protocol.ts";
import { EFFECTIVE_SCHEME, effectiveViewAt } from "../files/effective-values-address.ts";
import { fileName } from "../texts/file-name.ts";
import { rangeOf } from "./documents.ts";
import { goToOriginUri } from "./go-to-origin.ts";

interface ShownValues {
  /** The origins that a document names; none as long as it does not show the latest answer. */
  origins(document: TextDocument): readonly EffectiveOrigin[];
  /** Where the value of a line comes from, as Markdown. */
  explanation(uri: Uri, line: number): Promise<string | null>;
  /** Whether it leaves out the chart's defaults. */
  isOnlyChanged(uri: Uri): boolean;
}

const SELECTOR = { scheme: EFFECTIVE_SCHEME };

/** What helps to read these documents: links and hovers, a mark at each changed line, and actions above the first line. */
export function registerOriginReading(shown: ShownValues): Disposable {
  return Disposable.from(
    languages.registerDocumentLinkProvider(SELECTOR, {
      provideDocumentLinks: (document) => shown.origins(document).flatMap(linksTo),
    }),
    languages.registerHoverProvider(SELECTOR, {
      async provideHover(document, { line }) {
        if (!shown.origins(document).some(({ range }) => range.start.line === line)) return undefined;
        const text = await shown.explanation(document.uri, line);
        return text === null ? undefined : new Hover(new MarkdownString(text), document.lineAt(line).range);
      },
    }),
    registerMarks(shown),
    registerActions(),
  );
}

function linksTo({ range, place }: EffectiveOrigin): DocumentLink[] {
  if (place === undefined) return [];
  const link = new DocumentLink(rangeOf(range), goToOriginUri(place.uri, place.range));
  link.tooltip = l10n.t("Go to {0}, line {1}", fileName(place.uri), place.range.start.line + 1);
  return [link];
}

/** Changed lines are tinted and marked in the overview ruler, unless the document has no others. */
function registerMarks(shown: ShownValues): Disposable {
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
      const origins = shown.isOnlyChanged(document.uri) ? [] : shown.origins(document);
      editor.setDecorations(
        mark,
        origins.map(({ range }) => document.lineAt(range.start.line).range),
      );
    }
  };
  return Disposable.from(
    mark,
    window.onDidChangeVisibleTextEditors(show),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === EFFECTIVE_SCHEME) show();
    }),
  );
}

/** Actions in the document: the focus is in the file beside it, so the title of this document shows no buttons. */
function registerActions(): Disposable {
  const changed = new EventEmitter<void>();
  const registered = languages.registerCodeLensProvider(SELECTOR, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses({ uri }) {
      const isWanted = workspace.getConfiguration("capOperator").get("codeLens");
      if (!isWanted || effectiveViewAt(uri.query)?.form !== "annotated") return [];
      const show = { title: l10n.t("Select what is shown..."), command: "capOperator.showEffectiveValues" };
      const compare = { title: l10n.t("Compare..."), command: "capOperator.compareValues" };
      return [show, compare].map(
        (command) => new CodeLens(new Range(0, 0, 0, 0), { ...command, arguments: [uri] }),
      );
    },
  });
  const configured = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("capOperator.codeLens")) changed.fire();
  });
  return Disposable.from(changed, registered, configured);
}
