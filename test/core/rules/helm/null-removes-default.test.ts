import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("null-removes-default", () => {
  finds(
    "an explicit null",
    `
    webhook:
      sidecar: null
               ^^^^ hint[null-removes-default] null removes the chart's default of "sidecar", which is false.
      replicas: ~
                ^ hint[null-removes-default] null removes the chart's default of "replicas", which is 1.
    subscriptionServer:
      ingressGatewayLabels:
        app: null
             ^^^^ hint[null-removes-default] null removes the chart's default of "app", which is mesh-ingressgateway.
  `,
  );
  finds(
    "a port that is then missing",
    `
    subscriptionServer:
      port: null
            ^^^^ warning[null-removes-default] null removes the chart's default of "port", which is 4000, and Kubernetes refuses a port without a number.
    webhook:
      service: {targetPort: ~}
                            ^ warning[null-removes-default] null removes the chart's default of "targetPort", which is 1443, and Kubernetes refuses
  `,
  );
  passes(
    "null where there is no default",
    `
    subscriptionServer:
      ingressGatewayLabels: {other: null}
    nodeSelector: {zone: null}
  `,
  );
});
