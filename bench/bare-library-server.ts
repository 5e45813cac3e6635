// The least that a server built on the protocol's library can take: it keeps nothing, and its answers are always the same.
import { createConnection, TextDocumentSyncKind } from "vscode-languageserver/node";

const connection = createConnection();

/** As long as the documentation of a key. */
const CONTENTS = {
  kind: "markdown",
  value: "What the documentation of a key says of it. ".repeat(8),
} as const;

function findNothing({ textDocument: { uri } }: { readonly textDocument: { readonly uri: string } }): void {
  void connection.sendDiagnostics({ uri, diagnostics: [] });
}

connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));
connection.onDidOpenTextDocument(findNothing);
connection.onDidChangeTextDocument(findNothing);
connection.onHover(() => ({ contents: CONTENTS }));
connection.onCompletion(() => []);
connection.onShutdown(() => undefined);
connection.listen();
