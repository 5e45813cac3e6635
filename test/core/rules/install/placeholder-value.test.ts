import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("placeholder-value", () => {
  finds(
    "what the form of a key leaves to fill in",
    `
    subscriptionServer:
      domain: <subdomain>.<cluster_domain>
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] "domain" still contains the placeholder <subdomain>. Replace it with the real value.
      dnsTarget: "public-ingress.\${CLUSTER_DOMAIN}"
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] "dnsTarget" still contains the placeholder \${CLUSTER_DOMAIN}.
  `,
  );
  finds(
    "words and braces, wherever the chart names a key",
    `
    image: {tag: CHANGE_ME}
                 ^^^^^^^^^ error[placeholder-value] "tag" still contains the placeholder CHANGE_ME.
    controller:
      image:
        repository: registry.internal/{team name}/controller
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] "repository" still contains the placeholder {team name}.
      versionMonitoring:
        metricsServerAddress: http://<metrics server>:9090
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value] "metricsServerAddress" still contains the placeholder <metrics server>.
        metricsEvaluationInterval: <interval>
                                   ^^^^^^^^^^ error[placeholder-value] "metricsEvaluationInterval" still contains the placeholder <interval>
  `,
  );
  finds(
    "a whole annotation",
    `
    podAnnotations:
      team: <your team>
            ^^^^^^^^^^^ error[placeholder-value] "team" still contains the placeholder <your team>.
  `,
  );
  finds(
    "hosts that are reserved for examples, as a warning",
    `
    subscriptionServer:
      domain: operator.cluster.example.com
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "operator.cluster.example.com" is reserved for examples, so no cluster has it. Replace it with the real name.
      dnsTarget: 'cluster.example.com'
                 ^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "cluster.example.com" is reserved for examples
    controller:
      versionMonitoring:
        metricsServerAddress: http://metrics.example.org:9090/api
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "metrics.example.org" is reserved for examples
  `,
  );
  finds(
    "registries and API groups that are reserved for examples, as a warning",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
    controller:
      image: {repository: registry.example.com/operator/controller}
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "registry.example.com" is reserved for examples
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController: {issuerGroup: issuers.example.org, issuerKind: Issuer, issuerName: a}
                                      ^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "issuers.example.org" is reserved for examples
  `,
  );
  finds(
    "the API group of the operator resource",
    `
    apiVersion: operator.example.com/v1alpha1
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[placeholder-value] "operator.example.com" is reserved for examples
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
    "real values, annotation texts, and names that only look alike",
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
            ^^^^^^ error[placeholder-value] "name" still contains the placeholder <name>.
  `,
    "operator",
  );
});

describe("placeholder-value: in place of a number", () => {
  finds(
    "is one problem",
    `
    controller:
      replicas: \${REPLICAS:=2}
                ^^^^^^^^^^^^^^ error[placeholder-value] "replicas" still contains the placeholder
  `,
  );
});
