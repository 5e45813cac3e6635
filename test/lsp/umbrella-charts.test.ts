import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { CodeAction, CompletionItem, Hover, Location } from "vscode-languageserver-types";
import type { FileStatus, ReleaseSummary, ValuesFacts, ValuesProblem } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

type Files = Readonly<Record<string, string>>;

const OPERATOR: Files = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
  "values.yaml": `controller:
  replicas: 1
  # -- How many *things* the controller does at once.
  parallelism: 5
subscriptionServer:
  istioSystemNamespace: istio-system
  domain: ""
  dnsTarget: ""
webhook:
  sidecar: false
`,
  "templates/all.yaml": `{{ toYaml .Values.controller }}
{{ toYaml .Values.subscriptionServer }}
{{ .Values.webhook.sidecar }}
{{ .Values.global.region }}
`,
};

const REQUIRED =
  "  subscriptionServer:\n    domain: a.cluster-a.internal\n    dnsTarget: b.cluster-a.internal\n";

function description(...more: readonly string[]): string {
  const listed = ["- name: cap-operator", "  repository: oci://registry.internal/charts", ...more];
  return `apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n  - name: postgres\n    version: 1.0.0\n${listed.map((line) => `  ${line}\n`).join("")}`;
}

function inFolder(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

const UNPACKED = inFolder("platform/charts/cap-operator", OPERATOR);

async function at(files: Files, settings: object = {}) {
  const ws = workspace(files);
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    capabilities: {
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    },
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { showsChartFiles: true, capOperator: settings },
    },
  });
  return { ws, client };
}

function open(ws: Workspace, client: TestClient, name: string, text: string): string {
  const uri = ws.write(name, text);
  client.open(uri, text);
  return uri;
}

async function statusOf(client: TestClient, uri: string): Promise<FileStatus> {
  return client.request<FileStatus>("capOperator/fileStatus", { uri });
}

/** All problems of a file, once everything is known of its chart. */
async function problemsOf(client: TestClient, uri: string): Promise<string[]> {
  const found = await client.request<ValuesProblem[]>("capOperator/problems", { uri });
  return found.map(({ code, message, range }) => `${range?.start.line} ${code}: ${message}`);
}

async function labelsAt(client: TestClient, uri: string, line: number, character: number) {
  const textDocument = { uri };
  const items = await client.request<CompletionItem[]>("textDocument/completion", {
    textDocument,
    position: { line, character },
  });
  return items.map(({ label }) => label);
}

