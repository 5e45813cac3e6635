import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const HEAD =
  "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cop\nspec:\n  subscriptionServer:\n    subDomain: cop\n";
const LABELS =
  "  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway\n";

// The rules and their messages are those of the published definition (test/schemas/published/resource.tsv).
describe("validation-rule", () => {
  finds(
    "exactly one of two is wanted, and none is set",
    `apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cop
spec:
^^^^ error[validation-rule] "spec" breaks a rule of its definition: exactly one of the fields in [dnsTarget ingressGatewayLabels] must be set.
  subscriptionServer:
    subDomain: cop
`,
    "operator",
  );
  finds(
    "exactly one of two is wanted, and both are set",
    `${HEAD}${LABELS}  dnsTarget: public.cluster-a.internal
  ^^^^^^^^^ error[validation-rule] "spec" breaks a rule of its definition: exactly one of the fields in [dnsTarget ingressGatewayLabels] must be set.
`,
    "operator",
  );
  finds(
    "at most one of two is wanted, deeper down, in a version that says it without CEL",
    `# cap-operator: operator version=0.20.0
${HEAD}    certificateConfig:
      certManager:
        issuerName: a
      gardener:
      ^^^^^^^^ error[validation-rule] "certificateConfig" breaks a rule of its definition: at most one of the fields in [gardener certManager] may be set.
        issuerName: b
  dnsTarget: public.cluster-a.internal
`,
    "operator",
  );
  passes("one of two is set", `${HEAD}${LABELS}`, "operator");
  passes("the other one of two is set", `${HEAD}  dnsTarget: public.cluster-a.internal\n`, "operator");
  passes(
    "none of two has to be set",
    `${HEAD}    certificateConfig: {}\n  dnsTarget: public.cluster-a.internal\n`,
    "operator",
  );
  passes(
    "the same fields in the resource of the specification, whose definition is not known",
    `${HEAD.replace("sme.sap.com", "sample.io")}  ingressGatewayLabels:\n    - name: mesh\n      value: ingressgateway\n    - name: app\n      value: mesh-ingressgateway\n  dnsTarget: public.cluster-a.internal\n`,
    "operator",
  );
  offers(
    "a resource with both",
    `${HEAD}${LABELS}  dns$0Target: public.cluster-a.internal\n`,
    ['Remove "dnsTarget"', 'Remove "ingressGatewayLabels"'],
    "operator",
  );
  mends(
    "a resource with both",
    `${HEAD}${LABELS}  dns$0Target: public.cluster-a.internal\n`,
    'Remove "ingressGatewayLabels"',
    `${HEAD}  dnsTarget: public.cluster-a.internal\n`,
    "operator",
  );
  mends(
    "a resource with none",
    HEAD.replace("spec:", "sp$0ec:"),
    'Insert "ingressGatewayLabels" with its usual value',
    `${HEAD}${LABELS}`,
    "operator",
  );
});
