// What people write for pods: right, wrong and nearly right.
import type { Json } from "../schemas/facts.ts";

export const TOLERATIONS: readonly Json[] = [
  ...[
    { key: "a", operator: "Exists", value: "b" },
    { key: "a", operator: "equal" },
    { key: "a", effect: "noSchedule" },
  ],
  ...[
    { key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 },
    { operator: "Equal", value: "x" },
  ],
  ...[
    { key: "a b", operator: "Exists" },
    { value: "x" },
    { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: "5" },
  ],
  ...[
    { key: "a", operator: "Exists" },
    { operator: "Exists" },
    { key: "a", value: "b c" },
    { key: "a", valeu: "b" },
    { key: "a", value: 5 },
  ],
].map((one) => [one]);

const term = { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] };
const pods = { labelSelector: { matchLabels: { app: "own" } }, topologyKey: "kubernetes.io/hostname" };
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

export const AFFINITIES: readonly Json[] = [
  { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [term] } } },
  { nodeAffinity: { [REQUIRED]: [{ weight: 1, preference: term }] } },
  { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } },
  {
    nodeAffinity: {
      [REQUIRED]: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "in", values: ["a"] }] }],
      },
    },
  },
  {
    nodeAffinity: {
      [REQUIRED]: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "Exists", values: ["a"] }] }],
      },
    },
  },
  {
    nodeAffinity: {
      [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In" }] }] },
    },
  },
  { nodeAffinity: { [PREFERRED]: [{ weight: 0, preference: term }] } },
  { nodeAffinity: { [PREFERRED]: [{ weight: 101, preference: term }] } },
  { nodeAffinity: { [PREFERRED]: [{ preference: term }] } },
  { podAntiAffinity: { [REQUIRED]: [pods] } },
  { podAntiAffinity: { [REQUIRED]: [{ labelSelector: pods.labelSelector }] } },
  { podAntiAffinity: { [REQUIRED]: [{ weight: 1, podAffinityTerm: pods }] } },
  { podAntiAffinity: { [PREFERRED]: [pods] } },
  { podAntiAffinity: { [PREFERRED]: [{ weight: 100, podAffinityTerm: pods }] } },
  { podAntiAffinity: { [REQUIRED]: [{ ...pods, labelSelector: { matchLabels: { app: "a b" } } }] } },
  { podAntiAffinity: { [REQUIRED]: [{ ...pods, topologyKey: "" }] } },
  { podAntiaffinity: { [REQUIRED]: [pods] } },
];

const spread = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" };
export const SPREADS: readonly Json[] = [
  [spread],
  [{ ...spread, maxSkew: 0 }],
  [{ ...spread, maxSkew: "1" }],
  [{ ...spread, whenUnsatisfiable: "doNotSchedule" }],
  [{ maxSkew: 1, whenUnsatisfiable: "ScheduleAnyway" }],
  [{ maxSkew: 1, topologyKey: "zone" }],
  [{ topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" }],
  [spread, spread],
  [{ ...spread, topologyKey: "a b" }],
  [{ ...spread, minDomains: 2 }],
  [{ ...spread, labelSelector: { matchLabels: { own: "a b" } } }],
];

export const CONTAINER_SECURITY: readonly Json[] = [
  { runAsUser: "root" },
  { runAsUser: -1 },
  { runAsNonRoot: "yes" },
  { runAsNonRoot: true },
  { capabilities: ["ALL"] },
  { capabilities: { drop: ["ALL"] } },
  { capabilities: { drop: "ALL" } },
  { seccompProfile: { type: "runtimeDefault" } },
  { seccompProfile: { type: "RuntimeDefault" } },
  { seccompProfile: { type: "Localhost" } },
  { seccompProfile: {} },
  { allowPrivilegeEscalation: false, privileged: true },
  { runAsUsr: 5 },
  { readOnlyRootFilesystem: "true" },
];
export const POD_SECURITY: readonly Json[] = [
  { fsGroup: "own" },
  { fsGroup: -5 },
  { fsGroup: 5 },
  { runAsUser: 1.5 },
  { runAsNonRoot: "true" },
  { seccompProfile: { type: "RuntimeDefault" } },
  { seccompProfile: { type: "default" } },
  { supplementalGroups: 5 },
  { supplementalGroups: [5] },
  { sysctls: [{ name: "a b", value: "1" }] },
  { fsGroupChangePolicy: "always" },
  { capabilities: { drop: ["ALL"] } },
];

export const PULL_SECRETS: readonly Json[] = [
  ["registry-credentials"],
  [{ name: "registry-credentials" }],
  [{ nam: "registry-credentials" }],
  [{ name: "Registry_Credentials" }],
  [{ name: "a" }, { name: "a" }],
  [{ name: "" }],
  [{}],
  [{ name: 5 }],
];

export const VOLUMES: readonly Json[] = [
  [
    { name: "own", emptyDir: {} },
    { name: "own", emptyDir: {} },
  ],
  [{ emptyDir: {} }],
  [{ name: "Own_Volume", emptyDir: {} }],
  [{ name: "own", emptyDir: {}, configMap: { name: "own" } }],
  [{ name: "own" }],
  [{ name: "own", configMap: {} }],
  [{ name: "own", configMap: "own" }],
  [{ name: "own", secret: { name: "own" } }],
  [{ name: "own", secret: { secretName: "own" } }],
  [{ name: "own", emptyDir: { sizeLimit: "1 Gi" } }],
  [{ name: "own", hostPath: { type: "Directory" } }],
  [{ name: "own", projected: { sources: [{ secret: { name: "own" } }] } }],
  [{ name: "own", configMap: { name: "own", items: [{ key: "ca.crt" }] } }],
  [{ name: "own", configMap: { name: "own", defaultMode: 1000 } }],
  [{ name: "own", secret: { secretName: "Own Secret" } }],
];

const mount = { name: "own", mountPath: "/etc/own" };
export const MOUNTS: readonly Json[] = [
  [mount],
  [{ name: "other", mountPath: "/etc/own" }],
  [{ name: "own" }],
  [{ mountPath: "/etc/own" }],
  [{ name: "own", mountPath: "/etc:own" }],
  [{ name: "own", mountPath: "" }],
  [{ ...mount, subPath: "../x" }],
  [{ ...mount, subPath: "/x" }],
  [{ ...mount, readOnly: "yes" }],
  [mount, mount],
  [mount, { name: "own", mountPath: "/etc/own/" }],
  [{ ...mount, subPath: "a", subPathExpr: "b" }],
  [{ name: "own", mountPath: "etc/own" }],
];

export const EMPTY_DIR: Json = [{ name: "own", emptyDir: {} }];
