import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Location } from "vscode-languageserver-types";
import type { ChartAt, FileStatus, KeptChart } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { isGroup, rowsOf } from "../schemas/published/keys.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const OCI = "oci://registry.internal/charts/my-operator";
const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";

/** The files of a chart of the operator, with a key of its own. */
function chart(ownKey: string, version = "7.1.0"): Record<string, string> {
  return {
    "Chart.yaml": `apiVersion: v2\nname: my-operator\nversion: ${version}\n`,
    "values.yaml": `controller:
  replicas: 3
  # -- How much of it.
  ${ownKey}: 5
subscriptionServer:
  domain: ""
  dnsTarget: ""
`,
    "templates/all.yaml": `all: {{ .Values.controller.replicas }} {{ .Values.controller.${ownKey} }} {{ toYaml .Values.subscriptionServer }}
level: {{ .Values.logLevel }}
`,
  };
}

function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  return packed(
    entriesOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`x/${name}`, text]))),
  );
}

/** Writes an archive into a workspace. */
function put(ws: Workspace, name: string, bytes: Uint8Array): { path: string; digest: string; uri: string } {
  const file = path.join(ws.folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return { path: file, digest: createHash("sha256").update(bytes).digest("hex"), uri: ws.at(name) };
}

async function inWorkspace(
  ws: Workspace,
  options: { readonly keptCharts?: readonly KeptChart[]; readonly settings?: object } = {},
): Promise<TestClient> {
  const { keptCharts, settings } = options;
  return connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: {
        showsChartFiles: true,
        ...(keptCharts && { keptCharts }),
        ...(settings && { capOperator: settings }),
      },
    },
  });
}

async function statusOf(client: TestClient, uri: string): Promise<FileStatus> {
  return client.request<FileStatus>("capOperator/fileStatus", { uri });
}

suite("charts in folders and archives", () => {
  test("are what they say they are, if they are the operator's", async () => {
    const ws = workspace({
      "mine/Chart.yaml": chart("own")["Chart.yaml"] ?? "",
      "mine/values.yaml": chart("own")["values.yaml"] ?? "",
      "shop/Chart.yaml": "apiVersion: v2\nname: web-shop\nversion: 1.0.0\n",
      "shop/values.yaml": "shop:\n  open: true\n",
      "text.tgz": "no archive",
    });
    const archive = put(ws, "charts/mine.tgz", archiveOf(chart("own", "8.0.0")));
    const client = await inWorkspace(ws);
    const uris = [
      ws.at("mine"),
      archive.uri,
      ws.at("shop"),
      ws.at("text.tgz"),
      ws.at("none"),
      "https://a.b/c",
      "x",
    ];
    assert.deepEqual(await client.request<(ChartAt | null)[]>("capOperator/chartsAt", { uris }), [
      { name: "my-operator", version: "7.1.0" },
      { name: "my-operator", version: "8.0.0" },
      null,
      null,
      null,
      null,
      null,
    ]);
    for (const bad of [null, {}, { uris: "x" }, { uris: [7] }]) {
      await assert.rejects(
        client.request("capOperator/chartsAt", bad),
        /needs the uris of folders and archives/,
      );
    }
  });

  test("a file of any size and kind may be called like an archive", async () => {
    const ws = workspace({ "huge.tgz": "", "values.yaml": "" });
    // It takes no room on the disk.
    truncateSync(fileURLToPath(ws.at("huge.tgz")), 3 * 1024 ** 3);
    mkdirSync(fileURLToPath(ws.at("folder.tgz")));
    if (process.platform !== "win32") execFileSync("mkfifo", [fileURLToPath(ws.at("pipe.tgz"))]);
    const client = await inWorkspace(ws);
    const uris = [ws.at("huge.tgz"), ws.at("folder.tgz"), ws.at("pipe.tgz")];
    assert.deepEqual(await client.request("capOperator/chartsAt", { uris }), [null, null, null]);
    const uri = ws.at("values.yaml");
    client.open(uri, "# cap-operator: values chart=./pipe.tgz\n");
    assert.deepEqual((await statusOf(client, uri)).chart?.source, { from: "built-in" });
  });

  test("an archive that a file is checked against shows its files, and nothing else does", async () => {
    const ws = workspace({ "secret.txt": "secret", "values.yaml": "" });
    const files = chart("own");
    const used = put(ws, "charts/used.tgz", archiveOf(files));
    const other = put(ws, "charts/other.tgz", archiveOf(chart("own")));
    const client = await inWorkspace(ws);
    const inside = (archive: string, name: string) =>
      `${archive.replace("file://", "cap-operator-chart:")}/${name}`;
    const text = (uri: string) => client.request<string | null>("capOperator/chartText", { uri });
    assert.equal(await text(inside(used.uri, "values.yaml")), null);
    const foreign = { "Chart.yaml": "name: shop\nversion: 1.0.0\n", "values.yaml": "a: 1\nb: 2\n" };
    const shop = put(ws, "charts/shop.tgz", archiveOf(foreign));
    await client.request("capOperator/chartsAt", { uris: [other.uri] });
    client.open(ws.at("shop.yaml"), "# cap-operator: values chart=./charts/shop.tgz\n");
    await statusOf(client, ws.at("shop.yaml"));
    const uri = ws.at("values.yaml");
    client.open(uri, `# cap-operator: values chart=./charts/used.tgz\ncontroller:\n  own: 7\n`);
    const [found] = await client.request<Location[]>("textDocument/definition", {
      textDocument: { uri },
      position: { line: 2, character: 3 },
    });
    assert.deepEqual(found?.uri, inside(used.uri, "values.yaml"));
    assert.deepEqual(found?.range.start, { line: 3, character: 2 });
    assert.equal(await text(found.uri), files["values.yaml"]);
    for (const address of [
      inside(used.uri, "none.yaml"),
      inside(used.uri, "../../secret.txt"),
      inside(used.uri, "__proto__"),
      inside(other.uri, "values.yaml"),
      inside(shop.uri, "values.yaml"),
      used.uri,
      ws.at("secret.txt"),
      ws.at("secret.txt").replace("file:", "cap-operator-chart:"),
      "cap-operator-chart:",
      "",
    ]) {
      assert.equal(await text(address), null, address);
    }
    await assert.rejects(
      client.request("capOperator/chartText", {}),
      /needs the uri of a file in an archive/,
    );
  });
});

