import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { CompletionItem, Hover } from "vscode-languageserver-types";
import { DiskChartFiles } from "../../server/lsp/chart-files.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const DESCRIPTION = "apiVersion: v2\nname: my-operator\nversion: 7.1.0\n";
const VALUES = `# -- How many things at once.
controller:
  replicas: 3
  # -- How many *things* the controller does at once.
  parallelism: 5
  sidecar:
    enabled: false
  tolerations: []
subscriptionServer:
  istioSystemNamespace: istio-system
  domain: ""
  dnsTarget: ""
webhook:
  extra:
    resources: {}
`;
const FILES = {
  "charts/mine/Chart.yaml": DESCRIPTION,
  "charts/mine/values.yaml": VALUES,
  "prod/values.yaml": "",
};

async function at(files: Readonly<Record<string, string>> = FILES) {
  const ws = workspace(files);
  const client = await connect({
    server: { charts: new DiskChartFiles() },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
  });
  return { ws, client, uri: ws.at("prod/values.yaml") };
}

const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const NAMED = "# cap-operator: values chart=../charts/mine\n";

async function codes(client: TestClient, uri: string, version: number): Promise<string[]> {
  const found = await client.until(() =>
    client.published.findLast((one) => one.uri === uri && one.version === version),
  );
  return found.diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

suite("a chart at hand", () => {
  test("is named by the comment at the top of a file, and shown", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  replicas: 2\n`);
    const { chart } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    assert.deepEqual([chart?.name, chart?.reason], ["my-operator 7.1.0", "modeline"]);
    await client.close();
  });

  test("its own keys are known, those that only other charts have are not", async () => {
    const { client, uri } = await at();
    client.open(
      uri,
      `${NAMED}controller:\n  parallelism: 7\n  rolloutDelay: 2h\n  sidecar:\n    enabled: maybe\n`,
    );
    assert.deepEqual(await codes(client, uri, 1), [
      'required-for-install: "subscriptionServer.dnsTarget" and "subscriptionServer.domain" are not set. The installation needs them.',
      'unknown-key: There is no key "rolloutDelay" under "controller". Helm ignores it.',
      'wrong-type: "enabled" takes a boolean, but Helm reads text here.',
    ]);
    await client.close();
  });

  test("hover has its default and its comment, as text", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    const position = { line: 2, character: 4 };
    const hover = await client.request<Hover>("textDocument/hover", { textDocument: { uri }, position });
    assert.deepEqual(hover.contents, {
      kind: "plaintext",
      value:
        "controller.parallelism · number or string\n\nHow many *things* the controller does at once.\n\n- Default: 5\n\nDocumentation · Chart, line 5",
    });
    await client.close();
  });

  test("completion offers its keys", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  \n`);
    const position = { line: 2, character: 2 };
    const list = await client.request<CompletionItem[]>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    assert.deepEqual(
      list
        .map(({ label }) => label)
        .filter((label) => !label.includes(" "))
        .sort(),
      ["parallelism", "replicas", "sidecar", "tolerations"],
    );
    await client.close();
  });

  test("effective values are its own, with its lines", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
      of: { uri },
    });
    assert.match(text, /replicas: 3 +# default, chart line 3/);
    await client.close();
  });

  test("files follow while its values are edited, saved or not", async () => {
    const { ws, client, uri } = await at();
    client.open(uri, `${NAMED}${REQUIRED}controller:\n  another: 7\n`);
    assert.ok((await codes(client, uri, 1)).some((one) => one.startsWith("unknown-key")));
    const chart = ws.at("charts/mine/values.yaml");
    client.open(chart, VALUES);
    client.change(chart, 2, VALUES.replace("parallelism", "another"));
    await client.until(() => client.published.findLast((one) => one.uri === uri)?.diagnostics.length === 0);
    writeFileSync(fileURLToPath(chart), VALUES.replace("parallelism", "third"));
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: chart } });
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: chart, type: 2 }],
    });
    await client.until(() => client.published.findLast((one) => one.uri === uri)?.diagnostics.length !== 0);
    await client.close();
  });
});