async function effective(client: TestClient, of: object): Promise<string[]> {
  const { text } = await client.request<{ text: string }>("capOperator/effectiveValues", { of });
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

suite("a chart that lists the operator's as a dependency", () => {
  test("makes its values ours, with the chart in its folder", async () => {
    const { ws, client } = await at({ "platform/Chart.yaml": description("  version: 0.34.0"), ...UNPACKED });
    const uri = open(ws, client, "platform/values.yaml", "postgres: {replicas: many}\n");
    const { kind, reason, explanation, chart, umbrella } = await statusOf(client, uri);
    assert.deepEqual(
      [kind, reason, explanation],
      [
        "values",
        "umbrella-chart",
        'Chart.yaml lists cap-operator as a dependency, so its values are below "cap-operator".',
      ],
    );
    assert.equal(chart?.name, "cap-operator 0.34.0");
    assert.deepEqual(chart?.source, { from: "files", uri: ws.at("platform/charts/cap-operator") });
    assert.deepEqual(umbrella, { name: "platform", path: path.join(ws.folder, "platform") });
  });

  test("nothing is said of what is not below its key", async () => {
    const { ws, client } = await at({ "platform/Chart.yaml": description("  version: 0.34.0"), ...UNPACKED });
    const text = `controller: 1\npostgres:\n  a: {{ x }}\n\tb: 2\ncap-operator:\n${REQUIRED}  nope: 1\nwebhook:\n  no: [\n`;
    const uri = open(ws, client, "platform/values.yaml", text);
    await client.until(() => client.published.some((one) => one.uri === uri));
    assert.deepEqual(
      await problemsOf(client, uri).then((all) => all.filter((one) => !one.includes("Helm rejects"))),
      ['8 unknown-key: Unknown key "nope" in "cap-operator". Helm ignores it.'],
    );
    for (const [line, character] of [
      [0, 12],
      [9, 2],
    ] as const) {
      assert.deepEqual(await labelsAt(client, uri, line, character), []);
      const hover = await client.request("textDocument/hover", {
        textDocument: { uri },
        position: { line: 0, character: 3 },
      });
      assert.equal(hover, null);
    }
  });

  test("below its alias, keys are completed, shown, led to their declaration and to what reads them", async () => {
    const { ws, client } = await at({
      "platform/Chart.yaml": description("  version: ~0.34.0", "  alias: operator"),
      ...UNPACKED,
    });
    const uri = open(
      ws,
      client,
      "platform/values.yaml",
      `operator:\n  controller:\n    parallelism: 7\n    \n`,
    );
    assert.deepEqual(await labelsAt(client, uri, 3, 4), ["replicas"]);
    const textDocument = { uri };
    const position = { line: 2, character: 6 };
    const hover = await client.request<Hover>("textDocument/hover", { textDocument, position });
    assert.match(JSON.stringify(hover.contents), /controller\.parallelism .*How many \*things\*.*Default: 5/);
    const declaration = {
      uri: ws.at("platform/charts/cap-operator/values.yaml"),
      range: { start: { line: 3, character: 2 }, end: { line: 3, character: 13 } },
    };
    assert.deepEqual(await client.request("textDocument/definition", { textDocument, position }), [
      declaration,
    ]);
    await client.request("capOperator/problems", { uri });
    const context = { includeDeclaration: false };
    const found = await client.request<Location[]>("textDocument/references", {
      textDocument,
      position,
      context,
    });
    assert.deepEqual(
      found.map((one) => [one.uri, one.range.start.line]),
      [
        [ws.at("platform/charts/cap-operator/templates/all.yaml"), 0],
        [uri, 2],
      ],
    );
  });

  test("at the top level, its key is offered, and nothing else", async () => {
    const { ws, client } = await at({
      "platform/Chart.yaml": description("  version: 0.34.0", "  alias: operator"),
      ...UNPACKED,
    });
    const uri = open(ws, client, "platform/prod-values.yaml", "postgres: {}\nop\n");
    assert.deepEqual(await labelsAt(client, uri, 1, 2), ["operator"]);
    client.change(uri, 2, "operator: {}\n\n");
    assert.deepEqual(await labelsAt(client, uri, 1, 0), []);
  });

  test("values files beside it are over its own values", async () => {
    const { ws, client } = await at({
      "platform/Chart.yaml": description("  version: 0.34.0"),
      "platform/values.yaml": `global: {region: eu}\ncap-operator:\n${REQUIRED}  controller: {parallelism: 6, replicas: 2}\n`,
      ...UNPACKED,
    });
    const text = "cap-operator:\n  controller:\n    replicas: 3\n";
    const uri = open(ws, client, "platform/prod-values.yaml", text);
    assert.deepEqual(await problemsOf(client, uri), []);
    assert.deepEqual(await effective(client, { uri }), [
      "global:",
      "  region: eu  # values.yaml of platform:1",
      "controller:",
      "  replicas: 3  # prod-values.yaml:3",
      "  parallelism: 6  # values.yaml of platform:6",
      "subscriptionServer:",
      "  istioSystemNamespace: istio-system  # default, chart line 6",
      "  dnsTarget: b.cluster-a.internal  # values.yaml of platform:5",
      "  domain: a.cluster-a.internal  # values.yaml of platform:4",
      "webhook:",
      "  sidecar: false  # default, chart line 10",
    ]);
  });

  test("what is missing is reported at its key, and inserted below it", async () => {
    const { ws, client } = await at({
      "platform/Chart.yaml": description("  version: 0.34.0", "  alias: operator"),
      ...UNPACKED,
    });
    const text = "operator:\n  controller: {replicas: 3}\nmore: 1\n";
    const uri = open(ws, client, "platform/prod-values.yaml", text);
    const shown = await client.until(() =>
      client.published.findLast((one) => one.uri === uri && one.diagnostics.length > 0),
    );
    const [missing] = shown.diagnostics;
    assert.deepEqual(missing?.range, { start: { line: 0, character: 0 }, end: { line: 0, character: 8 } });
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: missing?.range,
      context: { diagnostics: shown.diagnostics },
    });
    const edits = actions.flatMap(({ edit }) => edit?.changes?.[uri] ?? []);
    assert.deepEqual(edits[0], {
      range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
      newText:
        "  subscriptionServer:\n    dnsTarget: <public_ingress_subdomain>.<cluster_domain>\n    domain: <subdomain>.<cluster_domain>\n",
    });
  });

  test("a key that only its condition needs is known; switched off, nothing is missing and the key says so", async () => {
    const { ws, client } = await at({
      "platform/Chart.yaml": description(
        "  version: 0.34.0",
        "  alias: operator",
        "  condition: operator.enabled",
      ),
      ...UNPACKED,
    });
    const uri = open(ws, client, "platform/values.yaml", "operator:\n  enabled: true\n");
    assert.deepEqual(
      (await problemsOf(client, uri)).map((one) => one.split(":")[0]),
      ["0 required-for-install"],
    );
    client.change(uri, 2, "operator:\n  enabled: false\n");
    assert.deepEqual(await problemsOf(client, uri), []);
    const position = { line: 0, character: 2 };
    const hover = await client.request<Hover>("textDocument/hover", { textDocument: { uri }, position });
    assert.match(JSON.stringify(hover.contents), /Switched off by operator\.enabled \(values\.yaml:2\)/);
  });
});

