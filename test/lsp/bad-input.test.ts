import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DiagnosticSeverity } from "vscode-languageserver/node";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";

const URI = "file:///ws/cap-operator-values.yaml";
const textDocument = { uri: URI };
const CAPABILITIES = {
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
};

/** Sends every request about a position; fails if one of them is not answered. */
async function askEverything(client: TestClient, position = { line: 0, character: 1 }): Promise<void> {
  const range = { start: position, end: position };
  const at = { textDocument, position };
  await client.request("textDocument/completion", at);
  await client.request("textDocument/hover", at);
  await client.request("textDocument/definition", at);
  await client.request("textDocument/prepareRename", at);
  await client.request("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } });
  await client.request("textDocument/documentSymbol", { textDocument });
  await client.request("textDocument/foldingRange", { textDocument });
  await client.request("textDocument/selectionRange", { textDocument, positions: [position] });
  await client.request("textDocument/formatting", {
    textDocument,
    options: { tabSize: 2, insertSpaces: true },
  });
  await client.request("capOperator/snippets", { uri: URI, position });
  await client.request("capOperator/missingDefaults", { uri: URI });
  await client.request("capOperator/fileStatus", { uri: URI });
  await client.request("capOperator/problems", { uri: URI });
}

async function survives(text: string): Promise<TestClient> {
  const client = await connect({ capabilities: CAPABILITIES });
  client.open(URI, text);
  await askEverything(client);
  await client.until(() => client.published.at(-1)?.uri === URI);
  assert.deepEqual(
    client.log.filter((line) => line.includes("failed")),
    [],
  );
  return client;
}

test("a file of 50 MB is left alone with one sentence", async () => {
  const client = await survives(
    `controller:\n  replicas: 1\n${"# filler line of some length\n".repeat(1_800_000)}`,
  );
  const { diagnostics } = await client.until(() => client.published.at(-1));
  assert.deepEqual(
    diagnostics.map(({ message, severity }) => ({ message, severity })),
    [
      {
        message: "This file is larger than 8 MB (setting maxFileSize), so it is not analyzed.",
        severity: DiagnosticSeverity.Information,
      },
    ],
  );
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri: URI });
  assert.deepEqual([status.kind, status.reason], [null, "too-large"]);
  client.change(URI, 2, "controller:\n  replicas: 1\n");
  await client.until(() => client.published.at(-1)?.version === 2);
  const now = await client.request<FileStatus>("capOperator/fileStatus", { uri: URI });
  assert.equal(now.kind, "values");
});

test("the size limit is a setting, and takes effect at once", async () => {
  const client = await connect({ initialize: { initializationOptions: { maxFileSize: 0.001 } } });
  client.open(URI, "# filler\n".repeat(200));
  assert.equal(
    (await client.request<FileStatus>("capOperator/fileStatus", { uri: URI })).reason,
    "too-large",
  );
  const settings = { capOperator: { maxFileSize: 1 } };
  await client.connection.sendNotification("workspace/didChangeConfiguration", { settings });
  assert.equal((await client.request<FileStatus>("capOperator/fileStatus", { uri: URI })).reason, "setting");
});

test("nothing is said about a foreign file, whatever its size", async () => {
  const client = await connect();
  client.open("file:///ws/pnpm-lock.yaml", "a: 1\n".repeat(3_000_000));
  assert.deepEqual((await client.until(() => client.published.at(-1))).diagnostics, []);
});

describe("odd texts get answers and break nothing", () => {
  const TEXTS: Readonly<Record<string, string>> = {
    "NUL bytes": "controller:\u0000\n  replicas: \u00001\n",
    "binary junk": String.fromCharCode(...Array.from({ length: 4000 }, (_, index) => (index * 7919) % 65536)),
    "lone surrogates": "controller: \uD800\n\uDC00: 1\n  \uD800\uD800: x\n",
    "a byte order mark": "\uFEFFcontroller:\n  replicas: 1\n",
    "byte order marks in the middle": "controller:\n\uFEFF  replicas: 1\n\uFEFF",
    "an unknown modeline": "# cap-operator: maybe\ncontroller:\n  replicas: 1\n",
    tabs: "controller:\n\treplicas: 1\n\t\timage:\n",
    "mixed indentation": "controller:\n    replicas: 1\n  image:\n   tag: x\n",
    "only line ends": "\r\n\r\r\n\n\r",
    "10,000 levels": "[".repeat(10_000),
    "10,000 mappings": "{a: ".repeat(10_000),
    "an alias bomb": Array.from({ length: 30 }, (_, n) =>
      n === 0 ? "a0: &a0 [x, x]" : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}, *a${n - 1}]`,
    ).join("\n"),
    "an alias of itself": "controller: &a\n  image: *a\n",
    "nothing but indicators": "- ? : & * ! | > ' \" % @ `\n{[,]}\n--- ---\n...\n",
    "a line of a million characters": `controller: ${"x".repeat(1_000_000)}\n`,
  };
  for (const [name, text] of Object.entries(TEXTS)) {
    test(name, async () => {
      await (await survives(text)).close();
    });
  }
});

test("positions that are not in the text", async () => {
  const client = await survives("controller:\n  replicas: 1\n");
  for (const [line, character] of [
    [99, 0],
    [0, 9999],
    [-1, -1],
    [1e9, 1e9],
  ] as const) {
    await askEverything(client, { line, character });
  }
});

test("addresses that are not files", async () => {
  const client = await connect();
  const uris = [
    "untitled:Untitled-1",
    "",
    "not a uri",
    "file:///",
    "file:///%E0%A4%A",
    "vscode-vfs://github/a/values.yaml",
    "git:/a/values.yaml?x",
  ];
  for (const uri of uris) {
    client.open(uri, "subscriptionServer:\n  domain: a.b\n");
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    assert.match(status.explanation, /\.$/, uri);
  }
});

test("edits that do not fit the text", async () => {
  const client = await survives("controller:\n");
  const range = { start: { line: 50, character: 3 }, end: { line: 2, character: 9 } };
  const contentChanges = [{ range, text: "x: 1\n" }];
  const edit = { textDocument: { uri: URI, version: 2 }, contentChanges };
  await client.connection.sendNotification("textDocument/didChange", edit);
  await client.connection.sendNotification("textDocument/didChange", {
    ...edit,
    textDocument: { uri: "file:///none", version: 1 },
  });
  await askEverything(client);
});
