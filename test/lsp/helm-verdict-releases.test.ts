import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { EntryProblemsParams, FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import type { AskHelm, RenderQuestion } from "../../server/workspace/helm/render-question.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const CHART = {
  "Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
  "values.yaml":
    'controller: {}\nowner: me\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook: {}\n',
  "templates/x.yaml": '{{ required "no owner" .Values.owner }}\n{{ toYaml .Values }}\n',
};
const HERE = Object.fromEntries(Object.entries(CHART).map(([name, text]) => [`charts/mine/${name}`, text]));
const OURS = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const PROJECT = ".cap-operator.yaml";
const REFUSAL = "execution error at (mine/templates/x.yaml:1:4): no owner";

/** A Helm that refuses values without an owner, as Helm does with the chart here. */
function refusing(asked: RenderQuestion[] = []): AskHelm {
  return async (question) => {
    asked.push(question);
    const last = question.sets.findLast(({ text }) => text.startsWith("owner="))?.text;
    const owners = question.values.flatMap(({ text }) => /^owner: (.*)$/m.exec(text)?.[1] ?? []);
    return (last?.slice(6) ?? owners.at(-1) ?? "me").replaceAll('"', "") === ""
      ? { is: "no" as const, error: REFUSAL }
      : { is: "yes" as const };
  };
}

interface Asked {
  readonly askHelm: AskHelm;
  readonly options?: object;
  readonly settings?: object;
}

function connected(ws: Workspace, { askHelm, options, settings = {} }: Asked): Promise<TestClient> {
  return connect({
    server: { charts: new DiskChartFiles(wholeMachine), askHelm: () => askHelm, helmPause: 20 },
    capabilities: { workspace: { configuration: true } },
    configuration: () => settings,
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      ...(options && { initializationOptions: options }),
    },
  });
}

function project(release: string): string {
  return `releases:\n  - name: prod\n    chart: ./charts/mine\n${release}`;
}

