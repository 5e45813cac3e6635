import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { entryProblems } from "../../../server/core/features/entry-problems.ts";
import { upgradeValues } from "../../../server/core/features/upgrade-values.ts";
import type { ValuesUpgrade } from "../../../server/core/language-service.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { engine } from "../support/engine.ts";
import { chartOf, schemasOf } from "../support/made-schemas.ts";
import { type ShortRelease, stackOf } from "../support/release.ts";

async function upgrade(release: ShortRelease, to: string): Promise<ValuesUpgrade> {
  const found = await engine.upgradeValues(stackOf(release), { name: to });
  assert.ok(found);
  return found;
}

const SPECIFICATION: ChartReference = { chart: "cap-operator-chart" };
const version = (number: string): ChartReference => ({ chart: "cap-operator", version: number });

/** The sentences that matter to a release: all but those about the rest of the chart. */
function notes({ notes }: ValuesUpgrade): string[] {
  return notes.filter(({ topic }) => topic !== "chart").map(({ topic, sentence }) => `${topic}: ${sentence}`);
}

suite("between published versions", () => {
  test("a key that was removed is ignored, and an error that it hid appears", async () => {
    const files = { "values.yaml": "webhook:\n  sidecar: true\n  replicas: 2\n" };
    const found = await upgrade({ files, chart: version("0.30.0") }, "cap-operator 0.34.0");
    assert.deepEqual([found.from, found.to], ["cap-operator 0.30.0", "cap-operator 0.34.0"]);
    assert.deepEqual(notes(found), [
      'ignored: values.yaml sets "webhook.sidecar", which cap-operator 0.34.0 does not have (removed in 0.31.0). It is ignored.',
    ]);
    assert.deepEqual(found.files, []);
  });

  test("the same for an entry", async () => {
    const found = await upgrade(
      { files: {}, sets: ["webhook.sidecar=true"], chart: version("0.30.0") },
      "cap-operator 0.34.0",
    );
    assert.deepEqual(notes(found), [
      'ignored: --set #1 (webhook.sidecar=true) sets "webhook.sidecar", which cap-operator 0.34.0 does not have (removed in 0.31.0). It is ignored.',
    ]);
  });

  test("back to an earlier version, what came later is ignored", async () => {
    const files = { "values.yaml": "controller:\n  rolloutDelay: 2h\n" };
    const found = await upgrade({ files, chart: version("0.34.0") }, "cap-operator 0.20.0");
    assert.deepEqual(notes(found), [
      'ignored: values.yaml sets "controller.rolloutDelay", which cap-operator 0.20.0 does not have (added in 0.32.0). It is ignored.',
    ]);
  });

  test("what was set before the chart had it takes effect", async () => {
    const files = { "values.yaml": "controller:\n  rolloutDelay: 2h\n" };
    const found = await upgrade({ files, chart: version("0.20.0") }, "cap-operator 0.32.0");
    assert.deepEqual(notes(found), [
      'running: "controller.rolloutDelay" becomes 2h. What is set for it was ignored so far.',
    ]);
  });

  test("what else is new is said, too", async () => {
    const found = await upgrade({ files: {}, chart: version("0.32.0") }, "cap-operator 0.34.0");
    assert.deepEqual(found.notes, [
      {
        topic: "chart",
        sentence: '"controller.certManager" is new (default: "").',
      },
      { topic: "chart", sentence: '"controller.dnsManager" is new (default: "").' },
      {
        topic: "chart",
        sentence: '"subscriptionServer.certificateConfig.certManager.commonName" is new (default: "").',
      },
    ]);
  });

  test("the same version changes nothing", async () => {
    const files = { "values.yaml": "controller:\n  replicas: 2\n" };
    const found = await upgrade({ files, chart: version("0.34.0") }, "cap-operator 0.34.0");
    assert.deepEqual([found.notes, found.files, found.keepingDefaults], [[], [], undefined]);
  });

  test("a chart that nobody knows", () => {
    assert.equal(engine.upgradeValues(stackOf({ files: {} }), { name: "cap-operator 9.9.9" }), undefined);
  });
});

const VALUES = `subscriptionServer:
  # Where the mesh is.
  meshSystemNamespace: 'my-mesh'
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
  certificateManager: "CertController"
  certificateConfig:
    certController: {issuerName: ca, issuerKind: ClusterIssuer}
monitoring:
  enabled: true
  dash: # boards
    dashboard:
      configMapLabels:
        dash_dashboard: "yes"
`;