suite("where the operator's chart is", () => {
  const TEXT = "cap-operator:\n  controller: {parallelism: 7}\n";
  const NAME = "platform/values.yaml";

  async function sourceIn(files: Files, prepare: (ws: Workspace) => void = () => undefined) {
    const ws = workspace(files);
    prepare(ws);
    const client = await connect({
      server: { charts: new DiskChartFiles(wholeMachine) },
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
    });
    const { chart } = await statusOf(client, open(ws, client, NAME, TEXT));
    await client.close();
    return [chart?.name, chart?.source.from, chart?.explanation];
  }

  const pack = (version: string) =>
    packed(
      entriesOf(
        inFolder("cap-operator", {
          ...OPERATOR,
          "Chart.yaml": `apiVersion: v2\nname: cap-operator\nversion: ${version}\n`,
        }),
      ),
    );

  function putArchive(ws: Workspace, name: string, version: string): void {
    const folder = path.join(ws.folder, "platform/charts");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), pack(version));
  }

  test("in an archive, in the version that is wanted", async () => {
    const files = { "platform/Chart.yaml": description("  version: ~0.30.0") };
    const found = await sourceIn(files, (ws) => {
      putArchive(ws, "cap-operator-0.29.0.tgz", "0.29.0");
      putArchive(ws, "cap-operator-0.30.0.tgz", "0.30.0");
    });
    assert.deepEqual(found.slice(0, 2), ["cap-operator 0.30.0", "files"]);
  });

  test("in the folder that its repository names", async () => {
    const files = {
      "platform/Chart.yaml": description("  version: 0.34.0").replace(
        "oci://registry.internal/charts",
        "file://../mine",
      ),
      ...inFolder("mine", OPERATOR),
    };
    assert.deepEqual((await sourceIn(files)).slice(0, 2), ["cap-operator 0.34.0", "files"]);
  });

  test("nowhere: in the version of Chart.lock", async () => {
    const files = {
      "platform/Chart.yaml": description("  version: '>=0.20.0, <0.31.0'"),
      "platform/Chart.lock":
        "dependencies:\n- name: cap-operator\n  repository: oci://x\n  version: 0.29.1\n",
    };
    assert.deepEqual(await sourceIn(files), [
      "cap-operator 0.29.1",
      "built-in",
      "The Chart.yaml next to or above this file depends on the chart cap-operator.",
    ]);
  });

  test("nowhere: in the newest known version of its range", async () => {
    const files = { "platform/Chart.yaml": description("  version: '>=0.20.0, <0.31.0'") };
    assert.deepEqual(await sourceIn(files), [
      "cap-operator 0.30.0",
      "built-in",
      "The Chart.yaml next to or above this file depends on the chart cap-operator. 0.30.0 is the newest known version in >=0.20.0, <0.31.0.",
    ]);
  });

  test("nowhere, and no such version is known: in the newest of all", async () => {
    const files = { "platform/Chart.yaml": description("  version: ^7.0.0") };
    const [name, from] = await sourceIn(files);
    assert.deepEqual([name, from], ["cap-operator 0.34.0", "built-in"]);
  });
});

