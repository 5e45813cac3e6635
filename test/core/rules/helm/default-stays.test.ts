import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("default-stays", () => {
  finds(
    "a gateway of another name",
    `
    subscriptionServer:
      ingressGatewayLabels:
      ^^^^^^^^^^^^^^^^^^^^ warning[default-stays] Helm also keeps the default "mesh: ingressgateway" in "ingressGatewayLabels". Set it to null to remove it, or write it here to keep it.
        app: my-gateway
  `,
  );
  finds(
    "other labels beside all defaults",
    `
    subscriptionServer:
      ingressGatewayLabels: {gateway: public}
      ^^^^^^^^^^^^^^^^^^^^ warning[default-stays] Helm also keeps the defaults "app: mesh-ingressgateway" and "mesh: ingressgateway" in "ingressGatewayLabels". Set them to null to remove them, or write them here to keep them.
    monitoring:
      enabled: true
      dash:
        dashboard:
          configMapLabels:
          ^^^^^^^^^^^^^^^ warning[default-stays] Helm also keeps the default "dash_dashboard: "1"" in "configMapLabels"
            dashboards: "1"
  `,
  );
  finds(
    "an empty map, which takes nothing away",
    `
    subscriptionServer: {ingressGatewayLabels: {}}
                         ^^^^^^^^^^^^^^^^^^^^ warning[default-stays]
  `,
  );
  passes(
    "all defaults written down, or one of them as it is",
    `
    subscriptionServer:
      ingressGatewayLabels: {app: my-gateway, mesh: ingressgateway, more: a}
    monitoring: {enabled: true, dash: {dashboard: {configMapLabels: {dash_dashboard: "1"}}}}
  `,
  );
  passes(
    "one default, which leaves the other as it is",
    "subscriptionServer: {ingressGatewayLabels: {app: mesh-ingressgateway}}\n",
  );
  passes("maps without defaults, and settings", "podLabels: {team: a}\nwebhook: {service: {port: 444}}\n");
  finds(
    "nothing where defaults are set to null",
    `
    subscriptionServer:
      ingressGatewayLabels:
        app: my-gateway
        mesh: null
              ^^^^ hint[null-removes-default]
  `,
  );
});

describe("default-stays: quick fixes", () => {
  mends(
    "after what is there",
    "subscriptionServer:\n    ingress$0GatewayLabels:\n        # ours\n        app: my-gateway # public\n    replicas: 2\n",
    'Insert "mesh: null"',
    "subscriptionServer:\n    ingressGatewayLabels:\n        # ours\n        app: my-gateway # public\n        mesh: null\n    replicas: 2\n",
  );
  mends(
    "repeated, in brackets",
    "subscriptionServer: {ingress$0GatewayLabels: {gateway: public}}\r\n",
    'Insert "app: mesh-ingressgateway" and "mesh: ingressgateway"',
    "subscriptionServer: {ingressGatewayLabels: {gateway: public, app: mesh-ingressgateway, mesh: ingressgateway}}\r\n",
  );
  offers(
    "none that would write into the mapping of an alias",
    "podLabels: &x {app: my-gateway}\nsubscriptionServer:\n  $0ingressGatewayLabels: *x\n",
    [],
  );
  offers(
    "taking the default away is preferred",
    "subscriptionServer:\n  $0ingressGatewayLabels: {app: my-gateway}\n",
    ['*Insert "mesh: null"', 'Insert "mesh: ingressgateway"'],
  );
});
