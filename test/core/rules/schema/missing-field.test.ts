import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("missing-field", () => {
  finds(
    "fields of Kubernetes types",
    `
    affinity:
      podAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {}
            ^^^^^^^^^^^^^ error[missing-field] "topologyKey" is required in "requiredDuringSchedulingIgnoredDuringExecution[0]" but not set.
        preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            ^^^^^^ error[missing-field] "podAffinityTerm" is required
          - podAffinityTerm:
            ^^^^^^^^^^^^^^^ error[missing-field] "weight" is required
              topologyKey: zone
    controller:
      volumes:
        - name: a
          hostPath: {type: File}
          ^^^^^^^^ error[missing-field] "path" is required in "hostPath" but not set.
      volumeMounts:
        - name: a
          ^^^^ error[missing-field] "mountPath" is required in "volumeMounts[0]" but not set.
    topologySpreadConstraints:
      - whenUnsatisfiable: ScheduleAnyway
        ^^^^^^^^^^^^^^^^^ error[missing-field] "maxSkew" and "topologyKey" are required in "topologySpreadConstraints[0]" but not set.
  `,
  );
  finds(
    "a field with nothing after it",
    `
    topologySpreadConstraints:
      - whenUnsatisfiable: ScheduleAnyway
        maxSkew: 1
        topologyKey:
        ^^^^^^^^^^^ error[missing-field] "topologyKey" is required in "topologySpreadConstraints[0]" but empty.
  `,
  );
  finds(
    "an empty text where Kubernetes wants one",
    `
    topologySpreadConstraints:
      - whenUnsatisfiable: ScheduleAnyway
        maxSkew: 1
        topologyKey: ""
        ^^^^^^^^^^^ error[missing-field] "topologyKey" is required in "topologySpreadConstraints[0]" but empty.
    controller:
      volumes: [{name: a, emptyDir: {}}]
      volumeMounts:
        - name: a
          mountPath: ""
          ^^^^^^^^^ error[missing-field] "mountPath" is required in "volumeMounts[0]" but empty.
  `,
  );
  finds(
    "the name of the operator resource",
    `
    apiVersion: operator.a.io/v1alpha1
    kind: CAPOperator
    metadata:
    ^^^^^^^^ error[missing-field] "name" is required in "metadata" but not set.
      labels: {a: b}
    spec:
      ingressGatewayLabels: [{name: a, value: b}]
      ^^^^^^^^^^^^^^^^^^^^ information[labels-differ-from-default]
  `,
    "operator",
  );
  finds(
    "nothing beside a field that is misspelt",
    `
    imagePullSecrets:
      - nam: a
        ^^^ warning[unknown-key] Unknown key "nam" in
  `,
  );
  passes(
    "fields that a merge key brings",
    `
    imagePullSecrets:
      - &secret {name: a}
    webhook:
      imagePullSecrets:
        - <<: *secret
  `,
  );
  finds(
    "paths that are empty",
    `
    controller:
      volumes:
        - name: host
          hostPath: {path: ""}
                     ^^^^ error[missing-field] "path" is required in "hostPath" but empty.
        - name: ca
          configMap: {name: ca, items: [{key: ca, path: ""}]}
                                                  ^^^^ error[missing-field] "path" is required in "items[0]" but empty.
      volumeMounts: [{name: host, mountPath: /a}, {name: ca, mountPath: /b}]
  `,
  );
  passes("fields that may be left out", "tolerations:\n  - operator: Exists\n");
});

describe("missing-field: quick fixes", () => {
  const REQUIRED = "subscriptionServer: {domain: a.b, dnsTarget: a.b}\n";
  const TERM =
    "affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      - labelSelector:\n          matchLabels: {a: b}\n";
  offers("the usual values", REQUIRED + TERM.replace("labelS", "$0labelS"), [
    'Insert "topologyKey: kubernetes.io/hostname"',
    'Insert "topologyKey: topology.kubernetes.io/zone"',
  ]);
  mends(
    "after the fields that are there",
    TERM.replace("labelS", "$0labelS"),
    'Insert "topologyKey: kubernetes.io/hostname"',
    `${TERM}        topologyKey: kubernetes.io/hostname\n`,
  );
  mends(
    "with what is required in it",
    "affinity:\n    podAffinity:\n        preferredDuringSchedulingIgnoredDuringExecution:\n        - $0weight: 7\n",
    'Insert "podAffinityTerm"',
    "affinity:\n    podAffinity:\n        preferredDuringSchedulingIgnoredDuringExecution:\n        - weight: 7\n          podAffinityTerm:\n              topologyKey: kubernetes.io/hostname\n",
  );
  mends(
    "a placeholder for what only the person knows",
    "controller:\n  volumes:\n    - {name: a, emptyDir: {}}\n  volumeMounts:\n    - $0name: a\n",
    'Insert "mountPath: <mount_path>"',
    "controller:\n  volumes:\n    - {name: a, emptyDir: {}}\n  volumeMounts:\n    - name: a\n      mountPath: <mount_path>\n",
  );
  mends(
    "in brackets",
    "topologySpreadConstraints: [{$0maxSkew: 1, whenUnsatisfiable: ScheduleAnyway}]\n",
    'Insert "topologyKey: topology.kubernetes.io/zone"',
    "topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: ScheduleAnyway, topologyKey: topology.kubernetes.io/zone}]\n",
  );
});

describe("missing-field: what is there under another key, or nowhere", () => {
  const volumes = "  volumes:\n    - name: ca\n      emptyDir: {}\n    - name: data\n      emptyDir: {}\n";
  const mounts = "  volumeMounts:\n    - name: ca\n      mountPath: /ca\n";
  mends(
    "the only one that takes it",
    `controller:\n${volumes}${mounts}    - v$0olumes: data\n      mountPath: /data\n`,
    'Change "volumes" to "name"',
    `controller:\n${volumes}${mounts}    - name: data\n      mountPath: /data\n`,
  );
  mends(
    "the volume that nothing mounts yet",
    `controller:\n${volumes}${mounts}    - na$0me: # data\n      mountPath: /data\n`,
    'Set "name" to data',
    `controller:\n${volumes}${mounts}    - name: data # data\n      mountPath: /data\n`,
  );
  mends(
    "a common value",
    "topologySpreadConstraints:\n  - maxSkew: 1\n    whenUnsatisfiable: ScheduleAnyway\n    topology$0Key:\n",
    'Set "topologyKey" to topology.kubernetes.io/zone',
    "topologySpreadConstraints:\n  - maxSkew: 1\n    whenUnsatisfiable: ScheduleAnyway\n    topologyKey: topology.kubernetes.io/zone\n",
  );
  mends(
    "of a list that was meant for another key",
    "controller:\n  volumes:\n    - k$0ey: a\n      operator: Exists\n",
    'Change "volumes" to "tolerations"',
    "controller:\n  tolerations:\n    - key: a\n      operator: Exists\n",
  );
});
