import * as l10n from "@vscode/l10n";
import {
  CodeAction,
  CodeActionKind,
  commands,
  type DataTransfer,
  Disposable,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  languages,
  Range,
  SnippetString,
  SnippetTextEdit,
  type TextDocument,
  WorkspaceEdit,
  workspace,
} from "vscode";
import type { PasteEdit, PasteParams } from "../../../server/lsp/protocol.ts";
import { yamlSelector } from "../documents/documents.ts";
import { settingOf } from "../settings/setting-types.ts";
import { type WhileOurs, whileOurs } from "./typing.ts";

const TEXT = "text/plain";
const KIND = DocumentDropOrPasteEditKind.Text.append("capOperator");

/** The kind of an action that is only asked for to have its reason shown. */
const NOTICE = CodeActionKind.Empty.append("capOperator.pasted");

/**
 * Makes pasted blocks go where their keys belong in files of CAP Operator, and names next to the cursor the keys that went
 * elsewhere. `ask` asks the server; the editor pastes what the server leaves.
 */
export function createPasting(ask: (params: PasteParams) => Promise<PasteEdit | null>): WhileOurs {
  return whileOurs(() => {
    let pasted: PasteEdit | undefined;
    let document: TextDocument | undefined;
    return Disposable.from(
      registerPasting(ask, (edit, changed) => {
        pasted = edit;
        document = changed;
      }),
      workspace.onDidChangeTextDocument((change) => {
        if (change.document !== document || change.contentChanges.length === 0) return;
        document = undefined;
        // Another extension may have pasted instead.
        const isPasted = change.contentChanges.some(({ text }) => text === pasted?.newText);
        if (isPasted && pasted?.notice !== undefined) void showNotice();
      }),
      registerNotice(() => pasted?.notice),
    );
  });
}

/** Has the editor show the reason of an action that is disabled next to the cursor, until it moves: there is no other way to write there. */
async function showNotice(): Promise<void> {
  await commands.executeCommand("editor.action.codeAction", { kind: NOTICE.value, apply: "first" });
}

/** The action whose reason is the notice. */
function registerNotice(notice: () => string | undefined): Disposable {
  return languages.registerCodeActionsProvider(
    yamlSelector(),
    {
      provideCodeActions(_document, _range, { only }) {
        const reason = only?.value === NOTICE.value ? notice() : undefined;
        if (reason === undefined) return [];
        return [Object.assign(new CodeAction(pasteTitle(), NOTICE), { disabled: { reason } })];
      },
    },
    { providedCodeActionKinds: [NOTICE] },
  );
}

const pasteTitle = () => l10n.t("Indent pasted keys");

/** Offers the edit of the server for what is pasted, and reports it to `offered`. */
function registerPasting(
  ask: (params: PasteParams) => Promise<PasteEdit | null>,
  offered: (edit: PasteEdit, document: TextDocument) => void,
): Disposable {
  return languages.registerDocumentPasteEditProvider(
    yamlSelector(),
    {
      async provideDocumentPasteEdits(document, [range, ...others], data) {
        const text = await data.get(TEXT)?.asString();
        const isWanted = settingOf(workspace.getConfiguration("capOperator", document), "indentOnPaste");
        if (!range?.isEmpty || others.length > 0 || !text || !isWanted || (await isWholeLine(data)))
          return [];
        const { line, character } = range.start;
        const uri = document.uri.toString();
        // A server that stops leaves the text to the editor.
        const found = await ask({ uri, position: { line, character }, text }).catch(() => null);
        if (!found) return [];
        offered(found, document);
        const { start, end } = found.range;
        const place = new Range(start.line, start.character, end.line, end.character);
        const edit = new DocumentPasteEdit("", pasteTitle(), KIND);
        edit.additionalEdit = new WorkspaceEdit();
        // As a snippet, whose end is where the cursor goes.
        const snippet = new SnippetTextEdit(place, new SnippetString().appendText(found.newText));
        edit.additionalEdit.set(document.uri, [snippet]);
        return [edit];
      },
    },
    { providedPasteEditKinds: [KIND], pasteMimeTypes: [TEXT] },
  );
}

/** True if a line was copied without being selected: the editor then pastes it as a whole line. */
async function isWholeLine(data: DataTransfer): Promise<boolean> {
  const copied = await data.get("vscode-editor-data")?.asString();
  return copied !== undefined && /"isFromEmptySelection":true/.test(copied);
}
