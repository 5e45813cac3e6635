import {
  DidChangeTextDocumentNotification,
  type DidChangeTextDocumentParams,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type TextDocuments,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Requests } from "../connection/requests.ts";
import {
  IN_DOCUMENT,
  integer,
  listOf,
  optional,
  RANGE,
  type Shape,
  table,
  text,
} from "../protocol/shapes.ts";

const VERSIONED = table({ uri: text(""), version: integer("") }, "the uri and the version of a document");
const CHANGES = listOf(
  table({ text: text(""), range: optional(RANGE), rangeLength: optional(integer("")) }),
  "a list of changes with their texts",
);
const CHANGED = table({
  textDocument: VERSIONED,
  contentChanges: CHANGES,
}) as Shape<DidChangeTextDocumentParams>;
const OPENED = table({
  textDocument: table(
    { uri: text(""), languageId: text(""), version: integer(""), text: text("") },
    "a document with its uri, language, version and text",
  ),
});

type TextDocumentConnection = Parameters<TextDocuments<TextDocument>["listen"]>[0];

/** The notifications of open documents, as the library asks for them; it gets those that fit. The server is not asked before a save. */
export function documentNotes(requests: Requests): TextDocumentConnection {
  const never = () => ({ dispose: () => undefined });
  return {
    onDidOpenTextDocument: (handle) => requests.note(DidOpenTextDocumentNotification.method, OPENED, handle),
    onDidChangeTextDocument: (handle) =>
      requests.note(DidChangeTextDocumentNotification.method, CHANGED, handle),
    onDidCloseTextDocument: (handle) =>
      requests.note(DidCloseTextDocumentNotification.method, IN_DOCUMENT, handle),
    onDidSaveTextDocument: (handle) =>
      requests.note(DidSaveTextDocumentNotification.method, IN_DOCUMENT, handle),
    onWillSaveTextDocument: never,
    onWillSaveTextDocumentWaitUntil: never,
  };
}
