import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

const HEAD = "apiVersion: operator.sample.io/v1\nkind: CAPOperator\nmetadata:\n  name: a\n";
const TITLE = "Insert the default labels";
const LABELS = "- name: mesh\n  value: ingressgateway\n- name: app\n  value: mesh-ingressgateway\n";
const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, " ".repeat(by));

describe("labels-missing", () => {
  finds(
    "no spec",
    `apiVersion: operator.sample.io/v1
^^^^^^^^^^ warning[labels-missing] "spec.ingressGatewayLabels" lists no labels, so the operator cannot find the ingress gateway. List the labels of the gateway.
kind: CAPOperator
metadata: {name: a}
`,
    "operator",
  );
  finds(
    "a spec without labels",
    `${HEAD}spec:
^^^^ warning[labels-missing]
  subscriptionServer: {subDomain: cop}
`,
    "operator",
  );
  finds(
    "an empty list",
    `${HEAD}spec:
  ingressGatewayLabels: []
  ^^^^^^^^^^^^^^^^^^^^ warning[labels-missing]
`,
    "operator",
  );
  finds(
    "an empty DNS target",
    `${HEAD}spec:
^^^^ warning[labels-missing]
  dnsTarget: ""
`,
    "operator",
  );
  passes("a DNS target in their place", `${HEAD}spec: {dnsTarget: ingress.cluster-a.internal}\n`, "operator");
  passes("labels", `${HEAD}spec:\n  ingressGatewayLabels:\n${indented(LABELS, 4)}`, "operator");
  passes(
    "labels by an alias",
    `${HEAD}x: &labels\n${indented(LABELS, 2)}spec: {ingressGatewayLabels: *labels}\n`,
    "operator",
  );
  passes("chart values, which have labels of another kind", "subscriptionServer: {replicas: 2}\n");
});

describe("labels-missing: quick fixes", () => {
  mends(
    "with the spec",
    `$0${HEAD}`,
    TITLE,
    `${HEAD}spec:\n  ingressGatewayLabels:\n${indented(LABELS, 4)}`,
    "operator",
  );
  mends(
    "into a spec, with its indentation and line breaks",
    "kind: CAPOperator\r\nspec$0:\r\n    more: a # b\r\n",
    TITLE,
    `kind: CAPOperator\r\nspec:\r\n    more: a # b\r\n    ingressGatewayLabels:\r\n${indented(LABELS, 8).replaceAll("\n", "\r\n")}`,
    "operator",
  );
  mends(
    "in place of an empty list",
    `${HEAD}spec:\n  ingress$0GatewayLabels: [] # none\n`,
    TITLE,
    `${HEAD}spec:\n  ingressGatewayLabels:\n${indented(LABELS, 4).trimEnd()} # none\n`,
    "operator",
  );
  mends(
    "after a key without a value",
    `${HEAD}spec:\n  ingress$0GatewayLabels:\n`,
    TITLE,
    `${HEAD}spec:\n  ingressGatewayLabels:\n${indented(LABELS, 4)}`,
    "operator",
  );
});
