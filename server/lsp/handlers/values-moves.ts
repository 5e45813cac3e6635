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
import type { EmbeddedPart } from "../../workspace/embedded/embedded-parts.ts";
import type { EditedFile, MoveWay, ValuesMove } from "../../workspace/embedded/values-apart.ts";
import { shownNameOf } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";

const START = { line: 0, character: 0 };
const INLINE = `${CodeActionKind.RefactorInline}.values`;

/** The actions that move values of another product's document to a file of their own, or those of a file at an offset back. Where that is not possible, the reason may be shown. */
export async function valuesMoves(
  state: ServerState,
  part: EmbeddedPart,
  offset: number,
): Promise<CodeAction[]> {
  const moves = [{ way: "extract" }, { way: "inline", offset }] as const;
  const found = await Promise.all(moves.map((move) => moved(state, part, move)));
  return found.flatMap((one) => one ?? []);
}

async function moved(
  { workspace, service, features, documents, stored }: ServerState,
  { analysis, values: { apart, at } }: EmbeddedPart,
  move: MoveWay,
): Promise<CodeAction | undefined> {
  const own = workspace.texts.get(analysis.text.uri);
  if (!features.fileOperations || apart === undefined || at === undefined || own === undefined)
    return undefined;
  const { releases, neighbours, naming, valuesFiles, texts } = workspace;
  const ports = { releases, neighbours, valuesFiles, texts, naming, keys: service.chartKeys() };
  const done = await stored.valuesMove?.(own, at, move, ports);
  if (done === undefined) return undefined;
  if (typeof done === "string") {
    const disabled = { reason: boundedSentence(done) };
    const title = l10n.t("Inline from a Values File");
    return features.disabledActions ? { title, kind: INLINE, disabled } : undefined;
  }
  const { uri, name, text } = done;
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
      ? [l10n.t("Inline from a Values File: {0}", name), INLINE]
      : [l10n.t("Extract to a Values File: {0}", name), `${CodeActionKind.RefactorExtract}.values`];
  const shown = text !== undefined && features.extractedCommand;
  const sentence = nextStep(own.uri, done);
  return {
    title: boundedSentence(title),
    kind,
    edit: { documentChanges: [...file, ...done.files.map(edited)] },
    ...(shown && { command: { title, command: shown, arguments: [uri, sentence] } }),
  };
}

/** A sentence about a file that was made of the values in a document: how it gets to the cluster. */
function nextStep(uri: string, { name, text = "", files }: ValuesMove): string {
  const document = shownNameOf(uri);
  const list = files.find((one) => one.uri !== uri);
  const isConfigMap = text.startsWith("apiVersion:");
  const sentence = !isConfigMap
    ? l10n.t("Commit {0} together with {1}, so that Argo CD finds the values.", name, document)
    : list === undefined
      ? l10n.t("Apply {0} together with {1}, so that Flux finds the values.", name, document)
      : l10n.t("{0} is applied with the values, because {1} lists it.", name, shownNameOf(list.uri));
  return boundedSentence(sentence);
}
