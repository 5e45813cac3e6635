// The least that a language server on Node can take: it keeps nothing, answers null, and finds nothing in any document.
import { stdin, stdout } from "node:process";

let received = "";
stdin.setEncoding("latin1");
stdin.on("data", (chunk) => {
  received += chunk;
  for (;;) {
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(received);
    if (head === null) return;
    const end = head[0].length + Number(head[1]);
    if (received.length < end) return;
    const message = received.slice(head[0].length, end);
    received = received.slice(end);
    answer(JSON.parse(message));
  }
});

function answer({ id, method, params }) {
  if (method === "exit") process.exit(0);
  if (method === "textDocument/didOpen" || method === "textDocument/didChange") {
    send({
      method: "textDocument/publishDiagnostics",
      params: { uri: params.textDocument.uri, diagnostics: [] },
    });
  }
  if (id !== undefined && method !== undefined) {
    send({ id, result: method === "initialize" ? { capabilities: { textDocumentSync: 2 } } : null });
  }
}

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
