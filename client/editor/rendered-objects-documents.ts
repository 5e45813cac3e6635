import * as l10n from "@vscode/l10n";
import {
  CodeLens,
  Diagnostic,
  Disposable,
  EventEmitter,
  Location,
  languages,
  OverviewRulerLane,
  Range,
  type TextEditor,
  ThemeColor,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { KeyFields, RenderedObjectsDocument, ValuesOf } from "../../server/lsp/protocol.ts";
import { valuesAt } from "../files/effective-values-address.ts";
import { objectsAt, RENDERED_SCHEME, renderedAddress } from "../files/rendered-address.ts";
import type { Editor, LanguageServer } from "../ports/editor.ts";
import { messageOf } from "../texts/error-message.ts";
import { columnShowing, isYamlDocument, rangeOf, type SavedFiles } from "./documents.ts";
import { PAGE_SCHEME } from "./pages.ts";

/** The documents with rendered objects, which are provided until this is disposed. */
interface RenderedObjectsDocuments extends Disposable {
  readonly show: Editor["showRenderedObjects"];
  /** Asks again for every open document. */
  refresh(): void;
}

const SELECTOR = { scheme: RENDERED_SCHEME };

/** How long the cursor rests before it is asked what its key makes, which costs runs of Helm. */
const REST_MS = 300;

/** Provides these documents: they follow edits, mark what the key at the cursor of a values file makes, and lead from a field to its keys, as those of previews do. */
export function createRenderedObjectsDocuments(
  server: LanguageServer,
  saved: SavedFiles,
): RenderedObjectsDocuments {
  const changed = new EventEmitter<Uri>();
  const lensesChanged = new EventEmitter<void>();
  const made = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.wordHighlightStrongBackground"),
    overviewRulerColor: new ThemeColor("editorOverviewRuler.wordHighlightStrongForeground"),
    overviewRulerLane: OverviewRulerLane.Center,
  });
  const problems = languages.createDiagnosticCollection("cap-operator-objects");
  const words = new Map<string, string>();
  let resting: NodeJS.Timeout | undefined;

  const now = (of: ValuesOf): ValuesOf => ("uri" in of ? { uri: saved.now(of.uri) } : of);

  function valuesOf(uri: Uri): ValuesOf | undefined {
    const of = valuesAt(uri.query);
    return of && now(of);
  }

  const pages = () =>
    window.visibleTextEditors.filter(({ document }) => document.uri.scheme === RENDERED_SCHEME);

  async function mark(page: TextEditor, { document, selection }: TextEditor): Promise<void> {
    const of = valuesOf(page.document.uri);
    if (of === undefined) return;
    const version = page.document.version;
    const asked = { of, uri: document.uri.toString(), position: selection.active };
    const fields: KeyFields | null = await server.keyFields(asked).catch(() => null);
    // What was asked later shows its own answer.
    if (fields === null || page.document.version !== version) return;
    const { lines } = fields;
    page.setDecorations(
      made,
      lines.map((line) => page.document.lineAt(line).range),
    );
    words.set(page.document.uri.toString(), fields.words);
    lensesChanged.fire();
    const [first] = lines;
    const isInSight = page.visibleRanges.some(({ start, end }) =>
      lines.some((line) => start.line <= line && line <= end.line),
    );
    if (first !== undefined && !isInSight) page.revealRange(page.document.lineAt(first).range);
  }

  function look(): void {
    clearTimeout(resting);
    if (pages().length === 0) return;
    resting = setTimeout(() => {
      const editor = window.activeTextEditor;
      if (!editor || editor.document.uri.scheme === RENDERED_SCHEME || !isYamlDocument(editor.document))
        return;
      for (const page of pages()) void mark(page, editor);
    }, REST_MS);
  }

  const others = Disposable.from(
    changed,
    lensesChanged,
    made,
    problems,
    workspace.registerTextDocumentContentProvider(RENDERED_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const of = valuesOf(uri);
        if (of === undefined) return `# ${l10n.t("No values found at this address.")}\n`;
        try {
          const answer = await server.renderedObjects({ of });
          // It ended what was asked about the key before.
          look();
          if (answer) problems.set(uri, problemsIn(answer));
          // Without a text, the editor keeps the one that it has, until what was asked later is answered.
          return answer?.text;
        } catch (error) {
          return `# ${l10n.t("The objects are not available at the moment.")} ${messageOf(error)}\n`;
        }
      },
    }),
    languages.registerDefinitionProvider([SELECTOR, { scheme: PAGE_SCHEME }], {
      async provideDefinition(document, { line }, token) {
        const { scheme, query } = document.uri;
        const of = objectsAt(query);
        if (of === undefined) return [];
        const stopped = new AbortController();
        token.onCancellationRequested(() => stopped.abort());
        const asked = {
          ...of,
          of: now(of.of),
          line,
          ...(scheme === PAGE_SCHEME && { text: document.getText() }),
        };
        const followed = { report: () => undefined, signal: stopped.signal };
        const found = await server.fieldKeys(asked, followed);
        return (found?.keys ?? []).flatMap(({ place }) =>
          place ? [new Location(Uri.parse(place.uri), rangeOf(place.range))] : [],
        );
      },
    }),
    languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses({ uri }) {
        const title = words.get(uri.toString()) ?? "";
        return title === "" ? [] : [new CodeLens(new Range(0, 0, 0, 0), { title, command: "" })];
      },
    }),
    window.onDidChangeTextEditorSelection(look),
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === RENDERED_SCHEME) look();
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      words.delete(uri.toString());
      problems.delete(uri);
      const of = uri.scheme === RENDERED_SCHEME ? valuesOf(uri) : undefined;
      if (of) void server.renderedObjects({ of, isClosed: true }).catch(() => undefined);
    }),
  );
  return {
    async show(of) {
      const uri = Uri.from({ scheme: RENDERED_SCHEME, ...renderedAddress(of) });
      const document = await workspace.openTextDocument(uri);
      const viewColumn = columnShowing(uri) ?? ViewColumn.Beside;
      // The focus stays in the file; this document is there to be watched.
      await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    },
    refresh() {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === RENDERED_SCHEME) changed.fire(uri);
    },
    dispose() {
      clearTimeout(resting);
      others.dispose();
    },
  };
}

function problemsIn({ text, problems = [] }: RenderedObjectsDocument): Diagnostic[] {
  const lines = text.split("\n");
  return problems.map(({ line, message }) => {
    const own = lines[line] ?? "";
    const diagnostic = new Diagnostic(new Range(line, own.search(/\S|$/), line, own.length), message);
    diagnostic.source = "cap-operator";
    diagnostic.code = "invalid-object";
    return diagnostic;
  });
}
