// The problems of files that no editor has open: shown on request, kept true, and taken out again.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CancellationTokenSource,
  type ClientCapabilities,
  WorkDoneProgress,
} from "vscode-languageserver/node";
import { planOf } from "../../server/cli/checking/check-plan.ts";
import { runCheck } from "../../server/cli/checking/check-run.ts";
import type { Io } from "../../server/cli/output/io.ts";
import type { CheckedWorkspace } from "../../server/lsp/protocol.ts";
import { repository } from "../support/repository.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const GOOD =
  "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: public-ingress.eu10.corp.internal\n";
const BAD = `${GOOD}controller:\n  replicas: two\n`;
const CAPABILITIES: ClientCapabilities = {
  textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
};

async function connected(files: Workspace, trusted = true): Promise<TestClient> {
  return connect({
    capabilities: CAPABILITIES,
    initialize: {
      workspaceFolders: [{ uri: files.uri, name: "ws" }],
      initializationOptions: { trusted },
    },
  });
}

const check = (client: TestClient) => client.request<CheckedWorkspace>("capOperator/checkWorkspace", {});

/** The codes that the client shows for a file now: the last that were sent. */
function shown({ published }: TestClient, uri: string): readonly string[] {
  return published.findLast((one) => one.uri === uri)?.diagnostics.map(({ code }) => String(code)) ?? [];
}

/** The findings of the command line in a folder. */
async function foundByCheck(cwd: string): Promise<readonly string[]> {
  const found: string[] = [];
  await runCheck(await planOf([], {}, { cwd, packageFolder: repository } as Io), {
    report: (one) => {
      if (one.state === "checked") for (const { code } of one.findings) found.push(`${one.file} ${code}`);
    },
    warn: (message) => found.push(message),
  });
  return found;
}

const changed = ({ connection }: TestClient, ...uris: readonly string[]) =>
  void connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: uris.map((uri) => ({ uri, type: 2 })),
  });

test("reports what is wrong with closed files, as the command line does, until it is taken out again", async () => {
  const files = workspace({
    "a/values.yaml": BAD,
    "b/values.yaml": GOOD,
    "other.yaml": "replicas: two\n",
    "node_modules/values.yaml": BAD,
  });
  const client = await connected(files);
  assert.deepEqual(await check(client), { files: 2, withProblems: 1, problems: 1 });
  assert.deepEqual(shown(client, files.at("a/values.yaml")), ["wrong-type"]);
  assert.deepEqual([...new Set(client.published.map(({ uri }) => uri))], [files.at("a/values.yaml")]);
  assert.deepEqual(await foundByCheck(files.folder), [`${files.folder}/a/values.yaml wrong-type`]);
  await client.request("capOperator/clearWorkspaceCheck", {});
  assert.deepEqual(shown(client, files.at("a/values.yaml")), []);
});

test("an open file has the problems of an open file, and those of the check again once it is closed", async () => {
  const files = workspace({ "values.yaml": BAD });
  const uri = files.at("values.yaml");
  const client = await connected(files);
  await check(client);
  client.open(uri, GOOD);
  await client.until(() => shown(client, uri).length === 0);
  const pulled = await client.request<{ items: readonly unknown[] }>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  assert.deepEqual(pulled.items, []);
  void client.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  await client.until(() => shown(client, uri).length === 1);
});

test("follows files that change, appear and go", async () => {
  const files = workspace({ "a/values.yaml": BAD });
  const [a, b] = [files.at("a/values.yaml"), files.at("b/values.yaml")];
  const client = await connected(files);
  await check(client);
  files.write("a/values.yaml", `${BAD}webhook:\n  replicas: two\n`);
  files.write("b/values.yaml", BAD);
  changed(client, a, b);
  await client.until(() => shown(client, a).length === 2 && shown(client, b).length === 1);
  files.write("a/values.yaml", GOOD);
  files.remove("b/values.yaml");
  changed(client, a, b);
  await client.until(() => shown(client, a).length === 0 && shown(client, b).length === 0);
});

test("checks a file again when another one of its release changes, in an editor or on the disk", async () => {
  const settings = "releases:\n  - name: prod\n    values: [values.yaml, later.yaml]\n";
  const files = workspace({
    ".cap-operator.yaml": settings,
    "values.yaml": `${GOOD}webhook:\n  replicas: 1\n`,
    "later.yaml": "controller:\n  replicas: 2\n",
  });
  const uri = files.at("values.yaml");
  const client = await connected(files);
  await check(client);
  assert.deepEqual(shown(client, uri), []);
  client.open(files.at("later.yaml"), "controller: null\nwebhook:\n  replicas: 2\n");
  await client.until(() => shown(client, uri).includes("overridden"));
});

test("says how far it is, and leaves nothing when it is canceled", async () => {
  const files = workspace(
    Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${index}/values.yaml`, BAD])),
  );
  const client = await connected(files);
  const cancel = new CancellationTokenSource();
  const reports: unknown[] = [];
  client.connection.onProgress(WorkDoneProgress.type, "t", (value) => {
    reports.push(value);
    cancel.cancel();
  });
  const params = { workDoneToken: "t" };
  await assert.rejects(
    client.connection.sendRequest("capOperator/checkWorkspace", params, cancel.token),
    /cancelled/i,
  );
  assert.deepEqual(reports[0], { kind: "report", message: "0 / 400", percentage: 0 });
  await client.request("capOperator/clearWorkspaceCheck", {});
  for (const { uri } of client.published) assert.deepEqual(shown(client, uri), []);
});

test("is refused without a folder on this machine, and before the workspace is trusted", async () => {
  const nowhere = await connect({ capabilities: CAPABILITIES });
  await assert.rejects(check(nowhere), /Open a folder on this machine/);
  const files = workspace({ "values.yaml": BAD });
  await assert.rejects(check(await connected(files, false)), /only checked in a trusted workspace/);
});
