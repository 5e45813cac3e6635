import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect, offeredItems, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const URI = "file:///ws/cap-operator-values.yaml";

function values(facts: ValuesFacts): Record<string, string | undefined> {
  return Object.fromEntries(facts.required.map(({ role, value }) => [role, value]));
}

function facts(client: TestClient, params: object): Promise<ValuesFacts> {
  return client.request("capOperator/valuesFacts", params);
}

test("facts about a release, a file that is open or not, and the chart's defaults", async () => {
  const ws = workspace({
    "values.yaml": "subscriptionServer: {domain: disk.example.com}\n",
    "b.yaml": "subscriptionServer: {dnsTarget: lb.example.com}\n",
  });
  const release = { name: "prod", values: ["values.yaml", "b.yaml"], set: ["monitoring.enabled=true"] };
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { capOperator: { releases: [release] } },
    },
  });
  assert.deepEqual(values(await facts(client, {})), { domain: undefined, dnsTarget: undefined });
  const ofRelease = await facts(client, { of: { release: "prod" } });
  assert.deepEqual(values(ofRelease), { domain: "disk.example.com", dnsTarget: "lb.example.com" });
  assert.equal(ofRelease.monitoringEnabled, true);
  const uri = ws.at("values.yaml");
  assert.deepEqual(values(await facts(client, { of: { uri } })), {
    domain: "disk.example.com",
    dnsTarget: undefined,
  });
  client.open(uri, "subscriptionServer: {domain: open.example.com}\n");
  assert.deepEqual(values(await facts(client, { of: { uri } })), {
    domain: "open.example.com",
    dnsTarget: undefined,
  });
  await assert.rejects(facts(client, { of: { release: "x" } }), /No release named x found/);
  await assert.rejects(facts(client, { of: { uri: ws.at("gone.yaml") } }), /gone\.yaml does not exist/);
  await assert.rejects(facts(client, { of: {} }), /needs the name of a release or the uri of a file/);
});

test("the values file of an installed release, also of a chart on this machine that has defaults of its own", async () => {
  const ws = workspace({
    "chart/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
    "chart/values.yaml":
      "controller: {replicas: 5, dnsTarget: ''}\nsubscriptionServer: {domain: '', dnsTarget: ''}\nwebhook: {}\n",
  });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "w" }] },
  });
  const listed = "cap-operator-0.34.0";
  const values = '{"controller": {"dnsTarget": "lb.example.com", "replicas": 5}}';
  const lines = async (params: object) => {
    const { text = "" } = await client.request<{ text?: string }>("capOperator/valuesFile", {
      listed,
      values,
      ...params,
    });
    return text.split("\n").filter((line) => !/^ *# [^c]/.test(line));
  };
  assert.deepEqual(await lines({}), [
    "# cap-operator: values chart=cap-operator version=0.34.0",
    ...["controller:", "  replicas: 5", "  dnsTarget: lb.example.com", ""],
  ]);
  const chart = { uri: ws.at("chart"), modeline: "chart=./chart" };
  assert.deepEqual(await lines({ chart }), [
    "# cap-operator: values chart=./chart",
    ...["controller:", "  dnsTarget: lb.example.com", ""],
  ]);
});

test("origins of values in a release, and in a file alone; a request that asks for none is rejected", async () => {
  const ws = workspace({ "values.yaml": "controller:\n  replicas: 2\n" });
  const release = { name: "prod", values: ["values.yaml"], set: ["webhook.replicas=abc"] };
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { capOperator: { releases: [release] } },
    },
  });
  const ask = (params: object) => client.request("capOperator/valueOrigins", params);
  const place = {
    uri: ws.at("values.yaml"),
    range: { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } },
  };
  const paths = [
    ["controller", "replicas"],
    ["webhook", "replicas"],
  ];
  assert.deepEqual(await ask({ of: { release: "prod" }, paths }), [
    { text: "values.yaml:2", place },
    { text: "--set #1 webhook.replicas=abc", entry: "webhook.replicas=abc" },
  ]);
  const alone = await ask({ of: { uri: ws.at("values.yaml") }, paths: [["controller", "replicas"]] });
  assert.deepEqual(alone, [{ text: "values.yaml:2", place }]);
  await assert.rejects(ask({ of: { release: "x" }, paths }), /No release named x found/);
  await assert.rejects(ask({ of: { release: "prod" }, paths: ["controller"] }), /needs values and paths/);
});

test("values are set in the open text, or a sentence says why not", async () => {
  const client = await connect();
  const set = (uri: string, ...asked: readonly unknown[]) =>
    client.request<TextEdit[]>("capOperator/setValues", { uri, values: asked });
  const domain = { path: "subscriptionServer.domain", value: "a.example.com" };
  const text = "subscriptionServer:\r\n  domain: # fill in\r\n";
  client.open(URI, text);
  const document = TextDocument.create(URI, "yaml", 1, text);
  assert.equal(
    TextDocument.applyEdits(document, await set(URI, domain, { path: "monitoring.enabled", value: "true" })),
    'subscriptionServer:\r\n  domain: a.example.com # fill in\r\nmonitoring:\r\n  enabled: "true"\r\n',
  );
  client.change(URI, 2, "subscriptionServer: [1]\n");
  await assert.rejects(
    set(URI, domain),
    /^Error: cap-operator-values\.yaml: "subscriptionServer" is a list, so nothing can be set there/,
  );
  await assert.rejects(set("file:///ws/other.yaml", domain), /other\.yaml is not open/);
  await assert.rejects(set(URI, { path: "a", value: 1 }), /This request needs/);
  await assert.rejects(set(URI, "a"), /This request needs/);
  assert.deepEqual(
    client.log.filter((line) => line.includes("failed")),
    [],
  );
});

test("names from a cluster are offered once the client sends them, and each context's latest names replace the earlier ones", async () => {
  const client = await connect();
  const text = "subscriptionServer:\n  domain: \n";
  client.open(URI, text);
  const offered = async () => {
    const params = { textDocument: { uri: URI }, position: { line: 1, character: 10 } };
    const items = await offeredItems(client, params);
    return items.flatMap(({ label, detail }) =>
      detail?.startsWith("from context") ? `${label}: ${detail}` : [],
    );
  };
  const tell = (context: unknown, domains: unknown) =>
    client.request("capOperator/clusterNames", { context, domains, issuers: [{}, 1], dnsTargets: null });
  assert.deepEqual(await offered(), []);
  await tell("prod", ["old.example.com"]);
  await tell("test", ["test.example.com", 5]);
  await tell("prod", ["new.example.com"]);
  assert.deepEqual(await offered(), [
    "new.example.com: from context prod",
    "test.example.com: from context test",
  ]);
  await assert.rejects(tell(1, []), /needs the names of a cluster/);
  await client.close();
  const restarted = await connect();
  restarted.open(URI, text);
  const params = { textDocument: { uri: URI }, position: { line: 1, character: 10 } };
  const items = await offeredItems(restarted, params);
  assert.ok(items.every(({ detail }) => !detail?.startsWith("from context")));
});
