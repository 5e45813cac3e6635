import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("placeholder-value", () => {
  finds(
    "what the form of a key leaves to fill in",
    `
    subscriptionServer:
      domain: <subdomain>.<cluster_domain>
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] The placeholder <subdomain> was left in "domain". Put the real value in its place.
      dnsTarget: "public-ingress.\${CLUSTER_DOMAIN}"
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] The placeholder \${CLUSTER_DOMAIN} was left in "dnsTarget".
  `,
  );
  finds(
    "words and braces, wherever the chart names a key",
    `
    image: {tag: CHANGE_ME}
                 ^^^^^^^^^ error[placeholder-value] The placeholder CHANGE_ME was left in "tag".
    controller:
      image:
        repository: registry.internal/{team name}/controller
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] The placeholder {team name} was left in "repository".
      versionMonitoring:
        metricsServerAddress: http://<metrics server>:9090
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] The placeholder <metrics server> was left in "metricsServerAddress".
        metricsEvaluationInterval: <interval>
                                   ^^^^^^^^^^ error[placeholder-value] The placeholder <interval> was left
  `,
  );
  finds(
    "a whole annotation",
    `
    podAnnotations:
      team: <your team>
            ^^^^^^^^^^^ error[placeholder-value] The placeholder <your team> was left in "team".
  `,
  );
  finds(
    "hosts that are set aside for examples, as a warning",
    `
    subscriptionServer:
      domain: operator.cluster.example.com
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "operator.cluster.example.com" is a name for examples, which no cluster has. Put the real one in its place.
      dnsTarget: 'cluster.example.com'
                 ^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "cluster.example.com" is a name for examples
    controller:
      versionMonitoring:
        metricsServerAddress: http://metrics.example.org:9090/api
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "metrics.example.org" is a name for examples
  `,
  );
  finds(
    "registries and API groups that are set aside for examples, as a warning",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
    controller:
      image: {repository: registry.example.com/operator/controller}
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "registry.example.com" is a name for examples
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController: {issuerGroup: issuers.example.org, issuerKind: Issuer, issuerName: a}
                                      ^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "issuers.example.org" is a name for examples
  `,
  );
  finds(
    "the API group of the operator resource",
    `
    apiVersion: operator.example.com/v1alpha1
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "operator.example.com" is a name for examples
    kind: CAPOperator
    metadata: {name: a}
    spec:
      ingressGatewayLabels:
      - {name: mesh, value: ingressgateway}
      - {name: app, value: mesh-ingressgateway}
  `,
    "operator",
  );
  passes(
    "real values, texts of annotations, and names that only look alike",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: my-example.com.cluster-a.internal
    podAnnotations:
      config: '{"hold": true, "of": "\${POD_NAME}"}'
      markup: a <b> and {c}
      exchange: changeme-not.io/exchange_medium
      documentation: https://docs.example.com
    controller:
      image: {repository: registry.my-example.com/operator/example.community}
  `,
  );
  finds(
    "the operator resource",
    `
    apiVersion: operator.a.io/v1alpha1
    kind: CAPOperator
    metadata:
      name: <name>
            ^^^^^^ error[placeholder-value] The placeholder <name> was left in "name".
  `,
    "operator",
  );
});
