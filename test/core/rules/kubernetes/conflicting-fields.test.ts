import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("conflicting-fields: operators and their values", () => {
  finds(
    "expressions about nodes",
    `
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - {key: zone, operator: In}
                                        ^^ error[conflicting-fields] "operator: In" needs "values". Set it, or change "operator".
                - {key: zone, operator: NotIn, values: []}
                                               ^^^^^^ error[conflicting-fields] "operator: NotIn" needs "values".
                - {key: zone, operator: Exists, values: [a]}
                                                ^^^^^^ error[conflicting-fields] "operator: Exists" takes no "values". Remove it, or change "operator".
                - {key: zone, operator: DoesNotExist, values: [a]}
                                                      ^^^^^^ error[conflicting-fields] "operator: DoesNotExist" takes no "values".
                - {key: cores, operator: Gt, values: ["4", "8"]}
                                             ^^^^^^ error[conflicting-fields] "operator: Gt" needs exactly one entry in "values", not 2.
                - {key: cores, operator: Lt}
                                         ^^ error[conflicting-fields] "operator: Lt" needs exactly one entry in "values", not 0.
              matchFields:
                - {key: metadata.name, operator: In, values: [a, b]}
                                                     ^^^^^^ error[conflicting-fields] "operator: In" needs exactly one entry in "values", not 2.
                - {key: metadata.name, operator: Exists}
                                                 ^^^^^^ error[conflicting-fields] "operator" must be In or NotIn for "key", not Exists. Change one of the two.
                - {key: zone, operator: NotIn, values: [a]}
                        ^^^^ error[conflicting-fields] "key" must be metadata.name for "operator", not zone. Change one of the two.
  `,
  );
  finds(
    "expressions about pods",
    `
    webhook:
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: zone
          whenUnsatisfiable: DoNotSchedule
          labelSelector:
            matchExpressions:
              - key: app
                operator: In
                          ^^ error[conflicting-fields] "operator: In" needs "values".
              - key: app
                operator: Exists
                values:
                ^^^^^^ error[conflicting-fields] "operator: Exists" takes no "values".
                  - own
  `,
  );
  passes(
    "expressions that the API server takes",
    `
    affinity:
      nodeAffinity:
        preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 1
            preference:
              matchExpressions:
                - {key: zone, operator: In, values: [a, b]}
                - {key: zone, operator: Exists}
                - {key: zone, operator: DoesNotExist, values: []}
                - {key: cores, operator: Gt, values: ["4"]}
              matchFields:
                - {key: metadata.name, operator: NotIn, values: [a]}
  `,
  );
  finds(
    "an operator that is none is reported as that",
    `
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - {key: zone, operator: exists, values: [a]}
                                        ^^^^^^ error[not-allowed]
  `,
  );
  passes(
    "values that are merged in",
    `
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
            - matchExpressions:
                - &zone {key: zone, operator: In, values: [a]}
                - {<<: *zone, operator: NotIn}
  `,
  );
});

describe("conflicting-fields: security", () => {
  finds(
    "profiles",
    `
    podSecurityContext:
      seccompProfile:
        type: Localhost
              ^^^^^^^^^ error[conflicting-fields] "type: Localhost" needs "localhostProfile". Set it, or change "type".
    controller:
      securityContext:
        seccompProfile: {type: RuntimeDefault, localhostProfile: ""}
                                                                 ^^ error[conflicting-fields] "type: RuntimeDefault" takes no "localhostProfile". Remove it, or change "type".
        appArmorProfile:
          type: Unconfined
          localhostProfile: own
                            ^^^ error[conflicting-fields] "type: Unconfined" takes no "localhostProfile".
  `,
  );
  finds(
    "a privileged container without escalation",
    `
    webhook:
      securityContext:
        allowPrivilegeEscalation: false
        privileged: true
                    ^^^^ error[conflicting-fields] "privileged" must be false for "allowPrivilegeEscalation: false", not true. Change one of the two.
  `,
  );
  passes(
    "what the API server takes",
    `
    podSecurityContext:
      seccompProfile: {type: Localhost, localhostProfile: profiles/own.json}
    controller:
      securityContext:
        allowPrivilegeEscalation: false
        seccompProfile: {type: RuntimeDefault}
        appArmorProfile: {type: Unconfined, localhostProfile: null}
    webhook:
      securityContext: {allowPrivilegeEscalation: true, privileged: true}
    subscriptionServer:
      securityContext: {allowPrivilegeEscalation: false, privileged: false}
  `,
  );
});

