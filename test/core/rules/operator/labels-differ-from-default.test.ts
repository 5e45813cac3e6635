import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("labels-differ-from-default", () => {
  finds(
    "other labels",
    `
    spec:
      ingressGatewayLabels:
      ^^^^^^^^^^^^^^^^^^^^ information[labels-differ-from-default] These are not the labels of the manager's default resource (mesh: ingressgateway, app: mesh-ingressgateway), so apply this resource instead.
        - name: app
          value: my-gateway
  `,
    "operator",
  );
  finds(
    "only one of the two default labels",
    `
    spec: {ingressGatewayLabels: [{name: mesh, value: ingressgateway}]}
           ^^^^^^^^^^^^^^^^^^^^ information[labels-differ-from-default]
  `,
    "operator",
  );
  passes(
    "the default labels in another order and other quotes",
    `
    spec:
      ingressGatewayLabels:
      - value: "mesh-ingressgateway"
        name: 'app'
      - {name: mesh, value: ingressgateway}
  `,
    "operator",
  );
  finds(
    "not while a label is incomplete",
    `
    spec:
      ingressGatewayLabels:
        - name: app
          ^^^^ error[missing-field] "value" is required in "ingressGatewayLabels[0]" but not set.
  `,
    "operator",
  );
});
