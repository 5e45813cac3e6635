import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { CompletionItem } from "vscode-languageserver-types";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import { EFFECTIVE_VALUES } from "../../server/lsp/protocol.ts";
import { writePublishedChart } from "../support/published-chart.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { clearScene, SCENES } from "./scenes.ts";
import { openWindow, type Window } from "./window.ts";

/*
 * The prerequisites of an installation of the published chart, and their states in the cluster. The chart is in a folder of the
 * workspace; its values apply to all that a file does not set.
 */

const CHART = "# cap-operator: values chart=./chart\n";
const SIGNED = `${CHART}subscriptionServer:
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
`;

describe("the published chart and a cluster that has a mesh and cert-manager", () => {
  let cluster: Cluster;
  let window: Window;
  let values: string;

  before(async () => {
    cluster = await haveCluster();
    const api = cluster.api("admin@test");
    await clearScene(api);
    await SCENES.find(({ name }) => name === "complete")?.prepare(api);
    window = await openWindow({ cluster, helm: 4, name: "values.yaml" });
    writePublishedChart("0.34.0", path.join(window.folder, "chart"));
    values = path.join(window.folder, "chart/values.yaml");
  });
  after(async () => {
    await window.close();
    await clearScene(cluster.api("admin@test"));
    await cluster.stop();
  });

  /** The page about prerequisites, with their states and those that are wrong. */
  async function checked() {
    const { seen } = await window.run(checkPrerequisites);
    const page = seen.join("\n");
    const states = seen.flatMap((line) => {
      const [, title, state, found = ""] = /^ {2}\| (.+?) \| ([✓✗!?–] .+?) \| (.+) \|$/.exec(line) ?? [];
      return title === undefined ? [] : [{ title, state, found }];
    });
    const wrong = states.filter(({ state }) => !/^[✓–]/.test(state ?? ""));
    return { page, titles: states.map(({ title }) => title), wrong };
  }
  const where = (states: readonly { readonly title: string; readonly found: string }[], title: string) =>
    states.find((state) => state.title === title)?.found;

  it("what fits is called fitting, also where the file leaves it to the chart", async () => {
    await window.write(SIGNED);
    const { titles, wrong } = await checked();
    assert.deepEqual(wrong, []);
    assert.deepEqual(titles, [
      "Service mesh",
      "Public ingress gateway",
      "Namespace of the mesh",
      "Service-instance operator",
      "Certificate management",
      "Issuer letsencrypt for subscriptionServer",
      "Metrics monitors",
      "Your permissions",
    ]);
  });

  it("a certificate manager whose API the cluster lacks is reported in the words of the chart", async () => {
    await window.write(CHART);
    const { page, wrong } = await checked();
    assert.deepEqual(wrong, [
      {
        title: "Certificate management",
        state: "! does not match the values",
        found:
          "The values choose the certificate management of Gardener (cert.gardener.cloud) for subscriptionServer (Gardener); the cluster has cert-manager (cert-manager.io).",
      },
    ]);
    assert.match(page, /Set certificateManager in the values to CertManager, /);
  });

  it("so are labels and a namespace that the cluster has otherwise", async () => {
    await window.write(
      `${SIGNED}  istioSystemNamespace: edge\n  ingressGatewayLabels:\n    app: null\n    istio: edge\n`,
    );
    const { page, wrong } = await checked();
    assert.match(
      where(wrong, "Public ingress gateway") ?? "",
      /^The labels in the values are istio=edge, but .* the labels app=istio-ingressgateway,istio=ingressgateway\.$/,
    );
    assert.equal(
      where(wrong, "Namespace of the mesh"),
      "The values name edge, but the gateway is in istio-system.",
    );
    assert.match(page, /istioSystemNamespace/);
    assert.doesNotMatch(page, /meshSystemNamespace/);
  });

  it("the namespace is that of the chart in the workspace, as it is now", async () => {
    await window.write(SIGNED);
    const before = readFileSync(values, "utf8");
    const namespace = "istioSystemNamespace: istio-system";
    assert.ok(before.includes(namespace));
    writeFileSync(values, before.replace(namespace, "istioSystemNamespace: edge"));
    await window.changed(values);
    const { wrong } = await checked();
    assert.deepEqual(
      wrong.map(({ title }) => title),
      ["Namespace of the mesh"],
    );
    writeFileSync(values, before);
    await window.changed(values);
    assert.deepEqual((await checked()).wrong, []);
  });

  it("domain and DNS target are filled in from the cluster, and what is left comes from the chart", async () => {
    await window.write(SIGNED);
    const { seen } = await window.run(fillDomain, { pick: ["public-ingress", "cop.c-1.example.org"] });
    assert.equal(
      seen.at(-1),
      "info: values.yaml now has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.c-1.example.org.",
    );
    assert.equal(
      window.text(),
      `${SIGNED}  dnsTarget: public-ingress.c-1.example.org\n  domain: cop.c-1.example.org\n`,
    );
    const { text } = await window.server.ask(EFFECTIVE_VALUES, { of: { uri: window.uri } });
    const lines = text.split("\n").map((line) => line.trim());
    assert.ok(lines.includes("domain: cop.c-1.example.org  # values.yaml:9"), text);
    const line = readFileSync(values, "utf8")
      .split("\n")
      .findIndex((text) => text.includes("istioSystemNamespace:"));
    assert.ok(lines.includes(`istioSystemNamespace: istio-system  # default, chart line ${line + 1}`), text);
  });

  it("from then on, issuers of the cluster are offered where the chart wants them", async () => {
    await window.write(SIGNED.replace("letsencrypt", ""));
    const line = SIGNED.split("\n").findIndex((text) => text.includes("issuerName"));
    const position = { line, character: "      issuerName: ".length };
    const textDocument = { uri: window.uri };
    const items = await window.request<CompletionItem[]>("textDocument/completion", {
      textDocument,
      position,
    });
    assert.ok(
      items.some(({ label }) => label === "letsencrypt"),
      items.map(({ label }) => label).join(),
    );
  });
});
