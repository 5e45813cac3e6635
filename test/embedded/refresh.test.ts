// Values that a document takes from files in its folder are current: from the editor, else from the disk.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "vscode-languageserver-types";
import { sourcesClient } from "./sources.ts";

const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chartRef: {kind: OCIRepository, name: operator}
  valuesFrom: [{kind: ConfigMap, name: cop-values}]
  values: {controller: {replicaz: 2}}
`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: operator}
spec: {url: "oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator", ref: {tag: 0.34.0}}
`;
const values = (text: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: cop-values}
data:
  values.yaml: |
    ${text}
`;

const WITHOUT = values("controller: {replicas: 2}");
const WITH = values("subscriptionServer: {domain: cop.corp.internal, dnsTarget: in.corp.internal}");

test("a release is checked again when a file of its folder changes, is opened or closed", async () => {
  const { open } = sourcesClient();
  const files = { "source.yaml": SOURCE, "values.yaml": WITHOUT };
  const { client, uri, folder } = await open({ case: "", text: RELEASE, files });
  const [missing, unknown] = ["required-for-install", "unknown-key"];
  const codes = async () => {
    const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    return items.map(({ code }) => code).sort();
  };
  const beside = (name: string) => pathToFileURL(path.join(folder, name)).toString();
  const changed = (name: string) =>
    client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: beside(name), type: 2 }],
    });
  assert.deepEqual(await codes(), [missing, unknown]);
  client.open(beside("values.yaml"), WITH);
  client.change(beside("values.yaml"), 2, WITH);
  assert.deepEqual(await codes(), [unknown]);
  const textDocument = { uri: beside("values.yaml") };
  await client.connection.sendNotification("textDocument/didClose", { textDocument });
  assert.deepEqual(await codes(), [missing, unknown]);
  writeFileSync(path.join(folder, "values.yaml"), WITH);
  await changed("values.yaml");
  assert.deepEqual(await codes(), [unknown]);
  writeFileSync(path.join(folder, "source.yaml"), SOURCE.replace("helm/cap-operator", "helm/redis"));
  await changed("source.yaml");
  assert.deepEqual(await codes(), []);
});

test("a release is checked again when what it takes from another folder changes, in the editor or on the disk", async () => {
  const { open } = sourcesClient();
  const files = {
    "sources/source.yaml": SOURCE,
    "base/values.yaml": WITHOUT,
    "base/other.yaml": SOURCE.replace("operator", "other"),
  };
  const { client, uri, folder } = await open({ case: "", path: "apps/cop.yaml", text: RELEASE, files });
  const [missing, unknown] = ["required-for-install", "unknown-key"];
  const codes = async () => {
    const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    return items.map(({ code }) => code).sort();
  };
  const addressOf = (name: string) => pathToFileURL(path.join(folder, name)).toString();
  const written = async (name: string, text: string, type: number) => {
    writeFileSync(path.join(folder, name), text);
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: addressOf(name), type }],
    });
  };
  assert.deepEqual(await codes(), [missing, unknown]);
  client.open(addressOf("base/values.yaml"), WITHOUT);
  client.change(addressOf("base/values.yaml"), 2, WITH);
  assert.deepEqual(await codes(), [unknown]);
  client.change(addressOf("base/values.yaml"), 3, WITH.replace("cop-values", "renamed"));
  client.open(addressOf("new.yaml"), WITHOUT);
  assert.deepEqual(await codes(), [missing, unknown]);
  client.change(addressOf("new.yaml"), 2, WITH);
  assert.deepEqual(await codes(), [unknown]);
  await written("sources/source.yaml", SOURCE.replace("operator", "moved"), 2);
  assert.deepEqual(await codes(), []);
  await written("sources/new.yaml", SOURCE, 1);
  assert.deepEqual(await codes(), [unknown]);
});
