import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { CompletionItem, Hover, Location } from "vscode-languageserver-types";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const DESCRIPTION = "apiVersion: v2\nname: my-operator\nversion: 7.1.0\n";
const VALUES = `# -- How many things at once.
controller:
  replicas: 3
  # -- How many *things* the controller does at once.
  parallelism: 5
  sidecar:
    enabled: false
  tolerations: []
subscriptionServer:
  istioSystemNamespace: istio-system
  domain: ""
  dnsTarget: ""
webhook:
  extra:
    resources: {}
`;
const FILES = {
  "charts/mine/templates/deployment.yaml": `{{- with .Values.controller }}
replicas: {{ .replicas }}
parallel: {{ .parallelism }}
{{- toYaml .tolerations }}
{{- end }}
level: {{ .Values.logLevel }}
host: {{ .Values.subscriptionServer.domain }} {{ .Values.subscriptionServer.dnsTarget }}
mesh: {{ .Values.subscriptionServer.istioSystemNamespace }}
{{ toYaml .Values.webhook }}
`,
  "charts/mine/Chart.yaml": DESCRIPTION,
  "charts/mine/values.yaml": VALUES,
  "prod/values.yaml": "",
};

async function at(files: Readonly<Record<string, string>> = FILES) {
  const ws = workspace(files);
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
  });
  return { ws, client, uri: ws.at("prod/values.yaml") };
}

const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const NAMED = "# cap-operator: values chart=../charts/mine\n";

async function codes(client: TestClient, uri: string, version: number): Promise<string[]> {
  const found = await client.until(() =>
    client.published.findLast((one) => one.uri === uri && one.version === version),
  );
  return found.diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

suite("a local chart", () => {
  test("is named by the comment at the top of a file, and shown", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  replicas: 2\n`);
    const { chart } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    assert.deepEqual([chart?.name, chart?.reason], ["my-operator 7.1.0", "modeline"]);
  });

  test("its own keys are known, those that only other charts have are not", async () => {
    const { client, uri } = await at();
    client.open(
      uri,
      `${NAMED}controller:\n  parallelism: 7\n  rolloutDelay: 2h\n  sidecar:\n    enabled: maybe\n`,
    );
    const all = () => client.published.findLast((one) => one.uri === uri && one.diagnostics.length > 2);
    await client.until(all);
    assert.deepEqual(await codes(client, uri, 1), [
      'required-for-install: "subscriptionServer.dnsTarget" and "subscriptionServer.domain" are required but not set.',
      'unknown-key: Unknown key "rolloutDelay" in "controller". Helm ignores it.',
      'unread-key: No template of my-operator 7.1.0 reads "controller.sidecar", so it has no effect.',
      'wrong-type: "enabled" takes a boolean, but Helm reads text here.',
    ]);
  });

  test("hover has its default and its comment, as text", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    const position = { line: 2, character: 4 };
    const hover = await client.request<Hover>("textDocument/hover", { textDocument: { uri }, position });
    assert.deepEqual(hover.contents, {
      kind: "plaintext",
      value:
        "controller.parallelism · number or text\n\nHow many *things* the controller does at once.\n\n- Default: 5\n\nDocumentation · Chart, line 5",
    });
  });

  test("a key that only its templates read is known", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}${REQUIRED}logLevel: 2\n`);
    const problems = await client.request<{ code: string }[]>("capOperator/problems", { uri });
    assert.deepEqual(problems, []);
  });

  test("references are the templates that read a key, and the files that set it", async () => {
    const { ws, client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    await client.until(() => client.published.length > 1);
    const found = await client.request<Location[]>("textDocument/references", {
      textDocument: { uri },
      position: { line: 2, character: 4 },
      context: { includeDeclaration: true },
    });
    const range = (line: number, from: number, to: number) => ({
      start: { line, character: from },
      end: { line, character: to },
    });
    assert.deepEqual(found, [
      { uri: ws.at("charts/mine/values.yaml"), range: range(4, 2, 13) },
      { uri: ws.at("charts/mine/templates/deployment.yaml"), range: range(2, 13, 25) },
      { uri, range: range(2, 2, 13) },
    ]);
  });

  test("a key leads to its line in the chart", async () => {
    const { ws, client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    const found = await client.request<Location[]>("textDocument/definition", {
      textDocument: { uri },
      position: { line: 2, character: 4 },
    });
    assert.deepEqual(
      found.map((place) => [place.uri, place.range.start]),
      [[ws.at("charts/mine/values.yaml"), { line: 4, character: 2 }]],
    );
  });

  test("completion offers its keys", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  \n`);
    const position = { line: 2, character: 2 };
    const list = await client.request<CompletionItem[]>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    assert.deepEqual(
      list
        .map(({ label }) => label)
        .filter((label) => !label.includes(" "))
        .sort(),
      ["parallelism", "replicas", "sidecar", "tolerations"],
    );
  });

  test("effective values are its own, with its lines", async () => {
    const { client, uri } = await at();
    client.open(uri, `${NAMED}controller:\n  parallelism: 7\n`);
    const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", {
      of: { uri },
    });
    assert.match(text, /replicas: 3 +# default, chart line 3/);
  });

  test("files follow while its values are edited, saved or not", async () => {
    const { ws, client, uri } = await at();
    client.open(uri, `${NAMED}${REQUIRED}controller:\n  another: 7\n`);
    const codesNow = () =>
      client.published.findLast((one) => one.uri === uri)?.diagnostics.map(({ code }) => code);
    await client.until(() => codesNow()?.includes("unknown-key"));
    const chart = ws.at("charts/mine/values.yaml");
    client.open(chart, VALUES);
    client.change(chart, 2, VALUES.replace("parallelism", "another"));
    await client.until(() => codesNow()?.includes("unread-key"));
    writeFileSync(fileURLToPath(chart), VALUES.replace("parallelism", "third"));
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: chart } });
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: chart, type: 2 }],
    });
    await client.until(() => codesNow()?.includes("unknown-key"));
  });

  test("files follow when its archive is replaced", async () => {
    const archive = (values: string) =>
      packed(entriesOf({ "mine/Chart.yaml": DESCRIPTION, "mine/values.yaml": values }));
    const { ws, client, uri } = await at({ "prod/values.yaml": "" });
    const packedUri = ws.at("mine.tgz");
    writeFileSync(fileURLToPath(packedUri), archive(VALUES));
    client.open(
      uri,
      `# cap-operator: values chart=../mine.tgz\n${REQUIRED}controller:\n  another: 7\n  parallelism: 7\n`,
    );
    const unknown = () =>
      client.published
        .findLast((one) => one.uri === uri)
        ?.diagnostics.filter(({ code }) => code === "unknown-key")
        .map(({ range }) => range.start.line)
        .join();
    const replacedBy = async (bytes: Uint8Array | string) => {
      writeFileSync(fileURLToPath(packedUri), bytes);
      await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: packedUri, type: 2 }],
      });
    };
    await client.until(() => unknown() === "5");
    await replacedBy(archive(VALUES.replace("parallelism", "another")));
    await client.until(() => unknown() === "6");
    // A chart that cannot be read is not known: both keys may be for any other.
    await replacedBy("no archive");
    const chart = async () =>
      (await client.request<FileStatus>("capOperator/fileStatus", { uri })).chart?.source.from;
    assert.equal(await chart(), "built-in");
    await replacedBy(archive(VALUES));
    await client.until(() => unknown() === "5");
  });
});