suite("a release whose chart brings the operator's along", () => {
  const values = `cap-operator:\n${REQUIRED}  controller: {parallelism: 7}\n`;

  function archive(): Buffer {
    return packed(
      entriesOf({
        ...inFolder("platform", {
          "Chart.yaml": description("  version: 0.34.0"),
          "values.yaml": "global: {region: eu}\ncap-operator: {controller: {replicas: 4}}\n",
        }),
        ...inFolder("platform/charts/cap-operator", OPERATOR),
      }),
    );
  }

  test("from an archive: values, entries, facts and problems", async () => {
    const release = {
      name: "prod",
      chart: "platform-1.0.0.tgz",
      values: ["env/prod.yaml"],
      set: ["cap-operator.controller.replicas=5", "cap-operator.webhook.nope=1", "postgres.x=1"],
    };
    const { ws, client } = await at({}, { releases: [release] });
    writeFileSync(path.join(ws.folder, "platform-1.0.0.tgz"), archive());
    const uri = open(ws, client, "env/prod.yaml", values);
    const { explanation, chart } = await statusOf(client, uri);
    assert.equal(
      explanation,
      'The settings list this file in the values of release prod. The chart platform lists cap-operator as a dependency, so its values are below "cap-operator".',
    );
    assert.deepEqual(chart?.source, { from: "files", uri: ws.at("platform-1.0.0.tgz") });
    const of = { release: "prod" };
    const lines = await effective(client, of);
    assert.ok(lines.includes("  replicas: 5  # --set #1"), lines.join("\n"));
    assert.ok(lines.includes("  region: eu  # values.yaml of platform:1"), lines.join("\n"));
    assert.ok(lines.includes("  parallelism: 7  # prod.yaml:5"), lines.join("\n"));
    const facts = await client.request<ValuesFacts>("capOperator/valuesFacts", { of });
    assert.deepEqual(facts.required.map(({ path: at, value }) => [at, value]).sort(), [
      ["cap-operator.subscriptionServer.dnsTarget", "b.cluster-a.internal"],
      ["cap-operator.subscriptionServer.domain", "a.cluster-a.internal"],
    ]);
    const problems = await client.request<ValuesProblem[]>("capOperator/problems", of);
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['--set #2 (cap-operator.webhook.nope=1): Unknown key "nope" in "webhook". Helm ignores it.'],
    );
    const definition = await client.request<Location[]>("textDocument/definition", {
      textDocument: { uri },
      position: { line: 4, character: 20 },
    });
    assert.deepEqual(
      definition.map((one) => one.uri.replace(/^.*platform-/, "")),
      ["1.0.0.tgz/charts/cap-operator/values.yaml"],
    );
  });

  test("without a chart, it is installed with the one around its files, and its own values are not given twice", async () => {
    const release = { name: "prod", values: ["platform/env/prod.yaml"] };
    const { ws, client } = await at(
      {
        "platform/Chart.yaml": description("  version: 0.34.0"),
        "platform/values.yaml": "cap-operator: {controller: {replicas: 4}}\n",
        "platform/env/prod.yaml": values,
        ...UNPACKED,
      },
      { releases: [release] },
    );
    const [found] = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.deepEqual(
      [found?.chart, found?.values],
      [path.join(ws.folder, "platform"), [ws.at("platform/env/prod.yaml")]],
    );
    const lines = await effective(client, { release: "prod" });
    assert.ok(lines.includes("  replicas: 4  # values.yaml of platform:1"), lines.join("\n"));
  });

  test("values are set below the key", async () => {
    const { ws, client } = await at({ "platform/Chart.yaml": description("  version: 0.34.0"), ...UNPACKED });
    const uri = open(ws, client, "platform/prod-values.yaml", "postgres: 1\n");
    const facts = await client.request<ValuesFacts>("capOperator/valuesFacts", { of: { uri } });
    const wanted = facts.required.map(({ path: at }) => ({ path: at, value: "x.y" }));
    const edits = await client.request<{ newText: string }[]>("capOperator/setValues", {
      uri,
      values: wanted,
    });
    assert.deepEqual(
      edits.map(({ newText }) => newText),
      ["cap-operator:\n  subscriptionServer:\n    dnsTarget: x.y\n    domain: x.y\n"],
    );
  });

  test("values are not migrated, and that is said", async () => {
    const { ws, client } = await at({ "platform/Chart.yaml": description("  version: 0.30.0"), ...UNPACKED });
    const uri = open(ws, client, "platform/values.yaml", values);
    const upgrade = await client.request<{ notes: { sentence: string }[]; files: unknown[] }>(
      "capOperator/upgradeValues",
      { of: { uri }, to: { name: "cap-operator 0.34.0" } },
    );
    assert.deepEqual(upgrade.files, []);
    assert.deepEqual(
      upgrade.notes.map(({ sentence }) => sentence),
      [
        'The values below "cap-operator" are those of a dependency of the chart platform, and are not migrated. Change the version of cap-operator in its Chart.yaml; what no longer fits is then reported in the values files.',
      ],
    );
  });
});

