// Wrong values: each list is for the keys whose name matches.
import type { Json } from "../../../test/schemas/facts.ts";

/** Values by the keys that they are for. */
export type ValueTable = readonly (readonly [key: RegExp, values: readonly Json[]])[];

/** Values of the right type that no program can read, or that a container runtime or the API server rejects. */
export const BAD_FORMATS: ValueTable = [
  [/\.repository$/, ["https://ghcr.io/own", "ghcr.io/Own/server", "ghcr.io/own:1.0", "ghcr.io/own server"]],
  [/\.tag$/, ["a b", "own:1.0", "-own", "1.0/own"]],
  [/\.memory$/, ["5 GB", "500MB", "half", "1,5Gi"]],
  [/\.cpu$/, ["0,5", "200 m", "half"]],
  [/\.(port|targetPort)$/, [0, 70_000, -1]],
  [/\.replicas$/, [-1, 1.5]],
  [
    /\.(domain|dnsTarget)$/,
    ["https://cop.internal", "Cop.Cluster.internal", "cop_1.internal", "cop internal", "cop..internal"],
  ],
  [/(podLabels|nodeSelector)$/, [{ own: "a b" }, { "a b": "x" }, { own: "x".repeat(64) }, { "/own": "x" }]],
  [/podAnnotations$/, [{ "a b": "x" }, { "own/": "x" }]],
  [/priorityClassName$/, ["Upper-Case", "under_score", "with space"]],
  [/imagePullSecrets$/, [[{ name: "Own_Secret" }], [{ name: "own secret" }]]],
  [/(Interval|Delay)$/, ["1d", "soon", "5 min"]],
  [/(maxConcurrentReconciles\.\w+|qps|burst)$/, ["many", "20/s"]],
  [/prometheusAddress$|metricsServerAddress$/, ["metrics:9090", "http://", "http://a b"]],
  [/additionalCACertificate$/, ["MIIFZjCCA06g"]],
];

/** Words where one of a few is meant. */
export const WRONG_WORDS: ValueTable = [
  [/\.pullPolicy$/, ["always", "ifNotPresent", "Sometimes"]],
  [/\.service\.type$/, ["clusterIP", "Loadbalancer", "Internal"]],
  [/\.certificateManager$/, ["certManager", "gardener", "platform", "None"]],
  [/\.certManager$/, ["Gardener", "certmanager"]],
  [/\.dnsManager$/, ["Kubernetes", "route53"]],
];

/** Words that YAML does not read as text, for keys that are meant to have text. */
export const READ_OTHERWISE: ValueTable = [
  [/\.tag$/, ["1.10", "010", "1e3", "2.0"]],
  [/(podLabels|nodeSelector|podAnnotations)$/, ["yes", "on", "true", "1.10", "012"]],
  [/priorityClassName$/, ["on", "017"]],
];

/** Right values of Kubernetes' own types, with fields to misspell. */
export const KUBERNETES_VALUES: ValueTable = [
  [/tolerations$/, [[{ key: "own", operator: "Equal", value: "x", effect: "NoSchedule" }]]],
  [
    /affinity$/,
    [
      {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }],
          },
        },
      },
    ],
  ],
  [
    /topologySpreadConstraints$/,
    [[{ maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway" }]],
  ],
  [
    /podSecurityContext$/,
    [{ runAsNonRoot: true, fsGroup: 1000, seccompProfile: { type: "RuntimeDefault" } }],
  ],
  [/\.securityContext$/, [{ readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } }]],
  [/imagePullSecrets$/, [[{ name: "own" }]]],
  [/volumes$/, [[{ name: "own", configMap: { name: "own", items: [{ key: "a", path: "a" }] } }]]],
];

/** The values for a key; none if no list is for it. */
export function valuesFor(table: ValueTable, key: readonly string[]): readonly Json[] {
  const dotted = key.join(".");
  return table.find(([name]) => name.test(dotted))?.[1] ?? [];
}
