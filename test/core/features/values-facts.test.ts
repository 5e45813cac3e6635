import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../support/engine.ts";
import { stackOf } from "../support/release.ts";

const DOMAIN = { role: "domain", path: "subscriptionServer.domain", form: "<subdomain>.<cluster_domain>" };
const DNS_TARGET = {
  role: "dnsTarget",
  path: "subscriptionServer.dnsTarget",
  form: "<public_ingress_subdomain>.<cluster_domain>",
};

/** The facts in the words of the published chart. */
const factsOf = (files: Readonly<Record<string, string>>, sets: readonly string[] = []) =>
  engine.valuesFacts(stackOf({ files, sets, chart: { chart: "cap-operator", version: "0.34.0" } }));

test("without values, the chart's defaults apply, and what must be set is not set", () => {
  assert.deepEqual(factsOf({}), {
    required: [DNS_TARGET, DOMAIN],
    ingressGatewayLabels: { app: "istio-ingressgateway", istio: "ingressgateway" },
    meshSystemNamespace: "istio-system",
    certificates: [
      { component: "subscriptionServer", manager: "Gardener" },
      { component: "webhook", manager: "Default" },
    ],
    certificateManagers: ["Gardener", "CertManager", "Default"],
    monitoringEnabled: false,
    keys: { meshSystemNamespace: "istioSystemNamespace" },
  });
});

test("effective values are reported: later files and entries win, null takes a default away", () => {
  const facts = factsOf(
    {
      "a.yaml": `subscriptionServer:
  domain: a.example.com
  dnsTarget: ingress.example.com
  istioSystemNamespace: other
  ingressGatewayLabels: {app: gateway, extra: ""}
monitoring: {enabled: true}
`,
      "b.yaml": "subscriptionServer: {istioSystemNamespace: null, ingressGatewayLabels: {istio: null}}\n",
    },
    [
      "subscriptionServer.domain=b.example.com",
      "controller.versionMonitoring.prometheusAddress=http://metrics.monitoring:9090",
    ],
  );
  assert.deepEqual(facts, {
    required: [
      { ...DNS_TARGET, value: "ingress.example.com" },
      { ...DOMAIN, value: "b.example.com" },
    ],
    ingressGatewayLabels: { app: "gateway", extra: "" },
    metricsServerAddress: "http://metrics.monitoring:9090",
    certificates: [
      { component: "subscriptionServer", manager: "Gardener" },
      { component: "webhook", manager: "Default" },
    ],
    certificateManagers: ["Gardener", "CertManager", "Default"],
    monitoringEnabled: true,
    keys: { meshSystemNamespace: "istioSystemNamespace" },
  });
});

test("only the chosen manager's part of a certificate configuration is reported", () => {
  const { certificates } = factsOf({
    "a.yaml": `subscriptionServer:
  certificateConfig:
    gardener: {issuerName: mine, issuerNamespace: issuers}
    certManager: {issuerName: unread}
webhook:
  certificateManager: CertManager
  certificateConfig:
    certManager: {issuerGroup: "", issuerKind: ClusterIssuer, issuerName: ca}
`,
  });
  assert.deepEqual(certificates, [
    { component: "subscriptionServer", manager: "Gardener", issuerName: "mine", issuerNamespace: "issuers" },
    { component: "webhook", manager: "CertManager", issuerKind: "ClusterIssuer", issuerName: "ca" },
  ]);
});

test("an unknown manager is reported as it is spelled, without an issuer", () => {
  const { certificates } = factsOf({
    "a.yaml":
      "webhook: {certificateManager: certmanager, certificateConfig: {certManager: {issuerName: ca}}}\n",
  });
  assert.deepEqual(certificates[1], { component: "webhook", manager: "certmanager" });
});

test("a value that is blank or not a scalar counts as not set", () => {
  const { required } = factsOf({ "a.yaml": 'subscriptionServer: {domain: " ", dnsTarget: {a: b}}\n' });
  assert.deepEqual(required, [DNS_TARGET, DOMAIN]);
});

test("a number is reported as the text that the chart writes", () => {
  const { required } = factsOf({ "a.yaml": "subscriptionServer: {domain: 12}\n" });
  assert.deepEqual(required[1], { ...DOMAIN, value: "12" });
});

test("a placeholder counts as not set, whole or in part", () => {
  const { required } = factsOf({
    "a.yaml":
      "subscriptionServer: {domain: operator.<cluster_domain>, dnsTarget: <public_ingress_subdomain>.a.b}\n",
  });
  assert.deepEqual(required, [DNS_TARGET, DOMAIN]);
});

test("in the words of the specification, without a chart", () => {
  assert.deepEqual(engine.valuesFacts(stackOf({ files: {} })), {
    required: [DNS_TARGET, DOMAIN],
    ingressGatewayLabels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
    meshSystemNamespace: "mesh-system",
    certificates: [
      { component: "subscriptionServer", manager: "Platform" },
      { component: "webhook", manager: "Default" },
    ],
    certificateManagers: ["Platform", "CertController", "Default"],
    monitoringEnabled: false,
    keys: { meshSystemNamespace: "meshSystemNamespace" },
  });
});
