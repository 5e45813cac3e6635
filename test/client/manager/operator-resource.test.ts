import assert from "node:assert/strict";
import { test } from "node:test";
import { durationMs } from "../../../client/manager/duration.ts";
import { matchGateways } from "../../../client/manager/gateway-match.ts";
import { isOperatorChart, releasesBehind } from "../../../client/manager/operator-chart.ts";
import {
  newResource,
  readOperatorResource,
  resourceWithLabels,
  shownLabels,
} from "../../../client/manager/operator-resource.ts";
import { operatorTypeAmong } from "../../../client/manager/operator-type.ts";
import { DEFAULT_RESOURCE } from "./manager-release-texts.ts";

const DEFAULT = readOperatorResource(DEFAULT_RESOURCE, "default");

test("the default resource says its name, its version and the labels of the gateway", () => {
  assert.equal(DEFAULT.name, "cap-operator");
  assert.equal(DEFAULT.apiVersion, "operator.sme.sap.com/v1alpha1");
  assert.equal(DEFAULT.namespace, undefined);
  assert.deepEqual(DEFAULT.gatewayLabels, { istio: "ingressgateway", app: "istio-ingressgateway" });
});

test("a new resource has the labels that were found, and everything else of the default one", () => {
  assert.equal(
    resourceWithLabels(DEFAULT, { app: "my-gateway", tier: "yes" }),
    `# cap-operator: operator
apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cap-operator
  labels:
    app.kubernetes.io/part-of: cap-operator-manager
spec:
  subscriptionServer:
    subDomain: cop
  ingressGatewayLabels:
    - name: app
      value: my-gateway
    - name: tier
      value: 'yes'
`,
  );
});

test("without a default resource, a new one begins from the definition that the manifest brought", () => {
  const type = { type: "capoperators.operator.x.org", apiVersion: "operator.x.org/v1", kind: "CAPOperator" };
  const text = newResource(type, "cap-operator", { app: "gateway" });
  assert.deepEqual(readOperatorResource(text, "new"), {
    text,
    apiVersion: "operator.x.org/v1",
    name: "cap-operator",
    gatewayLabels: { app: "gateway" },
  });
});

for (const [what, text, message] of [
  [
    "two resources",
    `${DEFAULT_RESOURCE}---\n${DEFAULT_RESOURCE}`,
    "x holds 2 objects; it has to hold one operator resource.",
  ],
  [
    "a manifest of something else",
    "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n",
    "x holds a Pod, not an operator resource (kind CAPOperator).",
  ],
] as const) {
  test(`${what}: no operator resource`, () => {
    assert.throws(() => readOperatorResource(text, "x"), { message });
  });
}

test("labels are shown as selectors are written", () => {
  assert.equal(shownLabels({ a: "1", b: "2" }), "a=1, b=2");
  assert.equal(shownLabels({}), "none");
});

const gateway = (name: string, labels: Record<string, string>, isNamed: boolean) => ({
  service: { kind: "Service", metadata: { name, namespace: "mesh" } },
  labels,
  isNamed,
});

test("a gateway with the labels of the resource is a match; others are listed once for each set of labels", () => {
  assert.deepEqual(matchGateways([gateway("a", { x: "1" }, true)]), { kind: "match", service: "mesh/a" });
  assert.deepEqual(
    matchGateways([
      gateway("a", { x: "1" }, false),
      gateway("b", { x: "1" }, false),
      gateway("c", { x: "2" }, false),
      gateway("d", {}, false),
    ]),
    {
      kind: "other",
      found: [
        { service: "mesh/a", labels: { x: "1" } },
        { service: "mesh/c", labels: { x: "2" } },
      ],
    },
  );
  assert.deepEqual(matchGateways([]), { kind: "none" });
});

for (const [chart, isOurs] of [
  ["cap-operator-chart-0.11.0", true],
  ["cap-operator-1.0.0-rc.1", true],
  ["cap-operator-chart-v1.0.0", true],
  ["cap-operator-dashboards-1.0.0", false],
  ["my-cap-operator-1.0.0", false],
] as const) {
  test(`${chart} is ${isOurs ? "" : "not "}a version of the operator's chart`, () => {
    assert.equal(isOperatorChart(chart), isOurs);
  });
}

test("a release is seen in the annotations that Helm writes, by its chart's name or by its components", () => {
  const deployment = (name: string, namespace: string, release?: string, chart?: string) => ({
    kind: "Deployment",
    metadata: {
      name,
      namespace,
      ...(chart !== undefined && { labels: { "helm.sh/chart": chart } }),
      ...(release !== undefined && {
        annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": namespace },
      }),
    },
  });
  assert.deepEqual(
    releasesBehind([
      deployment("one-controller", "a", "one", "cap-operator-chart-1.0.0"),
      deployment("two-controller", "b", "two"),
      deployment("two-server", "b", "two"),
      deployment("shop-controller", "c", "shop"),
      deployment("shop", "c", "shop", "web-shop-1.0.0"),
      deployment("cap-operator-controller", "d"),
      deployment("cap-operator-server", "d"),
    ]),
    [
      { release: "one", namespace: "a", chart: "cap-operator-chart-1.0.0" },
      { release: "two", namespace: "b" },
    ],
  );
});

test("the type of operator resources is known by its plural name", () => {
  assert.deepEqual(operatorTypeAmong(["capoperators", "others"], "operator.x.org/v1"), {
    type: "capoperators.operator.x.org",
    apiVersion: "operator.x.org/v1",
    kind: "CAPOperator",
  });
  assert.equal(operatorTypeAmong(["istiooperators"], "operator.x.org/v1"), undefined);
});

for (const [text, ms] of [
  ["5m0s", 300_000],
  ["1h30m", 5_400_000],
  ["1.5s", 1500],
  ["250ms", 250],
  ["5", undefined],
  ["", undefined],
] as const) {
  test(`the duration "${text}"`, () => assert.equal(durationMs(text), ms));
}
