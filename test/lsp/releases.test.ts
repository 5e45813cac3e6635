import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import {
  type CodeLens,
  type Diagnostic,
  type DidChangeWatchedFilesRegistrationOptions,
  type DocumentDiagnosticReport,
  type Hover,
  type InlayHint,
  type Location,
  RegistrationRequest,
  UnregistrationRequest,
} from "vscode-languageserver/node";
import type { FileStatus, ReleaseSummary } from "../../server/lsp/protocol.ts";
import { type ConnectOptions, connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
const REPLICAS = (count: number) => `webhook:\n  replicas: ${count}\n`;

/** A client with folders and releases in its settings. */
function withReleases(
  folders: readonly Workspace[],
  releases: unknown,
  options: Partial<ConnectOptions> = {},
  more: object = {},
): Promise<TestClient> {
  return connect({
    ...options,
    initialize: {
      workspaceFolders: folders.map(({ uri }, index) => ({ uri, name: `folder ${index}` })),
      initializationOptions: {
        capOperator: { releases, ...more },
        ...options.initialize?.initializationOptions,
      },
    },
  });
}

/** The diagnostics that were last pushed for a file. */
function pushed(client: TestClient, uri: string): readonly Diagnostic[] {
  return client.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
}

function codes(diagnostics: readonly Diagnostic[]): unknown[] {
  return diagnostics.map(({ code }) => code);
}

/** The sentences about releases at the top of a file. */
function notices(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ code, range }) => (code === undefined || code === "syntax") && range.start.line === 0)
    .map(({ message }) => String(message));
}

