import assert from "node:assert/strict";
import { test } from "node:test";
import { dump } from "js-yaml";
import type { CompletionItem } from "vscode-languageserver-types";
import { definitionOf } from "../schemas/published/resource.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const URI = "file:///ws/operator.yaml";
const RESOURCE = `apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cop
spec:
  subscriptionServer:
    subDomain: cop
  dnsTarget: public.cluster-a.internal
  controller:
    rolloutDelay: 1h
    
`;
/** The blank line under `controller`. */
const BELOW = { line: 10, character: 4 };

function manifest(version: string): string {
  const other = { apiVersion: "v1", kind: "Namespace", metadata: { name: "cap-operator-system" } };
  return `${dump(other)}---\n${dump(definitionOf(version), { noRefs: true })}`;
}

async function labels(client: TestClient): Promise<string[]> {
  const items = await client.request<CompletionItem[]>("textDocument/completion", {
    textDocument: { uri: URI },
    position: BELOW,
  });
  return items.map(({ label }) => label);
}

/** Waits until these are the codes of the problems of the resource. */
function codes(client: TestClient, wanted: readonly string[]): Promise<unknown> {
  return client.until(
    () =>
      client.published
        .findLast(({ uri }) => uri === URI)
        ?.diagnostics.map(({ code }) => code)
        .join() === wanted.join(),
  );
}

test("without a definition, the newest version that is known counts", async () => {
  const client = await connect();
  client.open(URI, RESOURCE);
  await codes(client, []);
  assert.ok((await labels(client)).includes("clientRateLimiting"));
});

test("the manifest of the manager in the workspace says which fields there are", async () => {
  const ws = workspace({ "manager/manager_manifest.yaml": manifest("0.20.0") });
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { managerReleaseUrl: "./manager" } },
    },
  });
  client.open(URI, RESOURCE);
  await codes(client, ["unknown-key"]);
  const offered = await labels(client);
  assert.ok(offered.includes("versionMonitoring") && offered.includes("volumes"), offered.join());
  assert.ok(!offered.includes("clientRateLimiting"), offered.join());
  ws.write("manager/manager_manifest.yaml", manifest("0.34.0"));
  await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: [{ uri: ws.at("manager/manager_manifest.yaml"), type: 2 }],
  });
  await codes(client, []);
  assert.ok((await labels(client)).includes("clientRateLimiting"));
});

test("the setting may name the manifest itself, and a change of the setting counts at once", async () => {
  const ws = workspace({ "a.yaml": manifest("0.20.0") });
  const settings = (managerReleaseUrl: string) => ({ capOperator: { managerReleaseUrl } });
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: settings("https://releases.example/latest"),
    },
  });
  client.open(URI, RESOURCE);
  await codes(client, []);
  const change = (place: string) =>
    client.connection.sendNotification("workspace/didChangeConfiguration", { settings: settings(place) });
  await change("a.yaml");
  await codes(client, ["unknown-key"]);
  await change("");
  await codes(client, []);
});

test("texts and lists may be as short and as long as the definition allows", async () => {
  const text = { type: "string", minLength: 2, maxLength: 3 };
  const list = { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } };
  const values = {
    ...{ short: "a", least: "ab", most: "abc", long: "abcd" },
    ...{ none: [], one: ["a"], two: ["a", "b"], three: ["a", "b", "c"] },
  };
  const properties = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? text : list]),
  );
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "operator.sme.sap.com",
      names: { kind: "CAPOperator" },
      versions: [{ name: "v1alpha1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  const ws = workspace({ "a.yaml": dump(definition, { noRefs: true }) });
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { managerReleaseUrl: "a.yaml" } },
    },
  });
  const head = "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata: {name: cop}\nspec:\n";
  const fields = Object.entries(values).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`);
  client.open(URI, head + fields.join(""));
  const problems = () => client.published.findLast(({ uri }) => uri === URI)?.diagnostics ?? [];
  await client.until(() => problems().some(({ code }) => code === "out-of-range"));
  assert.deepEqual(
    problems().map(({ message }) => message),
    [
      'The length of "short" must be from 2 to 3, not 1.',
      'The length of "long" must be from 2 to 3, not 4.',
      'The number of entries in "none" must be from 1 to 2, not 0.',
      'The number of entries in "three" must be from 1 to 2, not 3.',
    ],
  );
});

test("nothing outside the workspace is read", async () => {
  const outside = workspace({ "manager_manifest.yaml": manifest("0.20.0") });
  const ws = workspace({});
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { managerReleaseUrl: outside.folder } },
    },
  });
  client.open(URI, RESOURCE);
  await codes(client, []);
  assert.ok((await labels(client)).includes("clientRateLimiting"));
});

test("a definition that the client has got counts, and a later one from there replaces it", async () => {
  const client = await connect();
  client.open(URI, RESOURCE);
  const tell = (version: string) =>
    client.request("capOperator/resourceDefinition", {
      source: "the cluster kind-test",
      text: JSON.stringify(definitionOf(version)),
    });
  await tell("0.20.0");
  await codes(client, ["unknown-key"]);
  assert.ok(!(await labels(client)).includes("clientRateLimiting"));
  await tell("0.34.0");
  await codes(client, []);
});

test("the version that a file names counts more than a definition", async () => {
  const client = await connect();
  await client.request("capOperator/resourceDefinition", { source: "a", text: manifest("0.20.0") });
  client.open(URI, `# cap-operator: operator version=0.34.0\n${RESOURCE}`);
  await codes(client, []);
  client.change(URI, 2, `# cap-operator: operator version=0.14.0\n${RESOURCE}`);
  await codes(client, ["unknown-key"]);
});

test("a definition for another group says nothing about the resource", async () => {
  const client = await connect();
  const text = JSON.stringify(definitionOf("0.20.0", "operator.sample.io"));
  await client.request("capOperator/resourceDefinition", { source: "a", text });
  client.open(URI, RESOURCE);
  await codes(client, []);
  client.change(URI, 2, RESOURCE.replace("sme.sap.com", "sample.io"));
  await codes(client, ["unknown-key"]);
});

test("what is no definition changes nothing, and what is no text is rejected", async () => {
  const client = await connect();
  client.open(URI, RESOURCE);
  for (const text of [
    "",
    "kind: CAPOperator",
    "{",
    "kind: CustomResourceDefinition\nspec: { names: { kind: CAPOperator } }",
  ])
    await client.request("capOperator/resourceDefinition", { source: "a", text });
  assert.ok((await labels(client)).includes("clientRateLimiting"));
  await assert.rejects(
    client.request("capOperator/resourceDefinition", { text: "" }),
    /needs the text of a definition/,
  );
});
