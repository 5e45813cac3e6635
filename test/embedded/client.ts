import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction, Diagnostic } from "vscode-languageserver-types";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { type ConnectOptions, connect, type TestClient } from "../lsp/client.ts";

/** A client of the real engine that pulls problems. */
export function embeddedClient(
  initialize: object = {},
  server: ConnectOptions["server"] = {},
): Promise<TestClient> {
  return connect({
    server,
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "delete"] } },
      textDocument: {
        diagnostic: {},
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
          disabledSupport: true,
        },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      },
    },
    initialize: { workspaceFolders: [{ uri: ROOT, name: "git" }], ...initialize },
  });
}

/** The folder in which the files of tests are. */
export const ROOT = "file:///git";

let opened = 0;

/** Opens a text in a new folder, because each file is opened once, and gives its status, its problems as `line code`, and the text after the safe fixes. */
export async function asked(client: TestClient, path: string, text: string, folder = `${ROOT}/${++opened}`) {
  const uri = `${folder}/${path}`;
  const textDocument = { uri };
  client.open(uri, text);
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
    textDocument,
  });
  const document = TextDocument.create(uri, "yaml", 0, text);
  const whole = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument,
    range: whole,
    context: { diagnostics: [], only: ["source.fixAll"] },
  });
  const edits = actions.flatMap(({ edit }) => edit?.changes?.[uri] ?? []);
  const problems = items
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .map(({ range, code }) => `${range.start.line + 1} ${code}`);
  return { uri, status, items, problems, fixed: TextDocument.applyEdits(document, edits) };
}