/** Helm's rejections, at their places in the file. */
function verdicts(client: TestClient, uri: string, of = "helm-template"): string[] | undefined {
  return client.published
    .findLast((one) => one.uri === uri)
    ?.diagnostics.filter(({ code }) => code === of)
    .map(({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message}`);
}

const rejected = "The chart rejects the values: no owner";

suite("a verdict about what an entry of a release has set", () => {
  test("is at the entry and not in the values files", async () => {
    const entries = "    values: [a.yaml]\n    set:\n      - controller.replicas=2\n      - owner=\n";
    const ws = workspace({ ...HERE, "a.yaml": `${OURS}owner: you\n`, [PROJECT]: project(entries) });
    const client = await connected(ws, { askHelm: refusing(), options: { entryProblems: true } });
    client.open(ws.at("a.yaml"), `${OURS}owner: you\n`);
    client.open(ws.at(PROJECT), project(entries));
    await client.until(() => verdicts(client, ws.at(PROJECT))?.length || undefined);
    assert.deepEqual(verdicts(client, ws.at(PROJECT)), [`7:9 ${rejected}`]);
    assert.deepEqual(verdicts(client, ws.at("a.yaml")), []);
    client.change(ws.at(PROJECT), 2, project(entries.replace("owner=", "owner=us")));
    await client.until(() => verdicts(client, ws.at(PROJECT))?.length === 0 || undefined);
  });

  test("an entry next to the key is not to blame", async () => {
    const entries = "    values: [a.yaml]\n    set: [controller.replicas=2]\n";
    const ws = workspace({ ...HERE, "a.yaml": "", [PROJECT]: project(entries) });
    const client = await connected(ws, { askHelm: refusing() });
    client.open(ws.at(PROJECT), project(entries));
    client.open(ws.at("a.yaml"), `${OURS}owner: ""\n`);
    await client.until(() => verdicts(client, ws.at("a.yaml"))?.length || undefined);
    assert.deepEqual(verdicts(client, ws.at("a.yaml")), [`4:1 ${rejected}`]);
    assert.deepEqual(verdicts(client, ws.at(PROJECT)), []);
  });

  test("also where the release has nothing but entries", async () => {
    const asked: RenderQuestion[] = [];
    const ws = workspace({ ...HERE, [PROJECT]: "" });
    const client = await connected(ws, { askHelm: refusing(asked) });
    client.open(ws.at(PROJECT), project("    set: [controller.replicas=2, owner=]\n"));
    await client.until(() => verdicts(client, ws.at(PROJECT))?.length || undefined);
    assert.deepEqual(verdicts(client, ws.at(PROJECT)), [`4:34 ${rejected}`]);
    assert.deepEqual([asked.at(-1)?.release, asked.at(-1)?.values], ["prod", []]);
  });

  test("so is what Kubernetes rejects in an object because of an entry, where the objects are looked at", async () => {
    const askHelm: AskHelm = async ({ sets, isShown }) => {
      const owner = sets.findLast(({ text }) => text.startsWith("owner="))?.text.slice(6) ?? "me";
      const output = `---\n# Source: mine/templates/x.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {owner: ${owner}}\n`;
      return isShown ? { is: "yes", output } : { is: "yes" };
    };
    const message = 'Kubernetes rejects ConfigMap/a: "data.owner" takes text, but gets a number.';
    for (const values of ["    values: [a.yaml]\n", ""]) {
      const text = project(`${values}    set: [owner=5]\n`);
      const ws = workspace({ ...HERE, "a.yaml": OURS, [PROJECT]: text });
      const client = await connected(ws, { askHelm });
      client.open(ws.at(PROJECT), text);
      await client.request("capOperator/renderedObjects", { of: { release: "prod" } });
      await client.until(() => verdicts(client, ws.at(PROJECT), "invalid-object")?.length || undefined);
      const line = text.split("\n").length - 1;
      assert.deepEqual(verdicts(client, ws.at(PROJECT), "invalid-object"), [`${line}:11 ${message}`]);
    }
  });

  test("is told to a client that shows it in its settings", async () => {
    const ws = workspace(HERE);
    const release = { name: "prod", chart: "./charts/mine", values: [], set: ["owner="] };
    const client = await connected(ws, {
      askHelm: refusing(),
      options: { entryProblems: true },
      settings: { releases: [release] },
    });
    const told: EntryProblemsParams[] = [];
    client.connection.onNotification("capOperator/entryProblems", (params) => void told.push(params));
    const found = await client.until(() =>
      told.at(-1)?.problems.find(({ code }) => code === "helm-template"),
    );
    assert.deepEqual([found.text, found.message, found.severity], ["owner=", rejected, "error"]);
  });
});

/** Waits until Helm has been asked about a file or cannot be, and returns the state of Helm. */
async function said(client: TestClient, uri: string) {
  for (;;) {
    const { helm } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    if (helm && helm.state !== "not-asked") return helm;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

suite("Helm is asked", () => {
  test("about a chart that was fetched, with its archive", async () => {
    const asked: RenderQuestion[] = [];
    const ws = workspace();
    const bytes = packed(
      entriesOf(Object.fromEntries(Object.entries(CHART).map(([name, text]) => [`mine/${name}`, text]))),
    );
    const archive = path.join(ws.folder, "kept/mine.tgz");
    mkdirSync(path.dirname(archive));
    writeFileSync(archive, bytes);
    const chart = "oci://registry.internal/charts/mine";
    const digest = createHash("sha256").update(bytes).digest("hex");
    const client = await connected(ws, {
      askHelm: refusing(asked),
      options: { keptCharts: [{ chart, version: "7.1.0", wanted: "7.1.0", path: archive, digest }] },
      settings: { chart, chartVersion: "7.1.0" },
    });
    client.open(ws.at("values.yaml"), `${OURS}owner: ""\n`);
    assert.deepEqual(await said(client, ws.at("values.yaml")), { state: "refuses", words: "no owner" });
    assert.equal(asked[0]?.chart, archive);
  });

  test("not where a values file of the release cannot be read, and the status says so", async () => {
    const ws = workspace({ ...HERE, [PROJECT]: project("    values: [a.yaml, missing.yaml]\n") });
    const client = await connected(ws, { askHelm: refusing() });
    client.open(ws.at("a.yaml"), OURS);
    assert.deepEqual(await said(client, ws.at("a.yaml")), { state: "unread-values" });
  });
});
