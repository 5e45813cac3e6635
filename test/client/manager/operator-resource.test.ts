import assert from "node:assert/strict";
import { test } from "node:test";
import {
  newResource,
  readOperatorResource,
  resourceWithLabels,
  shownLabels,
} from "../../../client/manager/operator-resource.ts";
import { DEFAULT_RESOURCE } from "./manager-release-texts.ts";

const DEFAULT = readOperatorResource(DEFAULT_RESOURCE, "default");

test("the default resource says its name, its version and the labels of the gateway", () => {
  assert.equal(DEFAULT.name, "cap-operator");
  assert.equal(DEFAULT.apiVersion, "operator.sme.sap.com/v1alpha1");
  assert.equal(DEFAULT.namespace, undefined);
  assert.deepEqual(DEFAULT.gatewayLabels, { istio: "ingressgateway", app: "istio-ingressgateway" });
});

test("a new resource has the labels that were found, its namespace, and everything else from the default one", () => {
  assert.equal(
    resourceWithLabels(DEFAULT, { app: "my-gateway", tier: "yes" }, "cop-system"),
    `# cap-operator: operator
# cap-operator-disable labels-differ-from-default
apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cap-operator
  namespace: cop-system
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

test("the comment about other labels is there only where they are others", () => {
  const { istio = "", app = "" } = DEFAULT.gatewayLabels;
  assert.doesNotMatch(resourceWithLabels(DEFAULT, { app, istio }, "cop-system"), /disable/);
});

test("a namespace that the default resource names stays", () => {
  const named = DEFAULT_RESOURCE.replace("name: cap-operator", "name: cap-operator\n  namespace: own");
  const text = resourceWithLabels(readOperatorResource(named, "default"), {}, "cop-system");
  assert.equal(readOperatorResource(text, "new").namespace, "own");
});

test("without a default resource, a new one begins from the definition that the manifest brought", () => {
  const type = { type: "capoperators.operator.x.org", apiVersion: "operator.x.org/v1", kind: "CAPOperator" };
  const text = newResource(type, { name: "cap-operator", namespace: "cop-system" }, { app: "gateway" });
  assert.deepEqual(readOperatorResource(text, "new"), {
    text,
    apiVersion: "operator.x.org/v1",
    name: "cap-operator",
    namespace: "cop-system",
    gatewayLabels: { app: "gateway" },
  });
});

for (const [what, text, message] of [
  [
    "two resources",
    `${DEFAULT_RESOURCE}---\n${DEFAULT_RESOURCE}`,
    "x has 2 objects; it must have exactly one operator resource.",
  ],
  [
    "a manifest of something else",
    "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n",
    "x contains an object of kind Pod, not an operator resource (kind CAPOperator).",
  ],
] as const) {
  test(`${what}: not an operator resource`, () => {
    assert.throws(() => readOperatorResource(text, "x"), { message });
  });
}

test("labels are shown as selectors are written", () => {
  assert.equal(shownLabels({ a: "1", b: "2" }), "a=1, b=2");
  assert.equal(shownLabels({}), "none");
});