suite("from the specification's chart to a published one", () => {
  test("keys and values are called otherwise; comments and quotes stay", async () => {
    const found = await upgrade(
      { files: { "values.yaml": VALUES }, chart: SPECIFICATION },
      "cap-operator 0.34.0",
    );
    assert.equal(
      found.files[0]?.after,
      `subscriptionServer:
  # Where the mesh is.
  istioSystemNamespace: 'my-mesh'
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
  certificateManager: "CertManager"
  certificateConfig:
    certManager: {issuerName: ca, issuerKind: ClusterIssuer}
monitoring:
  enabled: true
  grafana: # boards
    dashboard:
      configMapLabels:
        grafana_dashboard: "yes"
`,
    );
    assert.deepEqual(notes(found), [
      'migrated: values.yaml: "monitoring.dash" is now "monitoring.grafana".',
      'migrated: values.yaml: "subscriptionServer.meshSystemNamespace" is now "subscriptionServer.istioSystemNamespace".',
      'migrated: values.yaml: "subscriptionServer.certificateConfig.certController" is now "subscriptionServer.certificateConfig.certManager".',
      'migrated: values.yaml: "monitoring.grafana.dashboard.configMapLabels.dash_dashboard" is now "monitoring.grafana.dashboard.configMapLabels.grafana_dashboard".',
      'migrated: values.yaml: the value of "subscriptionServer.certificateManager" is now called CertManager.',
      'running: "subscriptionServer.ingressGatewayLabels.app" changes from mesh-ingressgateway to istio-ingressgateway. Its default changes, and nothing sets it.',
      'running: "subscriptionServer.ingressGatewayLabels.mesh" is no longer ingressgateway. Its default changes, and nothing sets it.',
      'running: "subscriptionServer.ingressGatewayLabels.istio" becomes ingressgateway. Its default changes, and nothing sets it.',
    ]);
  });
});

suite("the comment at the top of a file", () => {
  const REST = "controller:\n  replicas: 2\n";

  async function modelineAfter(
    line: string,
    to: string,
    chart?: ChartReference,
  ): Promise<string | undefined> {
    const files = { "values.yaml": `${line}\n${REST}` };
    const found = await upgrade({ files, ...(chart && { chart }) }, to);
    const [file] = found.files;
    assert.ok(file === undefined || file.after.endsWith(`\n${REST}`));
    return file?.after.slice(0, -REST.length - 1);
  }

  test("the version that it names is changed", async () => {
    const after = await modelineAfter("# cap-operator: values version=0.30.0", "cap-operator 0.34.0");
    assert.equal(after, "# cap-operator: values version=0.34.0");
  });

  test("a chart that it names stays", async () => {
    const line = "# cap-operator: values chart=oci://r.example/cap-operator, version=0.30.0";
    assert.equal(
      await modelineAfter(line, "cap-operator 0.34.0"),
      "# cap-operator: values chart=oci://r.example/cap-operator, version=0.34.0",
    );
  });

  test("another chart takes the place of chart and version", async () => {
    const line = "# cap-operator: values version=0.30.0";
    assert.equal(
      await modelineAfter(line, "cap-operator-chart"),
      "# cap-operator: values chart=cap-operator-chart",
    );
    const back = await modelineAfter(
      "# cap-operator: values chart=cap-operator-chart\r",
      "cap-operator 0.34.0",
    );
    assert.equal(back, "# cap-operator: values version=0.34.0\r");
  });

  test("where the release names the chart, the comment stays", async () => {
    const line = "# cap-operator: values version=0.30.0";
    assert.equal(await modelineAfter(line, "cap-operator 0.34.0", version("0.30.0")), undefined);
  });
});

test("from a published chart back to that of the specification", async () => {
  const text = "subscriptionServer:\n  istioSystemNamespace: istio-system\n  certificateManager: Gardener\n";
  const found = await upgrade(
    { files: { "values.yaml": text }, chart: version("0.34.0") },
    "cap-operator-chart",
  );
  assert.equal(
    found.files[0]?.after,
    "subscriptionServer:\n  meshSystemNamespace: istio-system\n  certificateManager: Platform\n",
  );
});

