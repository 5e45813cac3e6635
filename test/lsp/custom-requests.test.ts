import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileStatus, FileStatusChangedParams } from "../../server/lsp/protocol.ts";
import { connect, fakeService } from "./client.ts";
import { workspace } from "./workspace.ts";

const URI = "file:///ws/values.yaml";
const OURS = "controller:\n  replicas: 1\n";

test("a file's status says what it is and why", async () => {
  const client = await connect({ service: fakeService() });
  client.open(URI, OURS);
  assert.deepEqual(await client.request<FileStatus>("capOperator/fileStatus", { uri: URI }), {
    kind: "values",
    strength: "likely",
    reason: "file-name",
    explanation:
      "The file is named like a values file (values.yaml) and has keys of the operator's chart, but only keys that " +
      "other charts have as well. So it is likely, not certain, that it is for CAP Operator.",
  });
  const unknown = await client.request<FileStatus>("capOperator/fileStatus", {
    uri: "file:///not/open.yaml",
  });
  assert.deepEqual([unknown.kind, unknown.strength, unknown.reason], [null, null, "no-evidence"]);
});

test("the kinds of many files are answered at once, open or not", async () => {
  const ws = workspace({
    "values.yaml": OURS,
    "prod.yaml": "# cap-operator: values\n",
    "op.yaml": "apiVersion: operator.example.org/v1alpha1\nkind: CAPOperator\n",
    "compose.yaml": "services: {}\n",
    "off.yaml": `# cap-operator: off\n${OURS}`,
  });
  const client = await connect();
  client.open(ws.at("off.yaml"), `# cap-operator: values\n${OURS}`);
  client.open("untitled:Untitled-1", "# cap-operator: values\n");
  const uris = [
    ...["values.yaml", "prod.yaml", "op.yaml", "compose.yaml", "off.yaml", "none.yaml"].map(ws.at),
    "untitled:Untitled-1",
    "untitled:Untitled-2",
  ];
  const values = { kind: "values", strength: "certain" };
  assert.deepEqual(await client.request<unknown[]>("capOperator/fileKinds", { uris }), [
    { kind: "values", strength: "likely" },
    values,
    { kind: "operator", strength: "certain" },
    null,
    values,
    null,
    values,
    null,
  ]);
  await assert.rejects(client.request("capOperator/fileKinds", { uris: [1] }), /needs the uris of files/);
});

test("the chart beside the file is taken into account", async () => {
  const chart = { name: "ingress-nginx", path: "values.yaml" };
  const client = await connect({ service: fakeService(), chart });
  client.open(URI, OURS);
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri: URI });
  assert.deepEqual([status.kind, status.reason], [null, "other-chart"]);
});

test("a chart that appears changes the answer", async () => {
  let name = "ingress-nginx";
  let forgotten = 0;
  const charts = {
    nearest: async () => ({ name, path: "values.yaml", folder: "file:///ws" }),
    texts: async () => undefined,
    fault: async () => undefined,
    mayRead: () => true,
    outOfReach: async () => undefined,
    brought: async () => ({ names: [] }),
    head: async () => undefined,
    forget: () => void forgotten++,
  };
  const client = await connect({ service: fakeService(), server: { charts } });
  client.open(URI, OURS);
  await client.request("capOperator/fileStatus", { uri: URI });
  const changed: FileStatusChangedParams[] = [];
  client.connection.onNotification("capOperator/fileStatusChanged", (params) => void changed.push(params));
  name = "cap-operator-chart";
  const changes = [{ uri: "file:///ws/Chart.yaml", type: 2 }];
  await client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
  await client.until(() => changed.length === 1);
  assert.equal(forgotten, 1);
  assert.deepEqual(
    [changed[0]?.uri, changed[0]?.kind, changed[0]?.reason],
    [URI, "values", "operator-chart"],
  );
});

test("a client that asked is told when the answer changes, and only then", async () => {
  const client = await connect({ service: fakeService() });
  const changed: FileStatusChangedParams[] = [];
  client.connection.onNotification("capOperator/fileStatusChanged", (params) => void changed.push(params));
  client.open(URI, OURS);
  await client.until(() => client.published.length === 1);
  assert.deepEqual(changed, []);
  await client.request("capOperator/fileStatus", { uri: URI });
  client.change(URI, 2, `${OURS}# more\n`);
  await client.until(() => client.published.at(-1)?.version === 2);
  assert.deepEqual(changed, []);
  client.change(URI, 3, `# cap-operator: off\n${OURS}`);
  await client.until(() => client.published.at(-1)?.version === 3);
  assert.deepEqual(
    changed.map(({ uri, kind, reason }) => ({ uri, kind, reason })),
    [{ uri: URI, kind: null, reason: "modeline-off" }],
  );
});

test("snippets, defaults and missing defaults come from the engine", async () => {
  const start = { line: 0, character: 0 };
  const range = { start, end: start };
  const offer = { name: "n", prefix: "p", description: "d", fits: true, range, body: "b" };
  const service = fakeService({
    snippets: () => [offer],
    defaultsDocument: (kind, { comments }) => `${kind} ${comments}`,
    missingDefaults: () => [{ range, newText: "x" }],
  });
  const client = await connect({ service });
  client.open(URI, OURS);
  client.open("file:///ws/other.yaml", "foo: 1\n");
  for (const [uri, count] of [
    [URI, 1],
    ["file:///ws/other.yaml", 0],
    ["file:///none", 0],
  ] as const) {
    assert.equal(
      (await client.request<unknown[]>("capOperator/snippets", { uri, position: start })).length,
      count,
    );
    assert.equal((await client.request<unknown[]>("capOperator/missingDefaults", { uri })).length, count);
  }
  const params = { kind: "operator", comments: true };
  assert.equal(await client.request("capOperator/defaultsDocument", params), "operator true");
});

test("a pasted block is indented in files that are certainly ours", async () => {
  const client = await connect();
  client.open(URI, "# cap-operator: values\ncontroller:\n");
  client.open("file:///ws/likely/values.yaml", "controller:\n");
  client.open("file:///ws/other.yaml", "# of others\ncontroller:\n");
  const position = { line: 2, character: 0 };
  const paste = (uri: string, text = "replicas: 2", indent?: unknown) =>
    client.request("capOperator/paste", { uri, position, text, indent });
  const range = { start: position, end: position };
  assert.deepEqual(await paste(URI), { range, newText: "  replicas: 2" });
  assert.deepEqual(await paste(URI, "replicas: 2", 4), { range, newText: "    replicas: 2" });
  assert.deepEqual(await paste(URI, "replicas: 2", "x"), { range, newText: "  replicas: 2" });
  const notice = '"one" is not known here and stays as it was copied.';
  assert.deepEqual(await paste(URI, "replicas: 2\none: 2"), {
    range,
    newText: "  replicas: 2\n  one: 2",
    notice,
  });
  assert.equal(await paste(URI, "one: 2"), null);
  for (const uri of ["file:///ws/likely/values.yaml", "file:///ws/other.yaml", "file:///none"]) {
    assert.equal(await paste(uri), null);
  }
});
