import { describe } from "node:test";
import { finds, mends, passes } from "../support/rule-tests.ts";

const HEAD = "apiVersion: operator.sample.io/v1\nkind: CAPOperator\nmetadata:\n  name: cop\nspec:\n";

// Kubernetes reads an operator resource, merges it with nothing, and knows its fields (spec section 2.3).
describe("what is said about an operator resource does not mention Helm", () => {
  finds(
    "text where a list belongs",
    `${HEAD}  ingressGatewayLabels: app
                        ^^^ error[wrong-type] "ingressGatewayLabels" takes a list of mappings, but Kubernetes reads text here.
`,
    "operator",
  );
  finds(
    "a label that is not a string, and a key that no label has",
    `${HEAD}  ingressGatewayLabels:
    - name: app
      value: 1
             ^ error[invalid-label] Kubernetes reads the number 1 here, but labels must be text. Put it in quotes.
      vaule: gateway
      ^^^^^ warning[unknown-key] Unknown key "vaule" in "ingressGatewayLabels[0]". Kubernetes drops it or refuses the object.
`,
    "operator",
  );
  finds(
    "a key that appears twice, and one without a value",
    `${HEAD}  ingressGatewayLabels: []
  ^^^^^^^^^^^^^^^^^^^^ error[duplicate-key] "ingressGatewayLabels" appears twice in this mapping. Kubernetes keeps the one on line 7 and ignores this one.
  ingressGatewayLabels:
  ^^^^^^^^^^^^^^^^^^^^ warning[empty-value] "ingressGatewayLabels" has no value. Kubernetes reads null.
  ^^^^^^^^^^^^^^^^^^^^ warning[labels-missing]
`,
    "operator",
  );
  finds(
    "text where a mapping belongs",
    `${HEAD.replace("spec:\n", "spec: none\n")}^^^^ warning[labels-missing]
      ^^^^ error[wrong-type] "spec" takes a mapping, but Kubernetes reads text here.
`,
    "operator",
  );
});

describe("the operator resource of the published manager", () => {
  const head = "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: a\n";
  passes(
    "with the labels of its own default",
    `${head}spec:\n  subscriptionServer:\n    subDomain: cop\n  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway\n`,
    "operator",
  );
  mends(
    "has the labels of its own default inserted",
    `${head}spec$0:\n  subscriptionServer:\n    subDomain: cop\n`,
    'Insert "ingressGatewayLabels" with its usual value',
    `${head}spec:\n  subscriptionServer:\n    subDomain: cop\n  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway\n`,
    "operator",
  );
});
