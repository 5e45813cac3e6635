import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorCodes } from "vscode-languageserver/node";
import { connect, fakeService } from "./client.ts";

const PULL = { textDocument: { diagnostic: {} } };

test("a client that says nothing about itself gets everything that needs no client support", async () => {
  const client = await connect({ service: fakeService() });
  assert.deepEqual(client.result.serverInfo, { name: "cap-operator", version: "1.2.3" });
  const { capabilities } = client.result;
  assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2, save: true });
  assert.equal(capabilities.completionProvider?.resolveProvider, true);
  assert.ok(capabilities.completionProvider?.triggerCharacters?.includes(" "));
  assert.deepEqual(capabilities.renameProvider, { prepareProvider: true });
  assert.equal(capabilities.documentFormattingProvider, true);
  assert.equal(capabilities.diagnosticProvider, undefined);
  assert.equal(capabilities.codeActionProvider, false);
  for (const one of ["hover", "documentSymbol", "foldingRange", "selectionRange", "definition"]) {
    assert.equal(capabilities[`${one}Provider` as keyof typeof capabilities], true, one);
  }
  assert.deepEqual(client.registered, []);
});

test("a request before the client has said what it can do is refused, and does no harm", async () => {
  const hover = { textDocument: { uri: "file:///ws/values.yaml" }, position: { line: 0, character: 0 } };
  const client = await connect({
    early: (connection) =>
      assert.rejects(connection.sendRequest("textDocument/hover", hover), {
        code: ErrorCodes.ServerNotInitialized,
      }),
  });
  assert.equal(await client.request("textDocument/hover", hover), null);
  await assert.rejects(client.request("textDocument/moniker", hover), { code: ErrorCodes.MethodNotFound });
});

test("initialize is answered once", async () => {
  const client = await connect({ service: fakeService() });
  await assert.rejects(client.request("initialize", { capabilities: {}, processId: null, rootUri: null }), {
    code: ErrorCodes.InvalidRequest,
  });
  const hover = { textDocument: { uri: "file:///ws/values.yaml" }, position: { line: 0, character: 0 } };
  assert.equal(await client.request("textDocument/hover", hover), null);
});

test("after shutdown, every request is refused as the protocol demands", async () => {
  const client = await connect({ service: fakeService() });
  assert.equal(await client.request("shutdown", undefined), null);
  const hover = { textDocument: { uri: "file:///ws/values.yaml" }, position: { line: 0, character: 0 } };
  const initialize = { capabilities: {}, processId: null, rootUri: null };
  for (const [method, params] of [
    ["textDocument/hover", hover],
    ["textDocument/moniker", hover],
    ["initialize", initialize],
    ["shutdown", undefined],
  ] as const)
    await assert.rejects(client.request(method, params), { code: ErrorCodes.InvalidRequest }, method);
});

test("a client that can pull diagnostics may do so, for one file at a time", async () => {
  const client = await connect({ service: fakeService(), capabilities: PULL });
  assert.deepEqual(client.result.capabilities.diagnosticProvider, {
    identifier: "cap-operator",
    interFileDependencies: true,
    workspaceDiagnostics: false,
  });
});

test("a client that understands code actions gets quick fixes", async () => {
  const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } };
  const client = await connect({ service: fakeService(), capabilities: { textDocument: { codeAction } } });
  assert.deepEqual(client.result.capabilities.codeActionProvider, {
    codeActionKinds: [
      "quickfix",
      "refactor.extract",
      "refactor.inline",
      "refactor.move",
      "source.fixAll.capOperator",
    ],
  });
});

test("what can be registered later is registered after the handshake", async () => {
  const dynamicRegistration = true;
  const client = await connect({
    service: fakeService(),
    capabilities: {
      textDocument: { formatting: { dynamicRegistration } },
      workspace: {
        didChangeConfiguration: { dynamicRegistration },
        didChangeWatchedFiles: { dynamicRegistration },
      },
    },
  });
  assert.equal(client.result.capabilities.documentFormattingProvider, undefined);
  await client.until(() => client.registered.length === 3);
  assert.deepEqual(client.registered.sort(), [
    "textDocument/formatting",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
  ]);
});

test("files of Terraform are asked for with problems and completion, if the client can be asked for all of that", async () => {
  const asked = { dynamicRegistration: true };
  const textDocument = { synchronization: asked, completion: asked, diagnostic: asked };
  const client = await connect({ service: fakeService(), capabilities: { textDocument } });
  await client.until(() => client.registered.length === 5);
  assert.deepEqual(client.registered.sort(), [
    "textDocument/completion",
    "textDocument/diagnostic",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didOpen",
  ]);
  const other = await connect({
    service: fakeService(),
    capabilities: { textDocument: { ...textDocument, diagnostic: {} } },
  });
  await other.request("textDocument/hover", {
    textDocument: { uri: "file:///ws/values.yaml" },
    position: { line: 0, character: 0 },
  });
  assert.deepEqual(other.registered, []);
});

test("formatting is withdrawn and offered again as its setting says", async () => {
  let configuration = { format: { enable: true } };
  const client = await connect({
    service: fakeService(),
    capabilities: {
      textDocument: { formatting: { dynamicRegistration: true } },
      workspace: { configuration: true },
    },
    configuration: () => configuration,
  });
  const offered = () => client.registered.includes("textDocument/formatting");
  await client.until(offered);
  configuration = { format: { enable: false } };
  await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await client.until(() => !offered());
  configuration = { format: { enable: true } };
  await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await client.until(offered);
});