test("Chart.yaml and the charts in its folder are followed", async () => {
  const { ws, client } = await at({ "platform/Chart.yaml": description("  version: 0.34.0") });
  const uri = open(ws, client, "platform/values.yaml", "operator:\n  controller: {parallelism: 7}\n");
  assert.equal((await statusOf(client, uri)).chart?.source.from, "built-in");
  const tell = async (name: string, text: string) => {
    const changed = ws.write(name, text);
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: changed, type: 2 }],
    });
  };
  await tell("platform/Chart.yaml", description("  version: 0.34.0", "  alias: operator"));
  assert.match((await statusOf(client, uri)).explanation, /below "operator"/);
  for (const [name, text] of Object.entries(UNPACKED)) await tell(name, text);
  await client.until(async () => (await statusOf(client, uri)).chart?.source.from === "files");
  await tell("platform/Chart.yaml", "apiVersion: v2\nname: platform\nversion: 1.0.0\n");
  const { kind, reason } = await statusOf(client, uri);
  assert.deepEqual([kind, reason], [null, "other-chart"]);
});

test("values files follow while the values of the chart are edited, before they are saved", async () => {
  const own = "cap-operator: {controller: {replicas: 4}}\n";
  const { ws, client } = await at({
    "platform/Chart.yaml": description("  version: 0.34.0"),
    "platform/values.yaml": own,
    ...UNPACKED,
  });
  const uri = open(ws, client, "platform/prod-values.yaml", "cap-operator:\n  webhook: {sidecar: true}\n");
  const replicas = async () => (await effective(client, { uri })).find((line) => line.includes("replicas"));
  assert.equal(await replicas(), "  replicas: 4  # values.yaml of platform:1");
  const values = open(ws, client, "platform/values.yaml", own);
  client.change(values, 2, `\n${own.replace("4", "6")}`);
  assert.equal(await replicas(), "  replicas: 6  # values.yaml of platform:2");
});

