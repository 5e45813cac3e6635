import { describe } from "node:test";
import { finds } from "../../support/rule-tests.ts";

/** While a key has no colon yet, that is said once, at the word itself. */
describe("a key that is being typed", () => {
  finds(
    "as the first key below another key",
    `
    monitoring:
      enab
      ^^^^ error[wrong-type] "enab" is not a key yet: write "enab:" and a value.
  `,
  );
  finds(
    "as the first label",
    `
    podLabels:
      env
      ^^^ error[wrong-type] "env" is not a key yet: write "env:" and a value.
  `,
  );
  finds(
    "as the first key of an item",
    `
    controller:
      volumes:
        - nam
          ^^^ error[wrong-type] "nam" is not a key yet: write "nam:" and a value.
  `,
  );
  finds(
    "but no other text, which is taken for the value",
    `
    monitoring:
    ^^^^^^^^^^ warning[table-replaced] The chart has a mapping for "monitoring".
      on the host
      ^^^^^^^^^^^ error[wrong-type] "monitoring" takes a mapping, but Helm reads text here.
  `,
  );
  finds(
    "and says nothing about the empty key above",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
    controller:
      resources:
        limits
        ^^^^^^ error[wrong-type] "limits" is not a key yet
    webhook:
      resources:
        limi
        ^^^^ error[syntax] "limi" is not a key yet
          memory: 1Gi
  `,
  );
  finds(
    "and is one of those that must be set",
    `
    subscriptionServer:
      dnsTarget: public-ingress.cluster-a.internal
      dom
      ^^^ error[syntax] "dom" is not a key yet
  `,
  );
  finds(
    "and is not one of those that must be set",
    `
    subscriptionServer:
    ^^^^^^^^^^^^^^^^^^ warning[required-for-install] "subscriptionServer.domain" is required but not set.
      dnsTarget: public-ingress.cluster-a.internal
      repl
      ^^^^ error[syntax] "repl" is not a key yet
  `,
  );
  finds(
    "in another mapping than the key that must be set",
    `
    subscriptionServer:
    ^^^^^^^^^^^^^^^^^^ warning[required-for-install] "subscriptionServer.domain" is required but not set.
      dnsTarget: public-ingress.cluster-a.internal
    controller:
      replicas: 2
      d
      ^ error[syntax] "d" is not a key yet
  `,
  );
  finds(
    "and says who issues the certificate, or with what",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
      certificateMan
      ^^^^^^^^^^^^^^ error[syntax] "certificateMan" is not a key yet
      certificateConfig:
        certController:
          issuerKind: ClusterIssuer
          issuerName: cluster-ca
    webhook:
      certificateManager: CertController
      certificateC
      ^^^^^^^^^^^^ error[syntax] "certificateC" is not a key yet
  `,
  );
  finds(
    "and holds the volumes that mounts need, or the mounts of volumes",
    `
    controller:
      volu
      ^^^^ error[syntax] "volu" is not a key yet
        - name: ca
          emptyDir: {}
      volumeMounts:
        - name: ca
          mountPath: /ca
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
      volumes:
        - name: ca
          emptyDir: {}
      volumeMou
      ^^^^^^^^^ error[syntax] "volumeMou" is not a key yet
        - name: ca
          mountPath: /ca
  `,
  );
  finds(
    "and switches on what other keys configure",
    `
    controller:
      versionMonitoring:
        metricsEvaluationInterval: 10m
        metricsServ
        ^^^^^^^^^^^ error[syntax] "metricsServ" is not a key yet
    monitoring:
      ena
      ^^^ error[syntax] "ena" is not a key yet
      serviceMonitorSelectorLabels:
        release: prometheus
  `,
    "specification",
  );
  finds(
    "and says what a toleration is for, or where trusted certificates are",
    `
    controller:
      versionMonitoring:
        metricsServerAddress: https://metrics.cluster-a.internal
      volumeM
      ^^^^^^^ error[syntax] "volumeM" is not a key yet
      tolerations:
        - effect: NoSchedule
          oper
          ^^^^ error[syntax] "oper" is not a key yet
        - effect: NoSchedule
          ke
          ^^ error[syntax] "ke" is not a key yet
  `,
  );
});
