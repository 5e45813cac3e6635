import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, mends, passes } from "../../support/rule-tests.ts";

const DEFAULTS =
  "spec:\n  ingressGatewayLabels:\n    - name: mesh\n      value: ingressgateway\n    - name: app\n      value: mesh-ingressgateway\n";

describe("duplicate-label", () => {
  finds(
    "one name with two values",
    `${DEFAULTS}    - name: app
            ^^^ error[duplicate-label] The label "app" is already set on line 5. Remove one of the two.
      value: my-gateway
`,
    "operator",
  );
  finds(
    "one entry twice, in brackets",
    `
    spec:
      ingressGatewayLabels: [{name: mesh, value: ingressgateway}, {name: mesh, value: ingressgateway}, {name: app, value: mesh-ingressgateway}]
                                                                         ^^^^ error[duplicate-label] The label "mesh" is already set on line 2.
  `,
    "operator",
  );
  passes("different names with one value", DEFAULTS, "operator");
  passes("labels of the resource", `metadata: {name: a, labels: {app: a, mesh: a}}\n${DEFAULTS}`, "operator");
  test("points at the first one", async () => {
    const text = `${DEFAULTS}    - {name: mesh, value: other}\n`;
    const found = (await diagnosticsOf(text, "operator")).find(({ code }) => code === "duplicate-label");
    assert.deepEqual(found?.relatedInformation?.[0]?.location.range.start, { line: 2, character: 12 });
  });
});

describe("duplicate-label: quick fixes", () => {
  mends(
    "an entry in the middle",
    `${DEFAULTS}    - name: mesh$0 # again\n      value: other\n    # the last\n    - name: tier\n      value: public\n`,
    'Remove this entry for "mesh"',
    `${DEFAULTS}    # the last\n    - name: tier\n      value: public\n`,
    "operator",
  );
  mends(
    "the last entry, without a line break after it",
    `${DEFAULTS}    - value: other\n      name: mesh$0`.replaceAll("\n", "\r\n"),
    'Remove this entry for "mesh"',
    DEFAULTS.trimEnd().replaceAll("\n", "\r\n"),
    "operator",
  );
  mends(
    "in brackets",
    "spec: {ingressGatewayLabels: [{name: a, value: b}, {name: $0a, value: c}]}\n",
    'Remove this entry for "a"',
    "spec: {ingressGatewayLabels: [{name: a, value: b}]}\n",
    "operator",
  );
});
