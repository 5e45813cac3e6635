import assert from "node:assert/strict";
import { test } from "node:test";
import type { ValuesUpgrade } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const VALUES =
  "controller:\n  replicas: 1\nsubscriptionServer:\n  istioSystemNamespace: istio-system\n  domain: ''\n  dnsTarget: ''\nwebhook:\n  replicas: 1\n";
const RELEASE = { name: "prod", values: ["values.yaml"], chart: "repo/cap-operator", version: "0.30.0" };
const chart = (version: string) => `apiVersion: v2\nname: cap-operator\nversion: ${version}\n`;

/** A client with a folder and a release in it, which reads charts from the disk. */
function open(uri: string): Promise<TestClient> {
  return connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: {
      workspaceFolders: [{ uri, name: "ws" }],
      initializationOptions: { capOperator: { releases: [RELEASE] } },
    },
  });
}

/** The values that the notes call ignored. */
function ignoredIn({ notes }: ValuesUpgrade): string[] {
  return notes.flatMap(({ topic, sentence }) => (topic === "ignored" ? [sentence] : []));
}

test("the chart in a folder has what its templates read, and each folder has its own chart", async () => {
  const ws = workspace({
    "values.yaml": "logLevel: debug\ncontroller:\n  replicas: 2\n",
    "one/Chart.yaml": chart("1.0.0"),
    "one/values.yaml": VALUES,
    "one/templates/deployment.yaml": "level: {{ .Values.logLevel }}\n",
    "two/Chart.yaml": chart("2.0.0"),
    "two/values.yaml": VALUES,
    "two/templates/deployment.yaml": "replicas: {{ .Values.controller.replicas }}\n",
  });
  const client = await open(ws.uri);
  const upgrade = async (folder: string) => {
    const params = { of: { release: "prod" }, to: { uri: ws.at(folder) } };
    const upgrade = await client.request<ValuesUpgrade>("capOperator/upgradeValues", params);
    return { to: upgrade.to, ignored: ignoredIn(upgrade) };
  };
  assert.deepEqual(await upgrade("one"), { to: "cap-operator 1.0.0", ignored: [] });
  assert.deepEqual(await upgrade("two"), {
    to: "cap-operator 2.0.0",
    ignored: ['values.yaml sets "logLevel", which cap-operator 2.0.0 does not have. It is ignored.'],
  });
});

test("what templates may read of a part that they read as a whole is not called ignored", async () => {
  const ws = workspace({
    "values.yaml": "webhook:\n  logLevel: debug\n  sidecar: true\n",
    "next/Chart.yaml": chart("0.34.0"),
    "next/values.yaml": VALUES,
    "next/templates/deployment.yaml": "{{ toYaml .Values.webhook }}\n",
  });
  const client = await open(ws.uri);
  const params = { of: { release: "prod" }, to: { uri: ws.at("next") } };
  // That this version has no sidecar is known.
  assert.deepEqual(ignoredIn(await client.request<ValuesUpgrade>("capOperator/upgradeValues", params)), [
    'values.yaml sets "webhook.sidecar", which cap-operator 0.34.0 does not have (removed in 0.31.0). It is ignored.',
  ]);
});
