// All that a rule finds, fixed from the list of fixes at one of its problems: in the file, and in all files of the workspace.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientCapabilities, CodeAction, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const HOSTS =
  "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: public-ingress.eu10.corp.internal\n";
const TWO = `${HOSTS}controller:\n  replicaz: 2\n  dnsTargt: a.corp.internal\nimage:\n  tag: 1.10\n`;
const ONE = `${HOSTS}webhook:\n  replicaz: 3\n`;
const IN_FILE = "Fix all of this rule in this file (unknown-key)";
const IN_WORKSPACE = "Fix all of this rule in the workspace (unknown-key)";

async function connected(files: Workspace, { trusted = true, applyEdit = true } = {}): Promise<TestClient> {
  const capabilities: ClientCapabilities = {
    textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    workspace: { applyEdit, executeCommand: {} },
  };
  const workspaceFolders = [{ uri: files.uri, name: "ws" }];
  return connect({ capabilities, initialize: { workspaceFolders, initializationOptions: { trusted } } });
}

/** The actions at the key "replicaz" of a file. */
async function actionsIn(
  client: TestClient,
  uri: string,
  text: string,
  triggerKind = 1,
): Promise<CodeAction[]> {
  const start = TextDocument.create(uri, "yaml", 1, text).positionAt(text.indexOf("replicaz"));
  return client.request("textDocument/codeAction", {
    textDocument: { uri },
    range: { start, end: start },
    context: { diagnostics: [], triggerKind },
  });
}

const together = (actions: readonly CodeAction[]) =>
  actions.filter(({ title }) => title.startsWith("Fix all"));
const applied = (text: string, edits: TextEdit[] = []) =>
  TextDocument.applyEdits(TextDocument.create("file:///a", "yaml", 1, text), edits);
const renamed = (text: string) => text.replaceAll("replicaz", "replicas").replace("dnsTargt", "dnsTarget");

test("all that a rule finds in a file is fixed together, and nothing that others find", async () => {
  const files = workspace({ "values.yaml": TWO });
  const client = await connected(files);
  const uri = files.at("values.yaml");
  client.open(uri, TWO);
  const actions = together(await actionsIn(client, uri, TWO));
  assert.deepEqual(
    actions.map(({ title }) => title),
    [IN_FILE, IN_WORKSPACE],
  );
  assert.equal(applied(TWO, actions[0]?.edit?.changes?.[uri]), renamed(TWO));
});

test("one problem has no fix for all of the file, and a lightbulb that nobody asked for has none", async () => {
  const files = workspace({ "values.yaml": ONE });
  const client = await connected(files);
  const uri = files.at("values.yaml");
  client.open(uri, ONE);
  assert.deepEqual(
    together(await actionsIn(client, uri, ONE)).map(({ title }) => title),
    [IN_WORKSPACE],
  );
  assert.deepEqual(together(await actionsIn(client, uri, ONE, 2)), []);
});

test("in the workspace, all files of ours are fixed in one edit: open ones as they are in the editor, others as they are on disk", async () => {
  const files = workspace({ "a/values.yaml": TWO, "b/values.yaml": HOSTS, "other.yaml": "replicaz: two\n" });
  const client = await connected(files);
  const edits: WorkspaceEdit[] = [];
  client.connection.onRequest("workspace/applyEdit", ({ edit }: { edit: WorkspaceEdit }) => {
    edits.push(edit);
    return { applied: true };
  });
  const open = files.at("b/values.yaml");
  client.open(open, ONE);
  const [action] = together(await actionsIn(client, open, ONE));
  assert.equal(action?.command?.title, IN_WORKSPACE);
  assert.deepEqual(client.result.capabilities.executeCommandProvider?.commands, [action?.command?.command]);
  const run = () => client.request("workspace/executeCommand", { ...action?.command });
  await run();
  assert.equal(edits.length, 1);
  const changes = edits[0]?.changes ?? {};
  assert.deepEqual(Object.keys(changes).sort(), [files.at("a/values.yaml"), open].sort());
  assert.equal(applied(TWO, changes[files.at("a/values.yaml")]), renamed(TWO));
  assert.equal(applied(ONE, changes[open]), renamed(ONE));
});

test("where nothing can be fixed, that is told and nothing is changed", async () => {
  const files = workspace({ "values.yaml": HOSTS });
  const client = await connected(files);
  await client.request("workspace/executeCommand", {
    command: "capOperator.fixRuleInWorkspace",
    arguments: ["unknown-key"],
  });
  assert.deepEqual(client.shown, ["No problem in the workspace can be fixed automatically (unknown-key)."]);
});

test("closed files are not read before the workspace is trusted, nor is an edit sent to a client that makes none", async () => {
  for (const options of [{ trusted: false }, { applyEdit: false }]) {
    const files = workspace({ "values.yaml": TWO });
    const client = await connected(files, options);
    const uri = files.at("values.yaml");
    client.open(uri, TWO);
    const actions = together(await actionsIn(client, uri, TWO));
    assert.deepEqual(
      actions.map(({ title }) => title),
      [IN_FILE],
    );
  }
});
