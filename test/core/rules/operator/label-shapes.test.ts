import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

// The oldest version for Helm took the labels as a mapping, and all others take a list (test/schemas/published/resource.tsv).
const HEAD = "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cop\nspec:\n";
const OLD = `# cap-operator: operator version=0.0.1-helm\n${HEAD}`;
const LIST =
  "  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway\n";
const MAPPING = "  ingressGatewayLabels:\n    istio: ingressgateway\n    app: istio-ingressgateway\n";
const SERVER = "  subscriptionServer:\n    subDomain: cop\n";

function under(labels: string): string {
  return labels.replace("Labels:", "La$0bels:");
}

describe("the labels of the ingress gateway", () => {
  finds(
    "as a mapping, where a list is wanted",
    `${HEAD}  ingressGatewayLabels:
  ^^^^^^^^^^^^^^^^^^^^ error[wrong-shape] "ingressGatewayLabels" takes a list. Write each entry as name and value.
    istio: ingressgateway
    app: istio-ingressgateway
${SERVER}`,
    "operator",
  );
  finds(
    "as a list, where a mapping is wanted",
    `${OLD}  ingressGatewayLabels:
  ^^^^^^^^^^^^^^^^^^^^ error[wrong-shape] "ingressGatewayLabels" takes a mapping, not a list. Write each entry as key: value.
    - name: istio
      value: ingressgateway
    - name: app
      value: istio-ingressgateway
${SERVER}`,
    "operator",
  );
  passes("as a list", `${HEAD}${LIST}${SERVER}`, "operator");
  passes("as a mapping, for the oldest version", `${OLD}${MAPPING}${SERVER}`, "operator");
  finds(
    "as a mapping without one of its keys",
    `${OLD}  ingressGatewayLabels:
  ^^^^^^^^^^^^^^^^^^^^ error[missing-field] "istio" is required in "ingressGatewayLabels" but not set.
    app: istio-ingressgateway
${SERVER}`,
    "operator",
  );
  offers("a mapping", `${HEAD}${under(MAPPING)}${SERVER}`, ["*Make it a list"], "operator");
  offers("a list", `${OLD}${under(LIST)}${SERVER}`, ["*Make it a mapping"], "operator");
  mends(
    "a mapping",
    `${HEAD}${under(MAPPING)}${SERVER}`,
    "Make it a list",
    `${HEAD}${LIST}${SERVER}`,
    "operator",
  );
  mends(
    "a list",
    `${OLD}${under(LIST)}${SERVER}`,
    "Make it a mapping",
    `${OLD}${MAPPING}${SERVER}`,
    "operator",
  );
});
