// Every request and notification with every shape that is not the one of the protocol: an answer, and the next request is answered as before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorCodes, type Hover, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { connect, type TestClient } from "./client.ts";

const uri = "file:///ws/cap-operator-values.yaml";
const TEXT = "subscriptionServer:\n  domain: a.corp.org\n  domian: b\ncontroller:\n  replicas: 2\n";
const textDocument = { uri };
const position = { line: 4, character: 4 };
const range = { start: position, end: position };
const at = { textDocument, position };
const of = { uri };

const REQUESTS: Readonly<Record<string, object>> = {
  "textDocument/completion": { ...at, context: { triggerKind: 2, triggerCharacter: " " }, indent: 2 },
  "completionItem/resolve": {
    label: "replicas",
    data: { kind: "values", chart: "x", path: ["controller", "replicas"] },
    documentation: "x",
  },
  "textDocument/hover": at,
  "textDocument/definition": at,
  "textDocument/references": { ...at, context: { includeDeclaration: true } },
  "textDocument/prepareRename": at,
  "textDocument/rename": { ...at, newName: "other" },
  "textDocument/codeAction": {
    textDocument,
    range,
    context: {
      diagnostics: [{ range, message: "x", code: "unknown-key", source: "cap-operator" }],
      only: ["quickfix"],
      triggerKind: 1,
    },
  },
  "textDocument/codeLens": { textDocument },
  "textDocument/inlayHint": { textDocument, range },
  "textDocument/documentSymbol": { textDocument },
  "textDocument/foldingRange": { textDocument },
  "textDocument/selectionRange": { textDocument, positions: [position] },
  "textDocument/formatting": { textDocument, options: { tabSize: 2, insertSpaces: true } },
  "textDocument/diagnostic": { textDocument, previousResultId: "x" },
  "capOperator/effectiveHover": at,
  "capOperator/formattingObstacle": { textDocument },
  "capOperator/fileStatus": { uri },
  "capOperator/fileKinds": { uris: [uri] },
  "capOperator/snippets": { uri, position, indent: 2 },
  "capOperator/paste": { uri, position, text: "replicas: 2", indent: 2 },
  "capOperator/defaultsDocument": { kind: "values", comments: true, chart: "0.34.0" },
  "capOperator/missingDefaults": { uri },
  "capOperator/setValues": { uri, values: [{ path: "controller.replicas", value: "3" }] },
  "capOperator/checkWorkspace": { workDoneToken: 1 },
  "capOperator/clearWorkspaceCheck": {},
  "workspace/executeCommand": { command: "capOperator.fixRuleInWorkspace", arguments: ["unknown-key"] },
  "capOperator/knownCharts": {},
  "capOperator/chartsAt": { uris: ["file:///ws/chart"] },
  "capOperator/chartText": { uri: "cap-operator-chart:/a.tgz" },
  "capOperator/chartsKept": { charts: [{ chart: "oci://a", version: "1", path: "/a.tgz", digest: "0" }] },
  "capOperator/chartInUse": { of },
  "capOperator/upgradeValues": { of, to: { name: "cap-operator 0.34.0" } },
  "capOperator/effectiveValues": {
    of,
    form: "plain",
    chart: { uri: "file:///ws/chart", modeline: "chart=./c" },
  },
  "capOperator/renderedObjects": { of, unsaved: [uri] },
  "capOperator/compareRendered": {
    of,
    revision: { name: "revision 3", release: "cop", namespace: "ns", manifest: "" },
  },
  "capOperator/keyFields": { of, uri, position: { line: 1, character: 2 } },
  "capOperator/fieldKeys": {
    of,
    chart: { name: "a", version: "1" },
    as: { release: "a", namespace: "b" },
    line: 3,
    text: "a: 1",
    field: { kind: "A", name: "a", namespace: "b", path: "spec.a" },
  },
  "capOperator/effectiveOrigin": { of, form: "annotated", line: 3 },
  "capOperator/releases": { uri },
  "capOperator/problems": of,
  "capOperator/valuesFacts": { of },
  "capOperator/valuesFile": {
    listed: "cap-operator-0.34.0",
    values: "{}",
    chart: { uri: "file:///ws/chart", modeline: "chart=./c" },
  },
  "capOperator/valueOrigins": { of, paths: [["controller", 0]] },
  "capOperator/projectSettings": { uri },
  "capOperator/projectFile": { settings: { diagnostics: { enable: true } } },
  "capOperator/helmFound": { major: 3 },
  "capOperator/resourceDefinition": { source: "a", text: "kind: x" },
  "capOperator/clusterNames": {
    context: "a",
    issuers: [{ manager: "a", name: "b", namespace: "c" }],
    domains: ["a"],
    dnsTargets: ["b"],
  },
};

