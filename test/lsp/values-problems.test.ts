import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import type { ValuesOf, ValuesProblem } from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

function withReleases(ws: Workspace, releases: unknown, more: object = {}): Promise<TestClient> {
  return connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { capOperator: { releases, ...more } },
    },
  });
}

/** Each problem in one line: file and line, severity, code, and the start of the message. */
async function problems(client: TestClient, of: ValuesOf): Promise<string[]> {
  const found = await client.request<ValuesProblem[]>("capOperator/problems", of);
  return found.map(({ uri, range, severity, code, message }) => {
    const where =
      uri === undefined ? "" : `${uri.split("/").at(-1)}${range ? `:${range.start.line + 1}` : ""} `;
    return `${where}${severity}${code === undefined ? "" : ` ${code}`}: ${message}`;
  });
}

const SET = "subscriptionServer:\n  domain: cop.a.internal\n  dnsTarget: lb.a.internal\n";

describe("the problems of a release", () => {
  test("are those of all its files, none of which has to be open", async () => {
    const ws = workspace({
      "a.yaml": `${SET}webhook:\n  replicas: many\n`,
      "b.yaml": "controller:\n  unknown: 1\n",
      "c.yaml": "controller:\n  replicas: -1\n",
    });
    const client = await withReleases(ws, [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    const found = await problems(client, { release: "prod" });
    assert.equal(found.length, 2);
    assert.match(found[0] ?? "", /^a\.yaml:5 error wrong-type: /);
    assert.match(found[1] ?? "", /^b\.yaml:2 warning unknown-key: /);
  });

  test("are those of the open text if a file is open, however its address is spelled", async () => {
    const ws = workspace({ "a.yaml": SET, "b.yaml": "webhook:\n  replicas: many\n" });
    const client = await withReleases(ws, [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    const uri = ws.at("b.yaml").replace("b.yaml", "%62.yaml");
    client.open(uri, "\nwebhook:\n  replicas: 1.5\n");
    const [only, ...more] = await problems(client, { release: "prod" });
    assert.match(only ?? "", /^%62\.yaml:3 error wrong-type: /);
    assert.deepEqual(more, []);
    client.change(uri, 2, "webhook:\n  replicas: 1\n");
    assert.deepEqual(await problems(client, { release: "prod" }), []);
    const textDocument = { uri };
    await client.connection.sendNotification("textDocument/didClose", { textDocument });
    assert.match((await problems(client, { release: "prod" }))[0] ?? "", /^b\.yaml:2 error wrong-type: /);
  });

  test("are those of its own values, whatever other releases make of the same file", async () => {
    const ws = workspace({
      "base.yaml": "webhook:\n  replicas: 2\n",
      "all.yaml": SET,
      "other.yaml": "webhook: {replicas: 3}\n",
    });
    const client = await withReleases(ws, [
      { name: "bare", values: ["base.yaml"] },
      { name: "full", values: ["base.yaml", "all.yaml"] },
      { name: "other", values: ["base.yaml", "all.yaml", "other.yaml"] },
    ]);
    client.open(ws.at("base.yaml"), "webhook:\n  replicas: 2\n");
    const [bare, ...more] = await problems(client, { release: "bare" });
    assert.match(bare ?? "", /^base\.yaml:1 warning required-for-install: .*domain/);
    assert.deepEqual(more, []);
    assert.deepEqual(await problems(client, { release: "full" }), []);
    assert.deepEqual(await problems(client, { release: "other" }), [
      'base.yaml:2 hint overridden: "webhook.replicas" is overridden by other.yaml:1 in release other.',
    ]);
  });

  test("are as loud as the person wants them, and silent where a comment says so", async () => {
    const ws = workspace({
      "a.yaml": `${SET}webhook:\n  unknown: 1\n  # cap-operator-disable-next-line unknown-key\n  other: 1\n`,
      "b.yaml": "# cap-operator-disable\nwebhook:\n  replicas: many\n",
    });
    const release = { name: "prod", values: ["a.yaml", "b.yaml"] };
    const loud = await withReleases(ws, [release], { diagnostics: { severity: { "unknown-key": "error" } } });
    const [only, ...more] = await problems(loud, { release: "prod" });
    assert.match(only ?? "", /^a\.yaml:5 error unknown-key: /);
    assert.deepEqual(more, []);
    const off = await withReleases(ws, [release], { diagnostics: { severity: { "unknown-key": "off" } } });
    assert.deepEqual(await problems(off, { release: "prod" }), []);
  });

  test("begin with what is wrong with the release: errors where Helm would stop, otherwise something milder", async () => {
    const ws = workspace({ "a.yaml": SET, "large.yaml": `# ${"x".repeat(30_000)}\n` });
    mkdirSync(path.join(ws.folder, "folder.yaml"));
    const release = {
      name: "prod",
      values: [
        "gone.yaml",
        "a.yaml",
        "folder.yaml",
        "large.yaml",
        "https://example.com/v.yaml",
        "../out.yaml",
        "a.yaml",
      ],
      set: ["a..b=1", "controller.replicas=2", "subscriptionServer.domain[0]=x"],
    };
    const client = await withReleases(ws, [release, release], { maxFileSize: 0.02 });
    const found = (await problems(client, { release: "prod" })).map((one) =>
      one.replace(/(?:; |\. It is named).*/, ""),
    );
    assert.deepEqual(found.slice(0, 7), [
      "information: Several releases are named prod. Only the first one is used",
      "error: The values file gone.yaml does not exist",
      "information: a.yaml is listed more than once in the values files. Only the last one is used.",
      "error: The values file folder.yaml is a folder, not a file",
      "warning: The values file large.yaml is too large: 0.0 MB. The setting maxFileSize limits the size, so it is ignored.",
      "error: The values file https://example.com/v.yaml is an address",
      "error: The values file ../out.yaml is outside the workspace and its repository, so it is not read",
    ]);
    assert.match(found[7] ?? "", /^error syntax: Helm rejects --set #\d/);
  });

  test("have an error for each part of the release that cannot be read, because Helm would get another release without it", async () => {
    const ws = workspace({ "a.yaml": SET });
    const release = { name: "prod", values: ["a.yaml"], version: 0.11, kubeContext: ["eu"], set: "a=b" };
    const client = await withReleases(ws, [release]);
    const at = "error: The setting capOperator.releases[0]";
    assert.deepEqual(await problems(client, { release: "prod" }), [
      `${at}.version must be text, but is 0.11; it is ignored.`,
      `${at}.kubeContext must be text, but is ["eu"]; it is ignored.`,
      `${at}.set must be a list of texts, but is "a=b"; an empty list is used.`,
    ]);
  });

  test("have an error where Helm rejects a file, even if the person silenced it, and only one if it is shown", async () => {
    const ws = workspace({ "a.yaml": SET, "b.yaml": "webhook:\n  replicas: @1\n" });
    const release = { name: "prod", values: ["a.yaml", "b.yaml"] };
    const client = await withReleases(ws, [release]);
    const shown = await problems(client, { release: "prod" });
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? "", /^b\.yaml:2 error syntax: /);
    await client.close();
    const silent = await withReleases(ws, [release], { diagnostics: { severity: { syntax: "off" } } });
    const [only, ...more] = await problems(silent, { release: "prod" });
    assert.match(only ?? "", /^b\.yaml:2 error syntax: Helm rejects b\.yaml: line 2: /);
    assert.deepEqual(more, []);
  });

  test("say which files were not checked, and why", async () => {
    const ws = workspace({
      "a.yaml": SET,
      "off.yaml": "# cap-operator: off\nwebhook: {replicas: many}\n",
      "compose.yaml": "# cap-operator: operator\nkind: CAPOperator\n",
    });
    const client = await withReleases(ws, [{ name: "prod", values: ["a.yaml", "off.yaml", "compose.yaml"] }]);
    const found = await problems(client, { release: "prod" });
    assert.deepEqual(found, [
      "off.yaml information: off.yaml was not checked. The comment `# cap-operator: off` at the top switches this file off.",
      "compose.yaml warning: compose.yaml was not checked. The comment `# cap-operator: operator` at the top marks this file as an operator resource.",
    ]);
  });

  test("leave out documents that Helm does not read", async () => {
    const ws = workspace({ "a.yaml": `${SET}---\nwebhook:\n  replicas: many\n` });
    const client = await withReleases(ws, [{ name: "prod", values: ["a.yaml"] }]);
    const found = await problems(client, { release: "prod" });
    assert.deepEqual(
      found.filter((one) => one.includes("wrong-type")),
      [],
    );
  });

  test("say that there is no such release", async () => {
    const client = await withReleases(workspace(), []);
    assert.deepEqual(await problems(client, { release: "prod" }), [
      "error: No release named prod found in the settings.",
    ]);
  });
});

describe("the problems of one file", () => {
  test("are those of the file alone, open or not, whatever release names it", async () => {
    const text = "webhook:\n  replicas: many\n";
    const ws = workspace({ "values.yaml": text, "all.yaml": SET });
    const client = await withReleases(ws, [{ name: "prod", values: ["values.yaml", "all.yaml"] }]);
    const uri = ws.at("values.yaml");
    const closed = await problems(client, { uri });
    assert.match(closed[0] ?? "", /^values\.yaml:1 warning required-for-install: /);
    assert.match(closed[1] ?? "", /^values\.yaml:2 error wrong-type: /);
    assert.equal(closed.length, 2);
    client.open(uri, text);
    assert.deepEqual(await problems(client, { uri }), closed);
  });

  test("a missing file is an error; one that is too large is reported as not checked", async () => {
    const ws = workspace({ "large-values.yaml": SET });
    const client = await withReleases(ws, [], { maxFileSize: 0.00001 });
    assert.deepEqual(await problems(client, { uri: ws.at("gone.yaml") }), [
      "gone.yaml error: The values file gone.yaml does not exist.",
    ]);
    client.open(ws.at("large-values.yaml"), SET);
    const [only, ...more] = await problems(client, { uri: ws.at("large-values.yaml") });
    assert.match(
      only ?? "",
      /^large-values\.yaml:1 warning: The values file large-values\.yaml is left out\. This file is larger/,
    );
    assert.deepEqual(more, []);
  });
});

describe("the problems of an operator resource", () => {
  const HEAD = "apiVersion: operator.sample.io/v1\nkind: CAPOperator\nmetadata:\n  name: cop\nspec:\n";

  for (const [what, text, expected] of [
    [
      "a value of the wrong type",
      `${HEAD}  ingressGatewayLabels: app\n`,
      /^operator\.yaml:6 error wrong-type: "ingressGatewayLabels" takes a list of mappings, but Kubernetes reads text here\.$/,
    ],
    [
      "text that is not YAML",
      `${HEAD}  ingressGatewayLabels:\n    - name: app\n      value: @gateway\n`,
      /^operator\.yaml:8 error syntax: A value cannot start with @/,
    ],
  ] as const) {
    test(`${what} is an error, in a file that is open or not, without a word about Helm`, async () => {
      const ws = workspace({ "operator.yaml": text });
      const client = await withReleases(ws, []);
      const uri = ws.at("operator.yaml");
      const closed = await problems(client, { uri });
      assert.match(closed.find((one) => one.includes(" error ")) ?? "", expected);
      assert.ok(!closed.join("\n").includes("Helm"), closed.join("\n"));
      client.open(uri, text);
      assert.deepEqual(await problems(client, { uri }), closed);
    });
  }

  test("none in a resource that can be applied", async () => {
    const labels =
      "    - {name: mesh, value: ingressgateway}\n    - {name: app, value: mesh-ingressgateway}\n";
    const ws = workspace({ "operator.yaml": `${HEAD}  ingressGatewayLabels:\n${labels}` });
    const client = await withReleases(ws, []);
    assert.deepEqual(await problems(client, { uri: ws.at("operator.yaml") }), []);
  });
});

test("a request that names nothing is rejected", async () => {
  const client = await connect();
  await assert.rejects(
    client.request("capOperator/problems", {}),
    /needs the name of a release or the uri of a file/,
  );
});
