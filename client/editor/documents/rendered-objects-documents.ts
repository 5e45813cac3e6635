import * as l10n from "@vscode/l10n";
import {
  CodeLens,
  type Command,
  Diagnostic,
  Disposable,
  EventEmitter,
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
import {
  type CompletionBeside,
  KEY_FIELDS,
  RENDERED_OBJECTS,
  type RenderedObjectsDocument,
  type ValuesOf,
} from "../../../server/lsp/protocol.ts";
import { valuesAt } from "../../files/effective-values-address.ts";
import { RENDERED_SCHEME, renderedAddress } from "../../files/rendered-address.ts";
import type { Editor, LanguageServer } from "../../ports/editor.ts";
import { messageOf } from "../../texts/error-message.ts";
import { createChangeMarks } from "./change-marks.ts";
import { columnShowing, isText, isYamlDocument, type SavedFiles } from "./documents.ts";
import { fetchChartAction } from "./fetch-chart-action.ts";
import { registerFieldKeys } from "./field-keys.ts";

/** The documents with rendered objects, which are provided until this is disposed. */
interface RenderedObjectsDocuments extends Disposable {
  readonly show: Editor["showRenderedObjects"];
  /** Asks again for every open document. */
  refresh(): void;
}

const SELECTOR = { scheme: RENDERED_SCHEME };

/** The rest of the cursor, in milliseconds, before the server is asked for the fields of its key, which costs runs of Helm. */
const REST_MS = 300;

/**
 * Provides these documents: they follow edits, mark the fields of the key at the cursor of a values file, and lead from a field
 * to its keys, as the pages of previews do.
 */
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
  const changeMarks = createChangeMarks();
  /** The latest answers by the address of the page; `words` are the sentences about the key at the cursor. */
  const shown = new Map<string, RenderedObjectsDocument>();
  const words = new Map<string, string>();
  let resting: NodeJS.Timeout | undefined;

  const { now } = saved;

  function valuesOf(uri: Uri): ValuesOf | undefined {
    const values = valuesAt(uri.query);
    return values && now(values);
  }

  const pages = () =>
    window.visibleTextEditors.filter(({ document }) => document.uri.scheme === RENDERED_SCHEME);

  /** Marks the changed lines of a page once it shows the text of the answer. */
  function paint(uri: Uri): void {
    const answer = shown.get(uri.toString());
    if (answer === undefined) return;
    for (const page of pages())
      if (page.document.uri.toString() === uri.toString() && isText(page.document, answer.text))
        changeMarks.show(page, answer.changes);
    lensesChanged.fire();
  }

  async function mark(page: TextEditor, { document, selection }: TextEditor): Promise<void> {
    const values = valuesOf(page.document.uri);
    if (values === undefined) return;
    const version = page.document.version;
    const asked = { of: values, uri: document.uri.toString(), position: selection.active };
    const fields = await server.ask(KEY_FIELDS, asked).catch(() => null);
    // A later question shows its own answer.
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

  function refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === RENDERED_SCHEME) changed.fire(uri);
  }

  const others = Disposable.from(
    changed,
    lensesChanged,
    made,
    problems,
    changeMarks,
    workspace.registerTextDocumentContentProvider(RENDERED_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const values = valuesOf(uri);
        if (values === undefined) return `# ${l10n.t("No values found at this address.")}\n`;
        try {
          const unsaved = workspace.textDocuments.filter(({ isDirty }) => isDirty);
          const answer = await server.ask(RENDERED_OBJECTS, {
            of: values,
            unsaved: unsaved.map((document) => document.uri.toString()),
          });
          // This request has ended the one about the key.
          look();
          // Without a text, the editor keeps the one that it has until the answer to the later request.
          if (answer === null) return undefined;
          const before = shown.get(uri.toString());
          // While a value is half written, the objects stay, with the problem above them.
          const isKept = answer.problem !== undefined && before !== undefined && hasObjects(before);
          const next = isKept ? { ...before, problem: answer.problem } : answer;
          shown.set(uri.toString(), next);
          problems.set(uri, problemsIn(next));
          // The editor notices nothing if the text stays the same.
          if (before?.text === next.text) paint(uri);
          return next.text;
        } catch (error) {
          return `# ${l10n.t("The objects are not available at the moment.")} ${messageOf(error)}\n`;
        }
      },
    }),
    registerFieldKeys(server, now),
    languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses({ uri }) {
        const answer = shown.get(uri.toString());
        const above = (line: number, lens: Command) => new CodeLens(new Range(line, 0, line, 0), lens);
        if (answer?.isChartMissing) {
          const values = valuesOf(uri);
          return values ? [above(0, fetchChartAction(values))] : [];
        }
        if (answer === undefined || !hasObjects(answer)) return [];
        const { problem, missing = [], changes } = answer;
        const compare = {
          title: l10n.t("Compare with Cluster..."),
          command: "capOperator.compareWithCluster",
          arguments: [uri.toString()],
        };
        const ofKey = [
          ...(problem === undefined
            ? []
            : [`$(warning) ${l10n.t("{0} These are the objects from before.", problem)}`]),
          words.get(uri.toString()) ?? "",
          ...missing,
        ].filter((title) => title !== "");
        // On two lines, so that their words fit next to a file.
        return [
          ...ofKey.map((title) => above(0, { title, command: "" })),
          above(0, compare),
          ...(changes ? [above(1, { title: changes.words, command: "" })] : []),
        ];
      },
    }),
    window.onDidChangeTextEditorSelection(look),
    window.onDidChangeVisibleTextEditors(() => {
      for (const { document } of pages()) paint(document.uri);
      look();
    }),
    workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.scheme !== RENDERED_SCHEME) return;
      paint(uri);
      look();
    }),
    // After saving, nothing differs from the saved state.
    workspace.onDidSaveTextDocument(refresh),
    workspace.onDidCloseTextDocument(({ uri }) => {
      const values = uri.scheme === RENDERED_SCHEME ? valuesOf(uri) : undefined;
      if (values) void server.ask(RENDERED_OBJECTS, { of: values, isClosed: true }).catch(() => undefined);
      problems.delete(uri);
      words.delete(uri.toString());
      shown.delete(uri.toString());
    }),
  );
  return {
    async show(values) {
      const uri = Uri.from({ scheme: RENDERED_SCHEME, ...renderedAddress(values) });
      changed.fire(uri);
      const document = await workspace.openTextDocument(uri);
      const viewColumn = columnShowing(uri) ?? ViewColumn.Beside;
      // The focus stays in the file; this document is there to be watched.
      await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    },
    refresh,
    dispose() {
      clearTimeout(resting);
      others.dispose();
    },
  };
}

function problemsIn({ text, problems = [] }: RenderedObjectsDocument): Diagnostic[] {
  const lines = text.split("\n");
  return problems.map(({ line, message }) => {
    const shown = lines[line] ?? "";
    const diagnostic = new Diagnostic(new Range(line, shown.search(/\S|$/), line, shown.length), message);
    diagnostic.source = "cap-operator";
    diagnostic.code = "invalid-object";
    return diagnostic;
  });
}

/** True if an answer has objects, and not only the reason why there are none. */
function hasObjects({ text, problem }: RenderedObjectsDocument): boolean {
  return problem === undefined || !text.startsWith("#");
}

/** The values whose objects are in sight. */
export function shownBeside(): CompletionBeside {
  const page = window.visibleTextEditors.find(({ document }) => document.uri.scheme === RENDERED_SCHEME);
  const rendered = page && valuesAt(page.document.uri.query);
  return rendered ? { rendered } : {};
}
