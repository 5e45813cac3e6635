import * as l10n from "@vscode/l10n";
import {
  type CodeAction,
  CodeActionKind,
  CreateFile,
  DeleteFile,
  TextDocumentEdit,
  TextEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { EmbeddedPart } from "../../workspace/embedded-parts.ts";
import type { EditedFile } from "../../workspace/values-apart.ts";
import type { ServerState } from "../state.ts";

const START = { line: 0, character: 0 };

/** The action that moves values of another product's document to a file of their own, or back, if one is possible. */
export async function valuesMoves(
  { workspace, service, features, documents, stored }: ServerState,
  { analysis, values: { apart, at } }: EmbeddedPart,
): Promise<CodeAction[]> {
  const own = workspace.texts.get(analysis.text.uri);
  if (!features.fileOperations || apart === undefined || at === undefined || own === undefined) return [];
  const { releases, neighbours, valuesFiles, texts } = workspace;
  const ports = { releases, neighbours, valuesFiles, texts, keys: service.chartKeys() };
  const move = await stored.valuesMove?.(own, at, ports);
  if (move === undefined) return [];
  const { uri, name, text } = move;
  const edited = ({ uri: of, file, edits }: EditedFile) => {
    const document = TextDocument.create(of, "yaml", 0, file.text);
    const range = (start: number, end: number) => ({
      start: document.positionAt(start),
      end: document.positionAt(end),
    });
    const version = documents.get(of)?.version ?? null;
    const changes = edits.map((one) => TextEdit.replace(range(one.start, one.end), one.text));
    return TextDocumentEdit.create({ uri: of, version }, changes);
  };
  const file =
    text === undefined
      ? [DeleteFile.create(uri)]
      : [
          CreateFile.create(uri),
          TextDocumentEdit.create({ uri, version: null }, [TextEdit.insert(START, text)]),
        ];
  const [title, kind] =
    text === undefined
      ? [l10n.t("Inline from a Values File: {0}", name), CodeActionKind.RefactorInline]
      : [l10n.t("Extract to a Values File: {0}", name), CodeActionKind.RefactorExtract];
  const documentChanges = [...file, ...move.files.map(edited)];
  return [{ title: boundedSentence(title), kind: `${kind}.values`, edit: { documentChanges } }];
}
