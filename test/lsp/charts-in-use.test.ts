import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileStatus, KnownChart } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const WORDS =
  "subscriptionServer:\n  istioSystemNamespace: istio-system\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";

async function chartOf(client: TestClient, uri: string): Promise<FileStatus["chart"]> {
  return (await client.request<FileStatus>("capOperator/fileStatus", { uri })).chart;
}

/** The codes of the problems of a file, once it has been checked. */
async function codesOf(client: TestClient, uri: string, version: number): Promise<unknown[]> {
  const found = await client.until(() =>
    client.published.findLast((one) => one.uri === uri && one.version === version),
  );
  return found.diagnostics.map(({ code }) => code);
}

test("the words of a file decide, while it is typed", async () => {
  const uri = "file:///ws/values.yaml";
  const client = await connect();
  client.open(uri, "# cap-operator: values\nsubscriptionServer:\n  domain: a.cluster-a.internal\n");
  const before = await chartOf(client, uri);
  assert.deepEqual([before?.name, before?.isDecided], ["cap-operator 0.34.0 or cap-operator-chart", false]);
  client.change(uri, 2, `# cap-operator: values\n${WORDS}`);
  assert.deepEqual(await chartOf(client, uri), {
    name: "cap-operator 0.34.0",
    isDecided: true,
    reason: "words",
    explanation:
      'The values contain the word "istioSystemNamespace", which only the chart cap-operator has. No version is set, so it is checked as 0.34.0, the newest that is known.',
    keys: 113,
    source: { from: "built-in" },
  });
  assert.deepEqual(await codesOf(client, uri, 2), ["chart-not-named"]);
});

test("the settings name chart and version, and every open file follows", async () => {
  const uri = "file:///ws/values.yaml";
  const settings = (chartVersion: string) => ({
    capOperator: { chart: "oci://registry.example/cap-operator", chartVersion },
  });
  const client = await connect({ initialize: { initializationOptions: settings("0.20.0") } });
  const text = "# cap-operator: values\ncontroller:\n  rolloutDelay: 2h\n";
  client.open(uri, text);
  assert.equal((await chartOf(client, uri))?.name, "cap-operator 0.20.0");
  assert.ok((await codesOf(client, uri, 1)).includes("unknown-key"));
  await client.connection.sendNotification("workspace/didChangeConfiguration", {
    settings: settings("0.34.0"),
  });
  await client.until(() => client.published.at(-1)?.diagnostics.every(({ code }) => code !== "unknown-key"));
  assert.equal((await chartOf(client, uri))?.name, "cap-operator 0.34.0");
});

test("a release names the chart of its files", async () => {
  const ws = workspace({ "a.yaml": "controller:\n  replicas: 2\n" });
  const release = { name: "prod", values: ["a.yaml"], chart: "repo/cap-operator", version: "0.30.0" };
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { releases: [release] } },
    },
  });
  client.open(ws.at("a.yaml"), "controller:\n  replicas: 2\n");
  const chart = await chartOf(client, ws.at("a.yaml"));
  assert.deepEqual([chart?.name, chart?.reason], ["cap-operator 0.30.0", "release"]);
});

test("a folder that is a chart says its name and version itself", async () => {
  const ws = workspace({
    "deploy/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.25.0\n",
    "a.yaml": "# cap-operator: values\n",
  });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { chart: "./deploy", chartVersion: "0.30.0" } },
    },
  });
  client.open(ws.at("a.yaml"), "# cap-operator: values\n");
  const chart = await chartOf(client, ws.at("a.yaml"));
  assert.deepEqual([chart?.name, chart?.reason], ["cap-operator 0.25.0", "setting"]);
  const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", { form: "plain" });
  assert.match(text, /istioSystemNamespace: istio-system/);
  assert.match(text, /sidecar: false/);
  assert.doesNotMatch(text, /rolloutDelay/);
  client.open(ws.at("deploy/values.yaml"), "controller:\n  replicas: 2\n");
  const beside = await chartOf(client, ws.at("deploy/values.yaml"));
  assert.deepEqual([beside?.name, beside?.reason], ["cap-operator 0.25.0", "beside"]);
});

test("the known charts are listed, the newest first", async () => {
  const client = await connect();
  const charts = await client.request<KnownChart[]>("capOperator/knownCharts", null);
  assert.equal(charts.length, 43);
  assert.deepEqual(charts[0], { name: "cap-operator 0.34.0", modeline: "version=0.34.0" });
  assert.deepEqual(charts.at(-1), { name: "cap-operator-chart", modeline: "chart=cap-operator-chart" });
});