suite("charts of which only keys, defaults and new names are known", () => {
  const OLD = { web: { replicas: 1, log: "info", port: 8080, proxy: "" }, db: { host: "" } };

  const RENAMED = [{ from: "web.replicas", to: "web.replicaCount", in: "2.0.0" }];

  async function between(from: object, to: object, release: ShortRelease): Promise<ValuesUpgrade> {
    const [earlier, later] = [schemasOf(chartOf(from, "1.0.0")), schemasOf(chartOf(to, "2.0.0"), RENAMED)];
    return upgradeValues(stackOf(release), { from: earlier, to: later }, DEFAULT_SETTINGS, (values, charts) =>
      entryProblems(values, charts, DEFAULT_SETTINGS),
    );
  }

  test("a default that changes counts where nothing sets the key, and its old value can be kept", async () => {
    const to = { ...OLD, web: { ...OLD.web, replicas: 2, log: "debug" } };
    const files = { "values.yaml": "web:\n  log: info # as before\n", "prod.yaml": "db:\n  host: a\n" };
    const found = await between(OLD, to, { files });
    assert.deepEqual(notes(found), [
      'running: "web.replicas" changes from 1 to 2. Its default changes, and nothing sets it.',
    ]);
    assert.deepEqual(
      found.notes.filter(({ topic }) => topic === "chart").map(({ sentence }) => sentence),
      ['The default of "web.log" changes from info to debug.'],
    );
    assert.deepEqual(found.files, []);
    assert.deepEqual(
      found.keepingDefaults?.map(({ name, after }) => [name, after]),
      [["prod.yaml", "db:\n  host: a\nweb:\n  replicas: 1\n"]],
    );
  });

  test("a value that is now the default is a hint", async () => {
    const found = await between(
      OLD,
      { ...OLD, web: { ...OLD.web, replicas: 3 } },
      {
        files: { "values.yaml": "web:\n  replicas: 3\n" },
      },
    );
    assert.deepEqual(notes(found), ['default: values.yaml sets "web.replicas" to the new default.']);
  });

  test("a key that is renamed is migrated in each file, and named in each entry", async () => {
    const { replicas, ...rest } = OLD.web;
    const to = { ...OLD, web: { replicaCount: replicas, ...rest } };
    const files = { "values.yaml": "web:\n  replicas: 2\n", "prod.yaml": "web: {replicas: 3}\n" };
    const found = await between(OLD, to, { files, sets: ["web.replicas=4"] });
    assert.deepEqual(notes(found), [
      'migrated: values.yaml: "web.replicas" is now "web.replicaCount".',
      'migrated: prod.yaml: "web.replicas" is now "web.replicaCount".',
      'byHand: --set #1 (web.replicas=4): "web.replicas" is "web.replicaCount" in operator 2.0.0. Change the entry.',
      'running: "web.replicaCount" changes from 4 to 3. What is set for it is not migrated.',
    ]);
    assert.deepEqual(
      found.files.map(({ after }) => after),
      ["web:\n  replicaCount: 2\n", "web: {replicaCount: 3}\n"],
    );
  });

  test("what cannot be migrated safely is left to the person, who sees what that does", async () => {
    const { replicas, ...rest } = OLD.web;
    const files = { "values.yaml": "web:\n  replicas: 2\n  replicaCount: 5\n" };
    const found = await between(OLD, { ...OLD, web: { replicaCount: replicas, ...rest } }, { files });
    assert.deepEqual(notes(found), [
      'byHand: values.yaml: "web.replicas" is now "web.replicaCount". Change it by hand: a value is already set at "web.replicaCount".',
      'running: "web.replicaCount" changes from 2 to 5. What is set for it is not migrated.',
    ]);
    assert.deepEqual(found.files, []);
  });

  test("an error that appears with the new type of a key is said, one that was there is not", async () => {
    const to = { ...OLD, web: { ...OLD.web, port: "http" } };
    const files = { "values.yaml": "web:\n  port: 80\n  log: [1]\n" };
    const found = await between(OLD, to, { files, sets: ["web.port=81"] });
    assert.deepEqual(notes(found), [
      'error: values.yaml, line 2: "port" takes text, but Helm reads the number 80 here.',
      'error: --set #1 (web.port=81): "port" takes text, but Helm reads the number 81 here.',
    ]);
  });

  test("keys that look like markup are text", async () => {
    const found = await between({ "a`b": 1 }, { "a`b": 2 }, { files: {} });
    assert.deepEqual(notes(found), [
      'running: "a`b" changes from 1 to 2. Its default changes, and nothing sets it.',
    ]);
  });
});
