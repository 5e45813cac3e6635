import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { FileChart, ValuesUpgrade } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const OLD =
  "# cap-operator: values chart=cap-operator-chart\nsubscriptionServer:\n  # the mesh\n  meshSystemNamespace: m\n";
const NEW =
  "# cap-operator: values version=0.34.0\nsubscriptionServer:\n  # the mesh\n  istioSystemNamespace: m\n";

test("an open file is migrated as it is in the editor", async () => {
  const ws = workspace({ "values.yaml": "controller: {}\n" });
  const client = await connect();
  const uri = ws.at("values.yaml");
  client.open(uri, OLD);
  const chart = await client.request<FileChart>("capOperator/chartInUse", { of: { uri } });
  assert.deepEqual([chart.name, chart.reason], ["cap-operator-chart", "modeline"]);
  const found = await client.request<ValuesUpgrade>("capOperator/upgradeValues", {
    of: { uri },
    to: { name: "cap-operator 0.34.0" },
  });
  assert.deepEqual(
    found.files.map(({ name, before, after }) => [name, before, after]),
    [["values.yaml", OLD, NEW]],
  );
  // Only what differs is touched.
  const lines = found.files[0]?.edits.map(({ range }) => [range.start.line, range.end.line]);
  assert.deepEqual(lines, [
    [0, 0],
    [3, 3],
  ]);
});

test("the files of a release are migrated, open or not; the release names its chart", async () => {
  const ws = workspace({ "a.yaml": "webhook:\n  sidecar: true\n", "b.yaml": "controller:\n  replicas: 2\n" });
  const release = {
    name: "prod",
    values: ["a.yaml", "b.yaml"],
    chart: "repo/cap-operator",
    version: "0.30.0",
  };
  const client = await connect({
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { capOperator: { releases: [release] } },
    },
  });
  const of = { release: "prod" };
  const chart = await client.request<FileChart>("capOperator/chartInUse", { of });
  assert.deepEqual([chart.name, chart.reason], ["cap-operator 0.30.0", "release"]);
  const found = await client.request<ValuesUpgrade>("capOperator/upgradeValues", {
    of,
    to: { name: "cap-operator 0.34.0" },
  });
  assert.deepEqual(found.files, []);
  assert.match(
    found.notes[0]?.sentence ?? "",
    /^a\.yaml sets "webhook\.sidecar", which cap-operator 0\.34\.0 does not have/,
  );
});

test("what cannot be answered is said", async () => {
  const client = await connect();
  const ask = (params: unknown) => client.request("capOperator/upgradeValues", params);
  await assert.rejects(ask({ of: { uri: "file:///ws/v.yaml" } }), /needs values and a chart/);
  await assert.rejects(
    ask({ to: { name: "cap-operator 0.34.0" } }),
    /needs the name of a release or the uri of a file/,
  );
  await assert.rejects(ask({ of: { release: "none" }, to: { name: "cap-operator 0.34.0" } }), /none/);
  await assert.rejects(client.request("capOperator/chartInUse", null), /needs the name of a release/);
  client.open("file:///ws/values.yaml", "# cap-operator: values\n");
  await assert.rejects(
    ask({ of: { uri: "file:///ws/values.yaml" }, to: { name: "cap-operator 9.9.9" } }),
    /This chart is not known, or not the operator's\./,
  );
});

const CHART = {
  "Chart.yaml": "apiVersion: v2\nname: my-operator\nversion: 7.0.0\n",
  "values.yaml":
    "controller:\n  replicas: 3\nsubscriptionServer:\n  domain: ''\n  istioSystemNamespace: istio-system\n",
  "templates/all.yaml":
    "a: {{ toYaml .Values.controller }}{{ .Values.subscriptionServer.istioSystemNamespace }}{{ .Values.logLevel }}\n",
};

for (const place of ["charts/mine", "charts/mine.tgz"]) {
  test(`values are migrated to the chart at ${place}, and the comment names it`, async () => {
    const ws = workspace({ "values.yaml": "", "charts/other": "" });
    if (place.endsWith(".tgz")) {
      const named = Object.entries(CHART).map(([name, text]) => [`x/${name}`, text]);
      writeFileSync(fileURLToPath(ws.at(place)), packed(entriesOf(Object.fromEntries(named))));
    } else {
      for (const [name, text] of Object.entries(CHART)) ws.write(`${place}/${name}`, text);
    }
    const client = await connect({
      server: { charts: new DiskChartFiles(wholeMachine) },
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
    });
    const uri = ws.at("values.yaml");
    client.open(uri, `${OLD}logLevel: debug\nwebhook:\n  sidecar: true\n`);
    const upgradeTo = (to: object) =>
      client.request<ValuesUpgrade>("capOperator/upgradeValues", { of: { uri }, to });
    const found = await upgradeTo({ uri: ws.at(place), modeline: `chart=./${place}` });
    assert.equal(found.to, "my-operator 7.0.0");
    assert.deepEqual(
      found.files.map(({ after }) => after),
      [
        `# cap-operator: values chart=./${place}\nsubscriptionServer:\n  # the mesh\n  istioSystemNamespace: m\nlogLevel: debug\nwebhook:\n  sidecar: true\n`,
      ],
    );
    // Its templates read logLevel, which its values do not declare, and nothing of it has a webhook.
    const old = ws.at("old.yaml");
    client.open(old, "# cap-operator: values version=0.30.0\nlogLevel: debug\nwebhook:\n  sidecar: true\n");
    const { notes } = await client.request<ValuesUpgrade>("capOperator/upgradeValues", {
      of: { uri: old },
      to: { uri: ws.at(place) },
    });
    const ignored = notes.filter(({ topic }) => topic === "ignored").map(({ sentence }) => sentence);
    assert.equal(ignored.length, 1, ignored.join("\n"));
    assert.match(ignored[0] ?? "", /"webhook/);
    // Text that is not part of one line is not written.
    for (const modeline of ["chart=./x\nevil: 1", 7, "x".repeat(300)]) {
      const [file] = (await upgradeTo({ uri: ws.at(place), modeline })).files;
      assert.equal(file?.after.split("\n")[0], "# cap-operator: values chart=cap-operator-chart");
    }
    await assert.rejects(
      upgradeTo({ uri: ws.at("charts") }),
      /This chart is not known, or not the operator's\./,
    );
  });
}