suite("charts that were fetched", () => {
  const kept = (archive: { path: string; digest: string }): KeptChart => ({
    chart: OCI,
    version: "7.1.0",
    path: archive.path,
    digest: archive.digest,
  });
  const settings = { chart: OCI, chartVersion: "7.1.0" };
  const TEXT = `# cap-operator: values\n${REQUIRED}controller:\n  own: 7\n  rolloutDelay: 2h\n`;

  test("are read from their archives: from the first file on, and named by a setting", async () => {
    const ws = workspace({ "values.yaml": "" });
    const archive = put(ws, "store/a.tgz", archiveOf(chart("own")));
    const client = await inWorkspace(ws, { keptCharts: [kept(archive)], settings });
    const uri = ws.at("values.yaml");
    client.open(uri, TEXT);
    // Its own key is known, and what only the published charts have is not.
    const told = await client.until(() =>
      client.published.findLast((one) => one.uri === uri && one.diagnostics.length > 0),
    );
    assert.deepEqual(
      told.diagnostics.map(({ message }) => message),
      ['my-operator 7.1.0 has no "controller.rolloutDelay"; it was added in cap-operator 0.32.0.'],
    );
    const { chart: found } = await statusOf(client, uri);
    assert.deepEqual(
      [found?.name, found?.reason, found?.source],
      ["my-operator 7.1.0", "setting", { from: "fetched", chart: OCI, digest: archive.digest }],
    );
  });

  test("in the version or for the request that they came for", async () => {
    const ws = workspace({ "values.yaml": "" });
    const [seven, eight] = ["7.1.0", "8.0.0"].map((version) =>
      put(ws, `store/${version}.tgz`, archiveOf(chart("own", version))),
    );
    assert.ok(seven && eight);
    const client = await inWorkspace(ws, {
      keptCharts: [
        { ...kept(eight), version: "8.0.0" },
        { ...kept(seven), wanted: "7.x" },
      ],
    });
    const uri = ws.at("values.yaml");
    const chartFor = async (words: string, version: number) => {
      const text = `# cap-operator: values ${words}\n`;
      if (version === 1) client.open(uri, text);
      else client.change(uri, version, text);
      return (await statusOf(client, uri)).chart?.name;
    };
    assert.equal(await chartFor(`chart=${OCI}`, 1), "my-operator 8.0.0");
    assert.equal(await chartFor(`chart=${OCI} version=7.x`, 2), "my-operator 7.1.0");
    assert.equal(await chartFor(`chart=${OCI} version=7.1.0`, 3), "my-operator 7.1.0");
    assert.notEqual(await chartFor(`chart=${OCI} version=9.0.0`, 4), "my-operator 8.0.0");
  });

  test("an archive with another digest is not read", async () => {
    const ws = workspace({ "values.yaml": "" });
    const archive = put(ws, "store/a.tgz", archiveOf(chart("own")));
    const told = { ...kept(archive), digest: "0".repeat(64) };
    const client = await inWorkspace(ws, { keptCharts: [told], settings });
    const uri = ws.at("values.yaml");
    client.open(uri, TEXT);
    assert.deepEqual((await statusOf(client, uri)).chart?.source, { from: "built-in" });
    // Nor after it was read by its path, without a digest.
    const news: (number | undefined)[] = [];
    client.connection.onNotification("capOperator/fileStatusChanged", (status: FileStatus) => {
      news.push(status.chart?.keys);
    });
    client.change(uri, 2, `# cap-operator: values chart=./store/a.tgz\n`);
    assert.equal((await statusOf(client, uri)).chart?.name, "my-operator 7.1.0");
    await client.until(() => news.at(-1) === 5);
    client.change(uri, 3, TEXT);
    assert.deepEqual((await statusOf(client, uri)).chart?.source, { from: "built-in" });
  });

  test("count as soon as the client tells, and no longer than it says so", async () => {
    const ws = workspace({ "values.yaml": "" });
    const archive = put(ws, "store/a.tgz", archiveOf(chart("own")));
    const client = await inWorkspace(ws, { settings });
    const uri = ws.at("values.yaml");
    client.open(uri, TEXT);
    const found = () =>
      client.published
        .findLast((one) => one.uri === uri)
        ?.diagnostics.map(({ code, range }) => `${code} ${range.start.line}`)
        .join();
    // Without the chart, nobody knows which keys it has, and that is the problem.
    await client.until(() => found() === "unusable-chart 0");
    assert.equal(await client.request("capOperator/chartsKept", { charts: [kept(archive)] }), null);
    await client.until(() => found() === "unknown-key 6");
    await client.request("capOperator/chartsKept", { charts: [] });
    await client.until(() => found() === "unusable-chart 0");
    for (const bad of [null, {}, { charts: {} }]) {
      await assert.rejects(client.request("capOperator/chartsKept", bad), /needs the charts that are kept/);
    }
    const odd = [null, 7, {}, { ...kept(archive), path: 7 }, { ...kept(archive), wanted: 7 }];
    await client.request("capOperator/chartsKept", { charts: [...odd, kept(archive)] });
    await client.until(() => found() === "unknown-key 6");
  });

  test("what the client told at the start may be anything", async () => {
    const ws = workspace({ "values.yaml": "" });
    for (const keptCharts of [7, { 0: "x" }, [null, { chart: OCI }]]) {
      const client = await inWorkspace(ws, { keptCharts: keptCharts as never, settings });
      client.open(ws.at("values.yaml"), TEXT);
      assert.deepEqual((await statusOf(client, ws.at("values.yaml"))).chart?.source, { from: "built-in" });
      await client.close();
    }
  });
});