describe("a release", () => {
  test("makes its files ours, and says why", async () => {
    const ws = workspace({ "odd.yaml": "replicaCount: 1\n" });
    const client = await withReleases([ws], [{ name: "prod", values: ["./odd.yaml"] }]);
    client.open(ws.at("odd.yaml"), "replicaCount: 1\n");
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri: ws.at("odd.yaml") });
    assert.deepEqual(status, {
      kind: "values",
      strength: "certain",
      reason: "release",
      explanation: "The settings list this file in the values of release prod.",
      chart: {
        name: "cap-operator 0.34.0 or cap-operator-chart",
        isDecided: false,
        reason: "nothing",
        explanation:
          "No chart is named, so the keys and values of cap-operator 0.34.0 and of cap-operator-chart are both accepted.",
        keys: 126,
        source: { from: "built-in" },
      },
      helm: { state: "no-programs" },
    });
  });

  test("is listed with the addresses of its files, among all releases or those that name a file", async () => {
    const ws = workspace({ "a.yaml": "", "env/b.yaml": "" });
    const client = await withReleases(
      [ws],
      [
        { name: "dev", values: ["a.yaml"] },
        { name: "prod", namespace: "cap", values: ["a.yaml", "env/b.yaml"] },
      ],
    );
    const dev = { id: "dev", name: "dev", values: [ws.at("a.yaml")], sets: [] };
    const values = [ws.at("a.yaml"), ws.at("env/b.yaml")];
    const prod = { id: "prod", name: "prod", namespace: "cap", values, sets: [] };
    const ask = (params: object) => client.request<ReleaseSummary[]>("capOperator/releases", params);
    assert.deepEqual(await ask({}), [dev, prod]);
    assert.deepEqual(await ask({ uri: ws.at("a.yaml") }), [dev, prod]);
    assert.deepEqual(await ask({ uri: ws.at("env/b.yaml") }), [prod]);
    assert.deepEqual(await ask({ uri: ws.at("c.yaml") }), []);
  });

  test("reads files that are not open from the disk, and open ones as they are in the editor", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": "\uFEFFwebhook:\r\n  replicas: 2\r\n" });
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    client.open(ws.at("a.yaml"), REPLICAS(1));
    await client.until(() => codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
    const [hint] = pushed(client, ws.at("a.yaml")).filter(({ code }) => code === "overridden");
    assert.equal(hint?.message, '"webhook.replicas" is overridden by b.yaml:2 in release prod.');
    client.open(ws.at("b.yaml"), "controller: {}\n");
    await client.until(() => !codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
    await client.connection.sendNotification("textDocument/didClose", {
      textDocument: { uri: ws.at("b.yaml") },
    });
    await client.until(() => codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
  });

  test("follows edits of its other files", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": "" });
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    client.open(ws.at("a.yaml"), REPLICAS(1));
    client.open(ws.at("b.yaml"), "controller: {}\n");
    await client.until(() => pushed(client, ws.at("a.yaml")).length > 0);
    client.change(ws.at("b.yaml"), 2, REPLICAS(3));
    const textDocument = { uri: ws.at("a.yaml") };
    const hover = await client.request<Hover>("textDocument/hover", {
      textDocument,
      position: { line: 1, character: 4 },
    });
    assert.match(JSON.stringify(hover.contents), /Effective in release prod: 3, from b.yaml:2/);
    await client.until(() => codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
    client.change(ws.at("b.yaml"), 3, "controller: {}\n");
    await client.until(() => !codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
  });

  test("follows the disk where the client watches it, and has only its own files watched", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "env/[b].yaml": "" });
    const watched = { dynamicRegistration: true, relativePatternSupport: true };
    let configuration: unknown = { releases: [{ name: "prod", values: ["a.yaml", "env/[b].yaml"] }] };
    const client = await connect({
      capabilities: { workspace: { didChangeWatchedFiles: watched, configuration: true } },
      configuration: () => configuration,
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "w" }] },
    });
    const watchers = new Map<string, DidChangeWatchedFilesRegistrationOptions>();
    client.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      for (const { id, registerOptions } of registrations) watchers.set(id, registerOptions);
    });
    client.connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
      for (const { id } of unregisterations) watchers.delete(id);
    });
    client.open(ws.at("a.yaml"), REPLICAS(1));
    await client.until(() => watchers.size > 0);
    const patterns = () =>
      [...watchers.values()].flatMap((one) => one.watchers).map((one) => one.globPattern);
    const isValues = (pattern: unknown) => !/Chart\.yaml|\.cap-operator\.yaml/.test(JSON.stringify(pattern));
    await client.until(() => patterns().some(isValues));
    assert.deepEqual(patterns().filter(isValues), [
      { baseUri: ws.uri, pattern: "a.yaml" },
      { baseUri: ws.at("env"), pattern: "?b?.yaml" },
    ]);
    await client.until(() => pushed(client, ws.at("a.yaml")).length > 0);
    ws.write("env/[b].yaml", REPLICAS(4));
    const changes = [{ uri: ws.at("env/[b].yaml"), type: 2 }];
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
    await client.until(() => codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
    configuration = {};
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await client.until(() => !patterns().some(isValues));
  });

  test("in several folders starts from the first one that has the file", async () => {
    const [one, two] = [
      workspace({ "a.yaml": REPLICAS(1) }),
      workspace({ "a.yaml": "", "b.yaml": REPLICAS(2) }),
    ];
    const client = await withReleases([one, two], [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    const [release] = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.deepEqual(release?.values, [one.at("a.yaml"), two.at("b.yaml")]);
    client.open(one.at("a.yaml"), REPLICAS(1));
    await client.until(() => codes(pushed(client, one.at("a.yaml"))).includes("overridden"));
    client.open(two.at("a.yaml"), REPLICAS(1));
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri: two.at("a.yaml") });
    assert.notEqual(status.reason, "release");
    assert.deepEqual(await client.request("capOperator/releases", { uri: two.at("a.yaml") }), []);
  });

  test("may name files by their full path", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": REPLICAS(2) });
    const full = path.join(ws.folder, "b.yaml");
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", full] }]);
    client.open(ws.at("a.yaml"), REPLICAS(1));
    await client.until(() => codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
  });

  test("is checked again for a client that pulls", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": "" });
    let refreshed = 0;
    let hintsRefreshed = 0;
    const capabilities = {
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
    };
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", "b.yaml"] }], {
      capabilities,
    });
    client.connection.onRequest("workspace/diagnostic/refresh", () => void refreshed++);
    client.connection.onRequest("workspace/inlayHint/refresh", () => void hintsRefreshed++);
    const textDocument = { uri: ws.at("a.yaml") };
    client.open(ws.at("a.yaml"), REPLICAS(1));
    const pull = (previousResultId?: string) =>
      client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
        textDocument,
        ...(previousResultId === undefined ? {} : { previousResultId }),
      });
    const before = await pull();
    assert.ok(before.kind === "full" && !codes(before.items).includes("overridden"));
    client.open(ws.at("b.yaml"), REPLICAS(3));
    await client.until(() => refreshed > 0 && hintsRefreshed > 0);
    const after = await pull(before.resultId);
    assert.ok(after.kind === "full" && codes(after.items).includes("overridden"));
    assert.equal((await pull(after.resultId)).kind, "unchanged");
  });

  test("is what rules check: what another file sets is not missing", async () => {
    const ws = workspace({
      "a.yaml": "subscriptionServer:\n  domain: op.cluster.internal\n",
      "b.yaml": "subscriptionServer: {dnsTarget: public.cluster.internal}\n",
    });
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    client.open(ws.at("a.yaml"), "subscriptionServer:\n  domain: op.cluster.internal\n");
    await client.until(() => client.published.length > 0);
    assert.deepEqual(codes(pushed(client, ws.at("a.yaml"))), []);
  });
});

