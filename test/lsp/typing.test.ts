import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DocumentDiagnosticReport } from "vscode-languageserver/node";
import { type ConnectOptions, connect, type TestClient } from "./client.ts";

const URI = "file:///ws/values.yaml";
const START = "subscriptionServer:\n  domain: a.b\n  dnsTarget: c.b\n";
const TYPING = { initialize: { initializationOptions: { saysWhenTypingEnds: true } } };
const PULL: ConnectOptions = {
  ...TYPING,
  capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
};

/** Types at a place, as an editor reports it. */
function type(client: TestClient, version: number, line: number, character: number, text: string): void {
  const place = { line, character };
  void client.connection.sendNotification("textDocument/didChange", {
    textDocument: { uri: URI, version },
    contentChanges: [{ range: { start: place, end: place }, text }],
  });
}

function leave(client: TestClient): void {
  void client.connection.sendNotification("capOperator/typingEnded", { uri: URI });
}

async function pull(client: TestClient, previousResultId?: string): Promise<DocumentDiagnosticReport> {
  const params = { textDocument: { uri: URI }, ...(previousResultId ? { previousResultId } : {}) };
  return client.request("textDocument/diagnostic", params);
}

/** The codes and severities of a version's problems, as they were last pushed. */
async function pushed(client: TestClient, version: number, times = 1): Promise<unknown[]> {
  await client.until(() => client.published.filter((one) => one.version === version).length === times);
  return client.published.at(-1)?.diagnostics.map(({ code, severity }) => [code, severity]) ?? [];
}

describe("a word that has no colon yet", () => {
  test("is a hint while it is being typed, and an error when the cursor has left it", async () => {
    const client = await connect(TYPING);
    client.open(URI, START);
    assert.deepEqual(await pushed(client, 1), []);
    type(client, 2, 3, 0, "c");
    assert.deepEqual(await pushed(client, 2), [["syntax", 4]]);
    leave(client);
    assert.deepEqual(await pushed(client, 2, 2), [["syntax", 1]]);
  });

  test("is an error as soon as something else is typed", async () => {
    const client = await connect(TYPING);
    client.open(URI, START);
    type(client, 2, 3, 0, "c");
    await pushed(client, 2);
    type(client, 3, 1, 13, "c");
    assert.deepEqual((await pushed(client, 3)).at(-1), ["syntax", 1]);
  });

  test("a host whose next part is missing is not reported while it is being typed", async () => {
    const client = await connect(TYPING);
    client.open(URI, START);
    const found = async (version: number, times?: number) => {
      const all = await pushed(client, version, times);
      return all.filter((one) => String(one).startsWith("invalid-host"));
    };
    for (const [at, letter] of [...".c-d-"].entries()) {
      type(client, 2 + at, 1, 13 + at, letter);
      assert.deepEqual(await found(2 + at), []);
    }
    leave(client);
    assert.deepEqual(await found(6, 2), [["invalid-host", 1]]);
  });

  test("is an error in a file that is opened", async () => {
    const client = await connect(TYPING);
    client.open(URI, `${START}c`);
    assert.deepEqual(await pushed(client, 1), [["syntax", 1]]);
  });

  test("is an error at once for a client that does not say when typing ends", async () => {
    const client = await connect();
    client.open(URI, START);
    await pushed(client, 1);
    type(client, 2, 3, 0, "c");
    assert.deepEqual(await pushed(client, 2), [["syntax", 1]]);
  });

  test("makes a client that pulls ask again when the cursor has left it", async () => {
    const client = await connect(PULL);
    let refreshes = 0;
    client.connection.onRequest("workspace/diagnostic/refresh", () => {
      refreshes++;
      return null;
    });
    client.open(URI, START);
    type(client, 2, 3, 0, "c");
    const typed = await pull(client);
    assert.ok(typed.kind === "full" && typed.resultId !== undefined);
    assert.deepEqual(
      typed.items.map(({ severity }) => severity),
      [4],
    );
    assert.equal((await pull(client, typed.resultId)).kind, "unchanged");
    leave(client);
    await client.until(() => refreshes > 0);
    const left = await pull(client, typed.resultId);
    assert.ok(left.kind === "full");
    assert.deepEqual(
      left.items.map(({ severity }) => severity),
      [1],
    );
  });

  test("is an error for an installation, even if somebody is still typing", async () => {
    const client = await connect(TYPING);
    client.open(URI, START);
    type(client, 2, 3, 0, "c");
    await pushed(client, 2);
    const found = await client.request<{ severity: string }[]>("capOperator/problems", { uri: URI });
    assert.deepEqual(
      found.map(({ severity }) => severity),
      ["error"],
    );
  });
});

test("several cursors type in several places", async () => {
  const client = await connect(TYPING);
  client.open(URI, `${START}controller:\n  \nwebhook:\n  \n`);
  await pushed(client, 1);
  const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 2 } });
  void client.connection.sendNotification("textDocument/didChange", {
    textDocument: { uri: URI, version: 2 },
    contentChanges: [
      { range: at(6), text: "x" },
      { range: at(4), text: "x" },
    ],
  });
  const severities = (await pushed(client, 2)).map((found) => String(found).split(",")[1]);
  assert.ok(severities.length >= 2);
  assert.deepEqual([...new Set(severities)], ["4"]);
});
