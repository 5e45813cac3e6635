import { window } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { type EditorLayout, SNIPPETS_REQUEST } from "../../server/lsp/protocol.ts";

/** Requests whose answer is text to insert, which has to be indented as in the editor. */
const INSERTING: ReadonlySet<string> = new Set(["textDocument/completion", SNIPPETS_REQUEST]);

/** Adds the indentation of the document's editor to such a request. */
export const editorIndentMiddleware: Middleware = {
  sendRequest(type, params, token, next) {
    const method = typeof type === "string" ? type : type.method;
    return next(type, params && INSERTING.has(method) ? { ...params, ...layoutOf(params) } : params, token);
  },
};

function layoutOf(params: {
  readonly uri?: string;
  readonly textDocument?: { readonly uri: string };
}): EditorLayout {
  const uri = params.textDocument?.uri ?? params.uri;
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  const { indentSize } = editor?.options ?? {};
  return typeof indentSize === "number" ? { indent: indentSize } : {};
}