describe("conflicting-fields: spreading and mounts", () => {
  finds(
    "domains that are only counted where a pod may wait",
    `
    topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: zone
        whenUnsatisfiable: ScheduleAnyway
                           ^^^^^^^^^^^^^^ error[conflicting-fields] "whenUnsatisfiable" must be DoNotSchedule for "minDomains", not ScheduleAnyway. Change one of the two.
        minDomains: 2
  `,
  );
  finds(
    "mounts",
    `
    controller:
      volumes: [{name: ca, emptyDir: {}}]
      volumeMounts:
        - {name: ca, mountPath: /a, subPath: a, subPathExpr: b}
                                             ^ error[conflicting-fields] "subPath" and "subPathExpr" cannot both be set. Remove one of the two.
        - {name: ca, mountPath: /b, recursiveReadOnly: Enabled}
                                                       ^^^^^^^ error[conflicting-fields] "recursiveReadOnly: Enabled" needs "readOnly: true".
        - name: ca
          mountPath: /c
          readOnly: true
          recursiveReadOnly: IfPossible
          mountPropagation: HostToContainer
                            ^^^^^^^^^^^^^^^ error[conflicting-fields] "mountPropagation" must be None for "recursiveReadOnly: IfPossible", not HostToContainer.
  `,
  );
  passes(
    "what the API server takes",
    `
    topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 2}
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
    controller:
      volumes: [{name: ca, emptyDir: {}}]
      volumeMounts:
        - {name: ca, mountPath: /a, subPath: "", subPathExpr: b}
        - {name: ca, mountPath: /b, recursiveReadOnly: Enabled, readOnly: true, mountPropagation: None}
        - {name: ca, mountPath: /c, recursiveReadOnly: Disabled}
  `,
  );
});

describe("conflicting-fields: quick fixes", () => {
  const SPREAD =
    "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: zone\n    whenUnsatisfiable: $0ScheduleAnyway\n    minDomains: 2\n";
  mends(
    "domains beside ScheduleAnyway",
    SPREAD,
    'Set "whenUnsatisfiable: DoNotSchedule"',
    SPREAD.replace("$0ScheduleAnyway", "DoNotSchedule"),
  );
  mends(
    "domains beside ScheduleAnyway",
    SPREAD,
    'Remove "minDomains"',
    SPREAD.replace("$0", "").replace("    minDomains: 2\n", ""),
  );
  const EXISTS =
    "affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n        - matchExpressions:\n            - key: zone\n              operator: Exists\n              values: $0[a]\n";
  offers("values beside Exists", EXISTS.replace("$0[", "[").replace("values", "val$0ues"), [
    'Remove "values"',
  ]);
  mends(
    "a privileged container",
    "webhook:\n  securityContext:\n    allowPrivilegeEscalation: false\n    privileged: $0true\n",
    'Remove "privileged"',
    "webhook:\n  securityContext:\n    allowPrivilegeEscalation: false\n",
  );
  const MOUNT =
    "controller:\n  volumes: [{name: ca, emptyDir: {}}]\n  volumeMounts:\n    - name: ca\n      mountPath: /b\n      recursiveReadOnly: Enabled\n";
  mends(
    "a mount that is not read-only",
    MOUNT.replace("Enabled", "$0Enabled"),
    'Set "readOnly: true"',
    `${MOUNT}      readOnly: true\n`,
  );
});