suite("the status of a values file", () => {
  test("has the place of its chart, a folder or an archive", async () => {
    const ws = workspace({ "values.yaml": "" });
    for (const [name, text] of Object.entries(chart("own"))) ws.write(`charts/mine/${name}`, text);
    const archive = put(ws, "charts/mine.tgz", archiveOf(chart("own")));
    const client = await inWorkspace(ws);
    const uri = ws.at("values.yaml");
    client.open(uri, "# cap-operator: values chart=./charts/mine\n");
    const source = async () => (await statusOf(client, uri)).chart?.source;
    assert.deepEqual(await source(), { from: "files", uri: ws.at("charts/mine") });
    client.change(uri, 2, "# cap-operator: values chart=./charts/mine.tgz\n");
    assert.deepEqual(await source(), { from: "files", uri: archive.uri });
  });

  test("has the number of keys, also those that only templates read once these were followed", async () => {
    const ws = workspace({ "values.yaml": "" });
    put(ws, "charts/mine.tgz", archiveOf(chart("own")));
    const client = await inWorkspace(ws);
    const uri = ws.at("values.yaml");
    const news: (number | undefined)[] = [];
    client.connection.onNotification("capOperator/fileStatusChanged", (status: FileStatus) => {
      news.push(status.chart?.keys);
    });
    client.open(uri, "# cap-operator: values chart=./charts/mine.tgz\n");
    await statusOf(client, uri);
    // replicas, own, domain and dnsTarget are declared; logLevel is read.
    await client.until(() => news.at(-1) === 5);
  });

  const published = JSON.parse(
    readFileSync(fileURLToPath(new URL("../../schemas/published-chart.json", import.meta.url)), "utf8"),
  ) as { undeclared: string[] };
  for (const version of ["0.0.1", "0.20.0", "0.34.0"]) {
    test(`has the number of keys that ${version} declares, and of those that its templates read`, async () => {
      const uri = "file:///ws/values.yaml";
      const client = await connect();
      client.open(uri, `# cap-operator: values version=${version}\n`);
      const declared = rowsOf(version).filter((row) => !isGroup(row)).length;
      assert.equal((await statusOf(client, uri)).chart?.keys, declared + published.undeclared.length);
    });
  }
});