describe("what is wrong with a release", () => {
  const open = async (ws: Workspace, release: object, more: object = {}) => {
    const client = await withReleases([ws], [{ name: "prod", ...release }], {}, more);
    client.open(ws.at("a.yaml"), REPLICAS(1));
    await client.until(() => client.published.some(({ uri }) => uri === ws.at("a.yaml")));
    return client;
  };

  for (const [what, release, expected] of [
    ["a file that is missing", { values: ["a.yaml", "gone.yaml"] }, /gone\.yaml does not exist/],
    ["a folder", { values: ["a.yaml", "folder"] }, /folder is a folder, not a file/],
    ["a file outside the workspace", { values: ["a.yaml", "../../etc/passwd"] }, /is outside the workspace/],
    ["an address", { values: ["a.yaml", "https://example.com/v.yaml"] }, /is an address/],
    ["a file that is too large", { values: ["a.yaml", "large.yaml"] }, /large\.yaml is too large: 0\.2 MB/],
    ["a broken file", { values: ["a.yaml", "broken.yaml"] }, /Helm rejects broken\.yaml: line 2: /],
    ["a file without a mapping", { values: ["a.yaml", "list.yaml"] }, /Helm rejects list\.yaml: line 1: /],
    ["aliases in a cycle", { values: ["a.yaml", "circle.yaml"] }, /Helm rejects circle\.yaml: line \d/],
    [
      "an entry that Helm rejects",
      { values: ["a.yaml"], set: ["a=1", "b[=2"] },
      /Helm rejects --set #2 \(b\[=2\)/,
    ],
    ["invalid JSON", { values: ["a.yaml"], setJson: ["b={"] }, /Helm rejects --set-json #1/],
    [
      "a file that is named twice",
      { values: ["a.yaml", "b.yaml", "./a.yaml"] },
      /a\.yaml is listed more than once/,
    ],
  ] as const) {
    test(`${what} is reported once in the log and at the top of its files, and the rest works`, async () => {
      const ws = workspace({
        "a.yaml": REPLICAS(1),
        "b.yaml": "controller: {}\n",
        "broken.yaml": "webhook:\n  sidecar: @x\n",
        "list.yaml": "- a\n",
        "circle.yaml": "webhook: &a\n  own: *a\n",
        "large.yaml": `# ${"x".repeat(200_000)}\n`,
      });
      mkdirSync(path.join(ws.folder, "folder"));
      const client = await open(ws, release, { maxFileSize: 0.1 });
      const [notice, ...others] = notices(pushed(client, ws.at("a.yaml")));
      assert.match(notice ?? "", expected);
      assert.match(notice ?? "", /^Release prod: /);
      assert.deepEqual(others, []);
      client.change(ws.at("a.yaml"), 2, REPLICAS(2));
      await client.until(() => client.published.at(-1)?.version === 2);
      assert.equal(client.log.filter((line) => line === notice).length, 1);
      const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
        of: { release: "prod" },
      });
      assert.match(text.split("\n\n")[0]?.replace(/\n# /g, " ") ?? "", expected);
      assert.match(text, /replicas: 2 +# (\.\/)?a\.yaml:2/);
    });
  }

  test("a broken file that is open says so itself", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": "webhook:\n  sidecar: @x\n" });
    const client = await open(ws, { values: ["a.yaml", "b.yaml"] });
    assert.equal(notices(pushed(client, ws.at("a.yaml"))).length, 1);
    client.open(ws.at("b.yaml"), "webhook:\n  sidecar: @x\n");
    await client.until(() => notices(pushed(client, ws.at("a.yaml"))).length === 0);
    await client.until(() => codes(pushed(client, ws.at("b.yaml"))).includes("syntax"));
  });

  test("of two releases with one name, the first one is used", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": REPLICAS(2) });
    const client = await withReleases(
      [ws],
      [
        { name: "prod", values: ["a.yaml"] },
        { name: "prod", values: ["a.yaml", "b.yaml"] },
      ],
    );
    client.open(ws.at("a.yaml"), REPLICAS(1));
    await client.until(() => client.published.length > 0);
    const [notice] = notices(pushed(client, ws.at("a.yaml")));
    assert.match(notice ?? "", /Several releases are named prod\. Only the first one is used/);
    assert.ok(!codes(pushed(client, ws.at("a.yaml"))).includes("overridden"));
    const releases = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.equal(releases.length, 1);
  });

  test("one name in several clusters or namespaces is several releases, shown with their places", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": REPLICAS(2), "c.yaml": REPLICAS(3) });
    const client = await withReleases(
      [ws],
      [
        { name: "cop", namespace: "one", values: ["a.yaml", "b.yaml"] },
        { name: "cop", namespace: "one", kubeContext: "prod", values: ["a.yaml", "c.yaml"] },
        { name: "cop", values: ["a.yaml"] },
        { name: "other", namespace: "two", kubeContext: "prod", values: ["a.yaml"] },
      ],
    );
    client.open(ws.at("a.yaml"), REPLICAS(1));
    const releases = await client.request<ReleaseSummary[]>("capOperator/releases", { uri: ws.at("a.yaml") });
    const ids = ["cop (namespace one)", "cop (namespace one, context prod)", "cop", "other"];
    assert.deepEqual(
      releases.map(({ id }) => id),
      ids,
    );
    const effective = async (release: string) =>
      client.request<{ text: string }>("capOperator/effectiveValues", { of: { release } });
    const [one, two] = await Promise.all([effective(ids[0] ?? ""), effective(ids[1] ?? "")]);
    assert.match(one.text, /^# Effective values of release cop \(namespace one\)\.$/m);
    assert.match(one.text, /^webhook:\n {2}replicas: 2 /m);
    assert.match(two.text, /^webhook:\n {2}replicas: 3 /m);
    const hints = () =>
      pushed(client, ws.at("a.yaml")).flatMap(({ code, message }) => (code === "overridden" ? message : []));
    await client.until(() => hints().length > 0);
    assert.deepEqual(hints(), [
      '"webhook.replicas" is overridden by b.yaml:2 in release cop (namespace one), c.yaml:2 in release cop (namespace one, context prod).',
    ]);
    assert.deepEqual(notices(pushed(client, ws.at("a.yaml"))), []);
  });

  test("a name that several releases share identifies none of them", async () => {
    const client = await withReleases(
      [],
      [
        { name: "cop", kubeContext: "a" },
        { name: "cop", kubeContext: "b" },
      ],
    );
    const { problem } = await client.request<{ problem: string }>("capOperator/effectiveValues", {
      of: { release: "cop" },
    });
    assert.equal(
      problem,
      "The settings have several releases named cop: cop (context a), cop (context b). Choose one of them.",
    );
  });

  test("a release without values is reported, and is the chart's defaults", async () => {
    const client = await withReleases([], [{ name: "prod" }]);
    const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
      of: { release: "prod" },
    });
    assert.match(text, /neither values files nor entries/);
    assert.match(text, /port: 4000 {2}# default/);
    assert.equal(client.log.filter((line) => line.includes("neither values files")).length, 1);
  });

  test("without a folder, relative paths lead nowhere and full paths work", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(7) });
    const values = ["a.yaml", path.join(ws.folder, "a.yaml")];
    const client = await withReleases([], [{ name: "prod", values }]);
    const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
      of: { release: "prod" },
    });
    assert.match(text, /a\.yaml is a relative path, but no folder is open/);
    assert.match(text, /replicas: 7 /);
  });

  test("an open file outside the workspace is used, because its text is known", async () => {
    const [inside, outside] = [workspace({ "a.yaml": REPLICAS(1) }), workspace({ "b.yaml": "" })];
    const values = ["a.yaml", path.join(outside.folder, "b.yaml")];
    const client = await withReleases([inside], [{ name: "prod", values }]);
    client.open(outside.at("b.yaml"), REPLICAS(3));
    const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
      of: { release: "prod" },
    });
    assert.match(text, /replicas: 3 /);
  });
});

