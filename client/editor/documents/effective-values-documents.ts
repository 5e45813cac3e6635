import * as l10n from "@vscode/l10n";
import {
  type Disposable,
  EventEmitter,
  languages,
  type TextDocument,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import {
  EFFECTIVE_ORIGIN,
  EFFECTIVE_VALUES,
  type EffectiveValuesDocument,
  type EffectiveValuesParams,
} from "../../../server/lsp/protocol.ts";
import { EFFECTIVE_SCHEME, effectiveAddress, effectiveViewAt } from "../../files/effective-values-address.ts";
import type { Editor, EffectiveView, LanguageServer, ShownForm } from "../../ports/editor.ts";
import { messageOf } from "../../texts/error-message.ts";
import { columnShowing, isText, type SavedFiles } from "./documents.ts";
import { registerOriginReading } from "./effective-values-reading.ts";

export function effectiveUri(view: EffectiveView): Uri {
  return Uri.from({ scheme: EFFECTIVE_SCHEME, ...effectiveAddress(view) });
}

/** The documents with effective values, which are provided until this is disposed. */
interface EffectiveValuesDocuments extends Disposable {
  readonly show: Editor["showEffectiveValues"];
  /** Asks again for every open document. */
  refresh(): void;
}

/** YAML whose lines are not wrapped, because each has its origin before it; the manifest of the extension says how it is shown. */
const LANGUAGE = "cap-operator-effective-values";

/** Provides these documents and their reading aids from the answers of the server. */
export function createEffectiveValuesDocuments(
  server: LanguageServer,
  saved: SavedFiles,
): EffectiveValuesDocuments {
  const changed = new EventEmitter<Uri>();
  const shown = new Map<string, EffectiveValuesDocument>();
  const forms = new Map<string, ShownForm>();

  const shownForm = (uri: Uri): ShownForm => forms.get(uri.toString()) ?? "annotated";

  const { now } = saved;

  /** Origins are not part of the text, so that they can be shown in a column. */
  function paramsAt(uri: Uri): EffectiveValuesParams | undefined {
    const view = effectiveViewAt(uri.query);
    if (view === undefined) return undefined;
    const { beside } = view;
    const shown = { ...view, of: now(view.of), ...(beside && { beside: { ...beside, of: now(beside.of) } }) };
    if (view.form !== "annotated") return shown;
    return { ...shown, form: shownForm(uri).startsWith("changed") ? "changed-bare" : "bare" };
  }

  const ask = async (uri: Uri): Promise<EffectiveValuesDocument> => {
    const params = paramsAt(uri);
    if (params === undefined)
      return { text: `# ${l10n.t("No effective values found at this address.")}\n`, origins: [] };
    try {
      return await server.ask(EFFECTIVE_VALUES, params);
    } catch (error) {
      // The document stays and is updated: once the cause is gone, the values are back.
      const lack = l10n.t("The effective values are not available at the moment.");
      return { text: `# ${lack} ${messageOf(error)}\n`, origins: [] };
    }
  };

  const reading = registerOriginReading({
    origins(document) {
      const answer = shown.get(document.uri.toString());
      return answer && isText(document, answer.text) ? answer.origins : [];
    },
    async explanation(uri, line) {
      const params = paramsAt(uri);
      return params ? server.ask(EFFECTIVE_ORIGIN, { ...params, line }) : null;
    },
    lacksChart(uri) {
      const values = shown.get(uri.toString())?.isChartMissing && effectiveViewAt(uri.query)?.of;
      return values ? now(values) : undefined;
    },
    isOnlyChanged: (uri) => shownForm(uri).startsWith("changed"),
    isWithOrigins: (uri) => !shownForm(uri).endsWith("bare"),
  });
  const disposables = [
    changed,
    workspace.registerTextDocumentContentProvider(EFFECTIVE_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const answer = await ask(uri);
        const before = shown.get(uri.toString());
        shown.set(uri.toString(), answer);
        // The editor notices nothing if the text stays the same.
        if (before?.text === answer.text) reading.refresh();
        return answer.text;
      },
    }),
    reading,
    workspace.onDidOpenTextDocument(setLanguage),
    workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
      // Setting the language of a document closes and opens it, too.
      if (isClosed && shown.delete(uri.toString())) forms.delete(uri.toString());
    }),
  ];
  workspace.textDocuments.forEach(setLanguage);

  return {
    async show(values, form) {
      const uri = effectiveUri({ of: values, form: "annotated" });
      if (form) {
        forms.set(uri.toString(), form);
        changed.fire(uri);
      }
      const document = await workspace.openTextDocument(uri);
      const viewColumn = columnShowing(uri) ?? ViewColumn.Beside;
      // The focus stays in the file; this document is there to be watched.
      await window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: false });
    },
    refresh() {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === EFFECTIVE_SCHEME) changed.fire(uri);
    },
    dispose() {
      for (const disposable of disposables) disposable.dispose();
    },
  };
}

function setLanguage(document: TextDocument): void {
  const { uri, languageId } = document;
  const isAnnotated = uri.scheme === EFFECTIVE_SCHEME && effectiveViewAt(uri.query)?.form === "annotated";
  if (isAnnotated && languageId !== LANGUAGE) languages.setTextDocumentLanguage(document, LANGUAGE);
}