suite("hostile charts around the operator's", () => {
  const TEXT = "cap-operator:\n  controller: {replicas: 2}\n";

  async function judged(chart: string, text = TEXT, prepare: (ws: Workspace) => void = () => undefined) {
    const { ws, client } = await at({ "platform/Chart.yaml": chart });
    prepare(ws);
    const uri = open(ws, client, "platform/values.yaml", text);
    const status = await statusOf(client, uri);
    const problems = await problemsOf(client, uri);
    await client.close();
    return { status, problems };
  }

  test("an alias that is special to JavaScript is a key like any other", async () => {
    for (const alias of ["__proto__", "constructor", "toString"]) {
      const text = `${alias}:\n${REQUIRED}  nope: 1\n`;
      const { status, problems } = await judged(description("  version: 0.34.0", `  alias: ${alias}`), text);
      assert.equal(status.reason, "umbrella-chart");
      assert.deepEqual(
        problems.map((one) => one.split(":")[0]),
        ["4 unknown-key"],
      );
      assert.equal(Object.hasOwn(Object.prototype, "nope"), false);
    }
  });

  test("an alias that Helm rejects is none", async () => {
    for (const alias of ["../up", "a/b", "a.b", "'a b'", "'*'"]) {
      const { status } = await judged(description("  version: 0.34.0", `  alias: ${alias}`));
      assert.deepEqual([status.kind, status.reason], [null, "other-chart"], alias);
    }
  });

  test("dependencies in great number are passed over, and so are ranges of great length", async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `  - name: d${index}\n    version: 1.0.0\n`).join(
      "",
    );
    const late = await judged(
      `apiVersion: v2\nname: platform\ndependencies:\n${many}  - name: cap-operator\n`,
    );
    assert.equal(late.status.kind, null);
    const range = `${"<0.30.0 || ".repeat(20_000)}>0.1.0`;
    const long = await judged(description(`  version: "${range}"`));
    assert.equal(long.status.chart?.name, "cap-operator 0.34.0");
    assert.ok((long.status.chart?.explanation.length ?? 0) < 1000);
  });

  test("a chart that brings itself along, by name and by link, is read once", async () => {
    const itself = await judged(description("  version: 0.34.0"), TEXT, (ws) => {
      mkdirSync(path.join(ws.folder, "platform/charts"));
      symlinkSync(path.join(ws.folder, "platform"), path.join(ws.folder, "platform/charts/cap-operator"));
    });
    assert.equal(itself.status.chart?.source.from, "built-in");
    const circular = description("  version: 0.34.0").replace("name: platform", "name: cap-operator");
    const named = await judged(circular, TEXT, (ws) => {
      mkdirSync(path.join(ws.folder, "platform/charts"));
      symlinkSync(path.join(ws.folder, "platform"), path.join(ws.folder, "platform/charts/cap-operator"));
    });
    assert.equal(named.status.kind, "values");
  });

  test("links to nowhere, files in the place of folders, and broken archives are no charts", async () => {
    const { status } = await judged(description("  version: 0.34.0"), TEXT, (ws) => {
      const charts = path.join(ws.folder, "platform/charts");
      mkdirSync(charts);
      symlinkSync("/nowhere", path.join(charts, "cap-operator-1.0.0.tgz"));
      writeFileSync(path.join(charts, "cap-operator"), "no folder");
      writeFileSync(path.join(charts, "cap-operator-2.0.0.tgz"), "no archive");
    });
    assert.deepEqual([status.reason, status.chart?.source.from], ["umbrella-chart", "built-in"]);
  });

  test("a Chart.yaml of other shapes is nobody's", async () => {
    for (const dependencies of [
      "1",
      "{name: cap-operator}",
      "[[cap-operator]]",
      "[{name: [cap-operator]}]",
      "[null]",
    ]) {
      const { status } = await judged(`apiVersion: v2\nname: platform\ndependencies: ${dependencies}\n`);
      assert.equal(status.kind, null, dependencies);
    }
  });
});

test("a chart without the operator's looks into no folder of charts", async () => {
  const charts = new DiskChartFiles(wholeMachine);
  const looked: string[] = [];
  const { brought } = charts;
  charts.brought = (folder) => {
    looked.push(folder);
    return brought.call(charts, folder);
  };
  const ws = workspace({
    "shop/Chart.yaml": "apiVersion: v2\nname: shop\ndependencies:\n  - name: postgres\n    version: 1.0.0\n",
  });
  const client = await connect({
    server: { charts },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
  });
  assert.equal((await statusOf(client, open(ws, client, "shop/values.yaml", "a: 1\n"))).kind, null);
  assert.deepEqual(looked, []);
});