const other = { uri: "file:///ws/other-values.yaml" };
const NOTIFICATIONS: Readonly<Record<string, object>> = {
  "textDocument/didOpen": { textDocument: { ...other, languageId: "yaml", version: 1, text: "a: 1\n" } },
  "textDocument/didChange": {
    textDocument: { ...other, version: 2 },
    contentChanges: [{ range, rangeLength: 0, text: "b" }],
  },
  "textDocument/didSave": { textDocument: other },
  "textDocument/didClose": { textDocument: other },
  "workspace/didChangeWatchedFiles": { changes: [{ uri: other.uri, type: 2 }] },
  "workspace/didChangeConfiguration": { settings: { capOperator: { releases: [] } } },
  "workspace/didChangeWorkspaceFolders": { event: { added: [other], removed: [other] } },
  "capOperator/typingEnded": other,
  "capOperator/workspaceTrusted": {},
  "$/cancelRequest": { id: 77 },
  "$/setTrace": { value: "off" },
  "$/progress": { token: 1, value: 2 },
};

const WRONG: readonly unknown[] = [
  null,
  undefined,
  "x",
  "",
  "7",
  7,
  -1,
  1.5,
  1e308,
  true,
  [],
  [null],
  [[]],
  {},
  { uri: null },
  { __proto__: null, toString: 1 },
  "x".repeat(70_000),
  "file:///%E0%A4%A",
  "\u0000\u202E\n",
];

/** A value with one thing in it replaced, for each thing in it. */
function* mutations(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== "object" || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    for (const wrong of mutations(one)) {
      yield Array.isArray(value) ? [wrong, ...value] : { ...value, [key]: wrong };
    }
  }
}

async function start(): Promise<TestClient> {
  const client = await connect({
    capabilities: {
      workspace: { workspaceFolders: true },
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    },
  });
  client.open(uri, TEXT);
  return client;
}

async function answersStill(client: TestClient, after: string): Promise<void> {
  const hover = await client.request<Hover | null>("textDocument/hover", at);
  assert.match(JSON.stringify(hover), /replicas/i, after);
}

test("all requests and notifications are in the tables", async () => {
  const client = await start();
  const known = [...Object.keys(REQUESTS), ...Object.keys(NOTIFICATIONS)];
  await client.until(() => client.methods.includes("workspace/didChangeWorkspaceFolders"));
  assert.deepEqual(
    [...new Set(client.methods)].filter((method) => !known.includes(method)),
    [],
  );
});

for (const [method, right] of Object.entries(REQUESTS)) {
  test(`${method} answers wrong parameters with a sentence`, async () => {
    const client = await start();
    for (const wrong of mutations(right)) {
      const shown = `${method} ${JSON.stringify(wrong)?.slice(0, 200)}`;
      try {
        await client.connection.sendRequest(method, wrong);
      } catch (error) {
        assert.ok(error instanceof ResponseError, shown);
        const isSaid = [ErrorCodes.InvalidParams, LSPErrorCodes.RequestFailed].some(
          (code) => code === error.code,
        );
        assert.ok(isSaid, `${shown}: ${error.code} ${error.message}`);
        assert.match(error.message, /\.$/, shown);
      }
    }
    await answersStill(client, method);
    assert.deepEqual(
      client.log.filter((line) => line.includes("failed")),
      [],
    );
  });
}

