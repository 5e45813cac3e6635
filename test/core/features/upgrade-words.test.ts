import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../support/engine.ts";
import { stackOf } from "../support/release.ts";

/** What becomes of a values file of the published chart 0.30.0 with 0.34.0, and what is said of what is in it. */
async function upgraded(text: string) {
  const chart = { chart: "cap-operator", version: "0.30.0" };
  const stack = stackOf({ files: { "values.yaml": text }, chart });
  const found = await engine.upgradeValues(stack, { name: "cap-operator 0.34.0" });
  assert.ok(found);
  const notes = found.notes.filter(({ topic }) => topic !== "chart");
  return {
    text: found.files[0]?.after ?? text,
    notes: notes.map(({ topic, sentence }) => `${topic}: ${sentence}`),
  };
}

test("keys that both charts call otherwise are renamed like values, and what that makes a difference to is said", async () => {
  const text = `subscriptionServer:
  # the mesh
  meshSystemNamespace: edge
  certificateManager: CertController
  certificateConfig:
    certController:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
`;
  const { text: after, notes } = await upgraded(text);
  assert.equal(
    after,
    text
      .replace("meshSystemNamespace", "istioSystemNamespace")
      .replace("CertController", "CertManager")
      .replace("certController", "certManager"),
  );
  assert.deepEqual(notes, [
    'migrated: values.yaml: "subscriptionServer.meshSystemNamespace" is now "subscriptionServer.istioSystemNamespace".',
    'migrated: values.yaml: "subscriptionServer.certificateConfig.certController" is now "subscriptionServer.certificateConfig.certManager".',
    'migrated: values.yaml: the value of "subscriptionServer.certificateManager" is now called CertManager.',
    'running: "subscriptionServer.istioSystemNamespace" changes from istio-system to edge. What is set for it was ignored so far.',
    'running: "subscriptionServer.certificateConfig.certManager.issuerKind" changes from "" to ClusterIssuer. What is set for it was ignored so far.',
    'running: "subscriptionServer.certificateConfig.certManager.issuerName" changes from "" to letsencrypt. What is set for it was ignored so far.',
  ]);
});

test("a setting that is part of what a new key renders is told", async () => {
  const notes = async (from: string, to: string, text: string) => {
    const stack = stackOf({
      files: { "values.yaml": text },
      chart: { chart: "cap-operator", version: from },
    });
    const found = await engine.upgradeValues(stack, { name: `cap-operator ${to}` });
    return found?.notes.filter(({ topic }) => topic === "running").map(({ sentence }) => sentence);
  };
  const set = "subscriptionServer:\n  istioSystemNamespace: edge\n";
  // keys.tsv of the published charts: the certificate came with 0.20.0, and renders a Secret in that namespace.
  assert.deepEqual(await notes("0.19.0", "0.20.0", set), [
    '"subscriptionServer.istioSystemNamespace" also takes effect where "subscriptionServer.certificateConfig.additionalCACertificate" is used, which is new.',
  ]);
  assert.deepEqual(await notes("0.20.0", "0.19.0", set), [
    '"subscriptionServer.istioSystemNamespace" no longer takes effect where "subscriptionServer.certificateConfig.additionalCACertificate" was used, which is removed.',
  ]);
  assert.deepEqual(await notes("0.19.0", "0.20.0", "controller:\n  replicas: 2\n"), []);
  assert.deepEqual(await notes("0.20.0", "0.21.0", set), []);
  const without = `${set}  certificateConfig:\n    additionalCACertificate: ""\n`;
  assert.deepEqual(await notes("0.20.0", "0.19.0", without), []);
});

test("keys inside a key that is renamed are renamed with it", async () => {
  const { text } = await upgraded(
    "monitoring:\n  dash:\n    dashboard:\n      configMapLabels:\n        a: b\n",
  );
  assert.equal(text, "monitoring:\n  grafana:\n    dashboard:\n      configMapLabels:\n        a: b\n");
});

/** What becomes of a values file of the specification's chart with the published chart 0.34.0. */
async function published(text: string): Promise<string> {
  const stack = stackOf({ files: { "values.yaml": text }, chart: { chart: "cap-operator-chart" } });
  const found = await engine.upgradeValues(stack, { name: "cap-operator 0.34.0" });
  return found?.files[0]?.after ?? text;
}

test("labels that both charts bring along under other names are renamed, and all others stay", async () => {
  const text = `subscriptionServer:
  ingressGatewayLabels:
    # ours
    mesh: edge
    app: edge
    dash_dashboard: x
monitoring:
  dash:
    dashboard:
      configMapLabels:
        dash_dashboard: null
        mesh: x
`;
  assert.equal(
    await published(text),
    `subscriptionServer:
  ingressGatewayLabels:
    # ours
    istio: edge
    app: edge
    dash_dashboard: x
monitoring:
  grafana:
    dashboard:
      configMapLabels:
        grafana_dashboard: null
        mesh: x
`,
  );
});

test("where both names are set, nothing is changed, and that is said once", async () => {
  const text = "subscriptionServer:\n  meshSystemNamespace: edge\n  istioSystemNamespace: istio-system\n";
  assert.deepEqual(await upgraded(text), {
    text,
    notes: [
      'byHand: values.yaml: "subscriptionServer.meshSystemNamespace" is now "subscriptionServer.istioSystemNamespace". Change it by hand: a value is already set at "subscriptionServer.istioSystemNamespace".',
    ],
  });
});

test("a label keeps its name", async () => {
  const text = "subscriptionServer:\n  ingressGatewayLabels:\n    mesh: edge\n";
  assert.equal((await upgraded(text)).text, text);
});
