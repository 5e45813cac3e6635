import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver/node";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import { connect, fakeService, type TestClient } from "./client.ts";

const URI = "file:///ws/values.yaml";
const OURS = "subscriptionServer:\n  domain: a.b\n";
const LIKELY = "controller:\n  replicas: 1\n";
const FOREIGN = "replicaCount: 1\n";
const PULL = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };

/** An engine that reports the length of the text. */
function counting(analysed: number[] = []) {
  return fakeService({
    diagnostics: async ({ file, text }: Analysis) => {
      analysed.push(text.version);
      const start = { line: 0, character: 0 };
      return [{ range: { start, end: start }, message: `${file.text.length}`, source: "cap-operator" }];
    },
  });
}

function messages(diagnostics: readonly Diagnostic[] | undefined): Diagnostic["message"][] | undefined {
  return diagnostics?.map(({ message }) => message);
}

async function pull(client: TestClient, previousResultId?: string) {
  const params = { textDocument: { uri: URI }, ...(previousResultId ? { previousResultId } : {}) };
  return client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
}

test("problems are pushed when a document is opened and when it is changed", async () => {
  const client = await connect({ service: counting() });
  client.open(URI, OURS);
  const first = await client.until(() => client.published.at(-1));
  assert.deepEqual([first.uri, first.version, messages(first.diagnostics)], [URI, 1, [`${OURS.length}`]]);
  client.change(URI, 2, `${OURS}#`);
  const second = await client.until(() => client.published.find(({ version }) => version === 2));
  assert.deepEqual(messages(second.diagnostics), [`${OURS.length + 1}`]);
});

test("a burst of changes ends with the problems of the last one, and skips what is superseded", async () => {
  const analysed: number[] = [];
  const client = await connect({ service: counting(analysed) });
  client.open(URI, OURS);
  for (let version = 2; version <= 200; version++) client.change(URI, version, `${OURS}# ${version}\n`);
  await client.until(() => client.published.at(-1)?.version === 200);
  assert.ok(analysed.length < 200, `${analysed.length} versions were analysed`);
});

test("a request that comes with a change is answered before the problems are looked for", async () => {
  const done: string[] = [];
  const service = fakeService({
    diagnostics: async () => {
      done.push("diagnostics");
      return [];
    },
    hover: () => {
      done.push("hover");
      return null;
    },
  });
  const client = await connect({ service });
  client.open(URI, OURS);
  await client.until(() => client.published.at(-1));
  done.length = 0;
  client.change(URI, 2, `${OURS}#`);
  await client.request("textDocument/hover", {
    textDocument: { uri: URI },
    position: { line: 0, character: 1 },
  });
  await client.until(() => done.includes("diagnostics"));
  assert.deepEqual(done, ["hover", "diagnostics"]);
});

test("problems that were found in an older version are not pushed", async () => {
  let release: () => void = () => undefined;
  const service = fakeService({
    diagnostics: ({ text }) =>
      text.version === 1
        ? new Promise((resolve) => {
            release = () => resolve([]);
          })
        : Promise.resolve([]),
  });
  const client = await connect({ service });
  client.open(URI, OURS);
  await client.until(() => String(release).includes("resolve"));
  client.change(URI, 2, `${OURS}#`);
  await client.request("capOperator/fileStatus", { uri: URI });
  release();
  await client.until(() => client.published.length > 0);
  assert.deepEqual(
    client.published.map(({ version }) => version),
    [2],
  );
});

test("a file that is not ours has no problems, and loses those it had", async () => {
  const client = await connect({ service: counting() });
  client.open(URI, FOREIGN);
  assert.deepEqual((await client.until(() => client.published.at(-1))).diagnostics, []);
  client.change(URI, 2, OURS);
  await client.until(() => client.published.at(-1)?.diagnostics.length === 1);
  client.change(URI, 3, "# cap-operator: off\n");
  await client.until(() => client.published.at(-1)?.diagnostics.length === 0);
});

test("a file that is only likely ours has no problems, until it is certain", async () => {
  const pushed = await connect({ service: counting() });
  pushed.open(URI, LIKELY);
  assert.deepEqual((await pushed.until(() => pushed.published.at(-1))).diagnostics, []);
  pushed.change(URI, 2, `# cap-operator: values\n${LIKELY}`);
  await pushed.until(() => pushed.published.at(-1)?.diagnostics.length === 1);
  pushed.change(URI, 3, LIKELY);
  await pushed.until(() => pushed.published.at(-1)?.diagnostics.length === 0);
  const pulled = await connect({ service: counting(), capabilities: PULL });
  pulled.open(URI, LIKELY);
  const report = await pull(pulled);
  assert.deepEqual(report.kind === "full" && report.items, []);
  pulled.change(URI, 2, OURS);
  const certain = await pull(pulled, report.resultId);
  assert.equal(certain.kind === "full" && certain.items.length, 1);
});

