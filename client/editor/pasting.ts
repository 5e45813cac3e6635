import * as l10n from "@vscode/l10n";
import {
  type DataTransfer,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  languages,
  Range,
  SnippetString,
  SnippetTextEdit,
  WorkspaceEdit,
  workspace,
} from "vscode";
import type { PasteEdit, PasteParams } from "../../server/lsp/protocol.ts";
import { yamlSelector } from "./documents.ts";
import { settingOf } from "./setting-types.ts";
import { type WhileOurs, whileOurs } from "./typing.ts";

const TEXT = "text/plain";
const KIND = DocumentDropOrPasteEditKind.Text.append("capOperator");

/** Makes pasted blocks go where their keys belong in files of ours. `ask` asks the server; whatever it leaves is pasted by the editor. */
export function createPasting(ask: (params: PasteParams) => Promise<PasteEdit | null>): WhileOurs {
  const metadata = { providedPasteEditKinds: [KIND], pasteMimeTypes: [TEXT] };
  return whileOurs(() =>
    languages.registerDocumentPasteEditProvider(
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
          const { start, end } = found.range;
          const place = new Range(start.line, start.character, end.line, end.character);
          const edit = new DocumentPasteEdit("", l10n.t("Indent pasted keys"), KIND);
          edit.additionalEdit = new WorkspaceEdit();
          // As a snippet, whose end is where the cursor goes.
          const snippet = new SnippetTextEdit(place, new SnippetString().appendText(found.newText));
          edit.additionalEdit.set(document.uri, [snippet]);
          return [edit];
        },
      },
      metadata,
    ),
  );
}

/** Whether a line was copied without being selected: the editor pastes it as a line of its own. */
async function isWholeLine(data: DataTransfer): Promise<boolean> {
  const copied = await data.get("vscode-editor-data")?.asString();
  return copied !== undefined && /"isFromEmptySelection":true/.test(copied);
}