test("what a handler needs is said", async () => {
  const client = await start();
  const said = async (method: string, params: unknown) => {
    const error: unknown = await client.connection.sendRequest(method, params).catch((one: unknown) => one);
    assert.ok(error instanceof ResponseError && error.code === ErrorCodes.InvalidParams, method);
    return error.message;
  };
  const ofPosition = "This request needs a position with a line and a character.";
  const ofFile = "This request needs the uri of a file.";
  assert.equal(await said("textDocument/hover", null), ofFile);
  assert.equal(await said("textDocument/hover", { textDocument: null, position }), ofFile);
  assert.equal(await said("textDocument/hover", { textDocument, position: null }), ofPosition);
  assert.equal(
    await said("textDocument/hover", { textDocument, position: { line: "4", character: 4 } }),
    ofPosition,
  );
  assert.equal(
    await said("textDocument/codeAction", { textDocument, range, context: { diagnostics: [null] } }),
    "This request needs a context with the diagnostics at the range.",
  );
  assert.equal(
    await said("textDocument/formatting", { textDocument, options: { tabSize: 1e9 } }),
    "This request needs options with a tab size from 1 to 16.",
  );
});

for (const [method, right] of Object.entries(NOTIFICATIONS)) {
  test(`${method} with wrong parameters is ignored`, async () => {
    const client = await start();
    for (const wrong of mutations(right)) await client.connection.sendNotification(method, wrong as object);
    await answersStill(client, method);
    const unexpected = client.log.filter((line) =>
      /failed|TypeError|Cannot read|is not a function/.test(line),
    );
    assert.deepEqual(
      unexpected.filter((line) => !line.includes("'$/")),
      [],
    );
  });
}

test("a notification that is ignored is one line in the log", async () => {
  const client = await start();
  await client.connection.sendNotification("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: null,
  } as object);
  await answersStill(client, "didChange");
  const line = "A notification was ignored: textDocument/didChange needs a list of changes with their texts.";
  assert.deepEqual(client.log, [line]);
});

test("initialize answers wrong parameters, and then right ones", async () => {
  const right = {
    processId: null,
    locale: "en",
    workspaceFolders: [{ uri: "file:///ws", name: "ws" }],
    initializationOptions: {
      commands: ["a"],
      keptCharts: [],
      documentation: { url: "a", command: "b" },
      helmPath: "",
    },
    capabilities: {
      workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: {
        hover: { contentFormat: ["markdown"] },
        foldingRange: { rangeLimit: 10 },
        completion: {
          completionItem: { insertTextModeSupport: { valueSet: [1] }, documentationFormat: ["markdown"] },
        },
      },
    },
  };
  for (const wrong of mutations(right)) {
    const shown = JSON.stringify(wrong)?.slice(0, 300) ?? "nothing";
    let isAnswered = false;
    const client = await connect({
      early: async (connection) => {
        try {
          await connection.sendRequest("initialize", wrong);
          isAnswered = true;
          await connection.sendRequest("shutdown");
        } catch (error) {
          assert.ok(
            error instanceof ResponseError && error.code === ErrorCodes.InvalidParams,
            `${shown}: ${error}`,
          );
        }
      },
    }).catch((error: unknown) => error);
    // A request that is answered begins the session, which begins once.
    if (isAnswered) {
      assert.ok(client instanceof ResponseError && client.code === ErrorCodes.InvalidRequest, shown);
      continue;
    }
    if (client instanceof ResponseError) assert.fail(`${shown}: ${client.message}`);
    await (client as TestClient).close();
  }
});