test("a file that is too large is reported where it would certainly be ours", async () => {
  const configuration = () => ({ maxFileSize: 1e-6 });
  for (const [name, problems] of [
    ["values.yaml", 0],
    ["cap-operator-values.yaml", 1],
  ] as const) {
    const capabilities = { workspace: { configuration: true } };
    const client = await connect({ service: counting(), configuration, capabilities });
    client.open(`file:///ws/${name}`, OURS);
    const told = await client.until(() => client.published.at(-1));
    assert.equal(told.diagnostics.length, problems, name);
    await client.close();
  }
});

test("closing a file removes its problems and drops what was kept", async () => {
  const client = await connect({ service: counting() });
  client.open(URI, OURS);
  await client.until(() => client.published.at(-1)?.diagnostics.length === 1);
  assert.equal(client.server.openFiles, 1);
  await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: URI } });
  await client.until(() => client.published.at(-1)?.diagnostics.length === 0);
  assert.equal(client.server.openFiles, 0);
  client.open(URI, `${OURS}#`);
  const reopened = await client.until(() =>
    client.published.find(({ diagnostics }) => messages(diagnostics)?.[0] === `${OURS.length + 1}`),
  );
  assert.equal(reopened.version, 1);
});

test("a client that pulls gets its answer, nothing is pushed, and an unchanged file costs nothing", async () => {
  const analysed: number[] = [];
  const client = await connect({ service: counting(analysed), capabilities: PULL });
  client.open(URI, OURS);
  const first = await pull(client);
  assert.ok(first.kind === "full" && first.resultId !== undefined);
  assert.deepEqual(messages(first.items), [`${OURS.length}`]);
  assert.deepEqual(await pull(client, first.resultId), { kind: "unchanged", resultId: first.resultId });
  client.change(URI, 2, `${OURS}#`);
  const second = await pull(client, first.resultId);
  assert.deepEqual(second.kind === "full" && messages(second.items), [`${OURS.length + 1}`]);
  assert.deepEqual(analysed, [1, 2]);
  assert.deepEqual(client.published, []);
});

test("what a client knows about a file is void once the file was closed and opened with another text", async () => {
  const client = await connect({ service: counting(), capabilities: PULL });
  client.open(URI, OURS);
  const before = await pull(client);
  await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: URI } });
  client.open(URI, `${OURS}#`);
  const after = await pull(client, before.resultId);
  assert.deepEqual(after.kind === "full" && messages(after.items), [`${OURS.length + 1}`]);
});

test("what a client knows from a server that has ended is void for the next one", async () => {
  const first = await connect({ service: counting(), capabilities: PULL });
  first.open(URI, OURS);
  const { resultId } = await pull(first);
  await first.close();
  const second = await connect({ service: counting(), capabilities: PULL });
  second.open(URI, `${OURS}#`);
  const report = await pull(second, resultId);
  assert.deepEqual(report.kind === "full" && messages(report.items), [`${OURS.length + 1}`]);
});

test("pulling for a file that is not open finds nothing", async () => {
  const client = await connect({ service: counting(), capabilities: PULL });
  assert.deepEqual(await pull(client), { kind: "full", items: [] });
});

test("a client that pulls is asked to do so again when the settings change", async () => {
  let configuration: unknown = {};
  const capabilities = { ...PULL, workspace: { ...PULL.workspace, configuration: true } };
  const client = await connect({ service: counting(), capabilities, configuration: () => configuration });
  let refreshed = 0;
  client.connection.onRequest("workspace/diagnostic/refresh", () => {
    refreshed++;
    return null;
  });
  client.open(URI, OURS);
  const before = await pull(client);
  assert.equal(before.kind === "full" && before.items.length, 1);
  configuration = { diagnostics: { enable: false } };
  await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await client.until(() => refreshed === 1);
  const after = await pull(client, before.kind === "full" ? before.resultId : undefined);
  assert.deepEqual(after.kind === "full" && after.items, []);
});

test("related information goes only to clients that show it", async () => {
  const start = { line: 0, character: 0 };
  const range = { start, end: start };
  const relatedInformation = [{ location: { uri: URI, range }, message: "here" }];
  const service = fakeService({ diagnostics: async () => [{ range, message: "m", relatedInformation }] });
  for (const supported of [true, false]) {
    const publishDiagnostics = { relatedInformation: supported };
    const client = await connect({ service, capabilities: { textDocument: { publishDiagnostics } } });
    client.open(URI, OURS);
    const [found] = (await client.until(() => client.published.at(-1))).diagnostics;
    assert.equal(found?.relatedInformation !== undefined, supported);
    await client.close();
  }
});

test("the address that explains a problem goes only to clients that show it", async () => {
  for (const codeDescriptionSupport of [true, false]) {
    const publishDiagnostics = { codeDescriptionSupport };
    const client = await connect({ capabilities: { textDocument: { publishDiagnostics } } });
    client.open(URI, `${OURS}  replicaz: 1\n`);
    const found = await client.until(() => {
      return client.published.at(-1)?.diagnostics.find(({ code }) => code === "unknown-key");
    });
    const href = found.codeDescription?.href;
    assert.equal(href?.split("/").at(-1), codeDescriptionSupport ? "unknown-key.md" : undefined);
    await client.close();
  }
});
