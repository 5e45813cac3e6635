import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Diagnostic } from "vscode-languageserver";
import type {
  EffectiveValuesDocument,
  EntryProblemsParams,
  ValuesProblem,
} from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const SET = "subscriptionServer:\n  domain: cop.a.internal\n  dnsTarget: lb.a.internal\n";
const UNKNOWN = 'Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?';

interface Connected {
  readonly client: TestClient;
  /** The notifications about entries, the latest last. */
  readonly told: EntryProblemsParams[];
  /** Changes the releases. */
  configure(releases: unknown): void;
}

async function connected(ws: Workspace, releases: unknown, entryProblems: boolean): Promise<Connected> {
  let current = releases;
  const client = await connect({
    capabilities: { workspace: { configuration: true } },
    configuration: () => ({ releases: current }),
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { entryProblems },
    },
  });
  const told: EntryProblemsParams[] = [];
  client.connection.onNotification("capOperator/entryProblems", (params) => void told.push(params));
  return {
    client,
    told,
    configure(changed) {
      current = changed;
      void client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    },
  };
}

const lines = ({ problems }: EntryProblemsParams): string[] =>
  problems.map(
    ({ release, flag, text, severity, code, message }) =>
      `${release.namespace}/${release.name} ${flag} ${text}: ${severity} ${code}: ${message}`,
  );

test("charts that the settings of the editor name and that cannot be used are told with what is written there", async () => {
  const ws = workspace({ "a.yaml": SET });
  let settings: object = {
    chart: "./nope",
    releases: [
      { name: "prod", chart: "./gone.tgz", values: ["a.yaml"] },
      { name: "dev", chart: "cap-operator", version: "latest", values: ["a.yaml"] },
    ],
  };
  const client = await connect({
    capabilities: { workspace: { configuration: true } },
    configuration: () => settings,
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "w" }],
      initializationOptions: { entryProblems: true },
    },
  });
  const told: EntryProblemsParams[] = [];
  client.connection.onNotification("capOperator/entryProblems", (params) => void told.push(params));
  const found = await client.until(() => told.find((one) => one.settings.length === 3)?.settings);
  assert.deepEqual(found, [
    { key: "chart", value: "./nope", severity: "error", message: "No chart found at ./nope." },
    {
      key: "chart",
      value: "./gone.tgz",
      severity: "error",
      message: "No chart found at ./gone.tgz.",
      release: { name: "prod" },
    },
    {
      key: "version",
      value: "latest",
      severity: "error",
      message: "cap-operator has no version latest. The newest known version is 0.34.0.",
      release: { name: "dev" },
    },
  ]);
  settings = { chart: "cap-operator" };
  void client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await client.until(() => told.at(-1)?.settings.length === 0);
});

describe("what is wrong with entries of releases", () => {
  const release = (...set: string[]) => [
    { name: "prod", namespace: "one", values: ["a.yaml"], set, setJson: [] },
  ];

  test("is told to a client that shows it at the entry, and withdrawn when it is mended", async () => {
    const ws = workspace({ "a.yaml": SET });
    const { client, told, configure } = await connected(
      ws,
      release("controller.replicaz=3", "webhook.replicas=abc", "a[=1"),
      true,
    );
    const first = await client.until(() => told[0]);
    assert.deepEqual(lines(first).slice(1), [
      `one/prod set controller.replicaz=3: warning unknown-key: ${UNKNOWN}`,
      'one/prod set webhook.replicas=abc: error wrong-type: "replicas" takes a whole number, but Helm reads text here.',
    ]);
    assert.match(lines(first)[0] ?? "", /^one\/prod set a\[=1: error syntax: Helm rejects --set #3/);
    assert.deepEqual(first.problems[1]?.files, [ws.at("a.yaml")]);
    assert.equal(first.problems[1]?.sentence, `Release prod: --set #1 (controller.replicaz=3): ${UNKNOWN}`);
    configure(release("controller.replicas=3"));
    await client.until(() => told.at(-1)?.problems.length === 0);
  });

  test("follows the files that the entries are merged with", async () => {
    const ws = workspace({ "a.yaml": SET });
    const manager = "subscriptionServer.certificateManager=CertController";
    const { client, told } = await connected(ws, release(manager), true);
    const isIncomplete = () =>
      told.at(-1)?.problems.some(({ code }) => code === "certificate-config-incomplete");
    await client.until(isIncomplete);
    const issuer = "certController: {issuerGroup: a.b, issuerKind: C, issuerName: x}";
    client.open(ws.at("a.yaml"), `${SET}  certificateConfig:\n    ${issuer}\n`);
    await client.until(() => isIncomplete() === false);
  });

  test("is not said in the values files of a client that shows it at the entry", async () => {
    const ws = workspace({ "a.yaml": SET });
    const { client, told } = await connected(ws, release("controller.replicaz=3", "a[=1"), true);
    client.open(ws.at("a.yaml"), SET);
    await client.until(() => client.published.length > 0 && told.length > 0);
    assert.deepEqual(client.published.at(-1)?.diagnostics, []);
  });

  test("is said at the top of the values files for any other client", async () => {
    const ws = workspace({ "a.yaml": SET });
    const { client, told, configure } = await connected(ws, release("controller.replicaz=3"), false);
    client.open(ws.at("a.yaml"), SET);
    const problems = (): Diagnostic[] => client.published.at(-1)?.diagnostics ?? [];
    const [problem] = await client.until(() => problems().length === 1 && problems());
    assert.equal(problem?.message, `Release prod: --set #1 (controller.replicaz=3): ${UNKNOWN}`);
    assert.equal(problem.code, "unknown-key");
    assert.equal(problem.severity, 2);
    assert.deepEqual(problem.range, {
      start: { line: 0, character: 0 },
      end: { line: 0, character: "subscriptionServer:".length },
    });
    configure(release("controller.replicas=3"));
    await client.until(() => problems().length === 0);
    assert.deepEqual(told, []);
  });

  test("is said before an installation, and above the effective values", async () => {
    const ws = workspace({ "a.yaml": SET });
    const { client } = await connected(ws, release("controller.replicaz=3"), true);
    const found = await client.request<ValuesProblem[]>("capOperator/problems", { release: "prod" });
    const sentence = `--set #1 (controller.replicaz=3): ${UNKNOWN}`;
    assert.deepEqual(found, [{ severity: "warning", code: "unknown-key", message: sentence }]);
    const shown = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
      of: { release: "prod" },
    });
    const [header = ""] = shown.text.split("\n\n");
    assert.ok(header.replaceAll("\n# ", " ").includes(sentence), header);
  });
});