describe("through the protocol", () => {
  test("definitions lead to other files, and to anchors as before", async () => {
    const ws = workspace({ "a.yaml": REPLICAS(1), "b.yaml": REPLICAS(2) });
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml", "b.yaml"] }]);
    client.open(ws.at("a.yaml"), `${REPLICAS(1)}tolerations: &t []\ncontroller: {tolerations: *t}\n`);
    const textDocument = { uri: ws.at("a.yaml") };
    const ask = (line: number, character: number) =>
      client.request<Location[]>("textDocument/definition", { textDocument, position: { line, character } });
    assert.deepEqual(await ask(1, 4), [
      { uri: ws.at("b.yaml"), range: { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } } },
    ]);
    assert.deepEqual(
      (await ask(3, 28)).map(({ uri, range }) => [uri, range.start.line]),
      [[ws.at("a.yaml"), 2]],
    );
  });

  test("inlay hints and code lenses are served, but lenses only for the client's commands", async () => {
    const ws = workspace({ "a.yaml": "" });
    const uri = ws.at("a.yaml");
    const commands = ["capOperator.showEffectiveValues"];
    const client = await withReleases([ws], [{ name: "prod", values: ["a.yaml"] }], {
      initialize: { initializationOptions: { commands } },
    });
    assert.ok(client.result.capabilities.codeLensProvider);
    client.open(uri, "image: {tag: v1}\nwebhook:\n  replicas: 1\n");
    const textDocument = { uri };
    const hints = await client.request<InlayHint[]>("textDocument/inlayHint", { textDocument, range: WHOLE });
    assert.deepEqual(
      hints.map(({ position }) => position),
      [{ line: 0, character: 16 }],
    );
    const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument });
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ["Effective values"],
    );
    await client.close();
    const without = await withReleases([ws], []);
    assert.equal(without.result.capabilities.codeLensProvider, undefined);
  });

  test("all safe fixes are one action, for clients that ask for its kind", async () => {
    const ws = workspace();
    const capabilities = {
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    };
    const client = await withReleases([ws], [], { capabilities });
    const uri = ws.at("values.yaml");
    client.open(uri, "subscriptionServer:\n  image:\n    tag: 1.10\n");
    const ask = (only?: string[]) =>
      client.request<{ kind: string }[]>("textDocument/codeAction", {
        textDocument: { uri },
        range: WHOLE,
        context: { diagnostics: [], ...(only ? { only } : {}) },
      });
    assert.deepEqual(
      (await ask(["source.fixAll"])).map(({ kind }) => kind),
      ["source.fixAll.capOperator"],
    );
    assert.ok((await ask()).every(({ kind }) => kind === "quickfix"));
  });
});
