// Values that people write for pods: right, wrong and nearly right.
import type { Json } from "../../test/schemas/facts.ts";

const TOLERATION: readonly Json[] = [
  { key: "a", operator: "Exists", value: "b" },
  { key: "a", operator: "equal" },
  { key: "a", effect: "noSchedule" },
  { key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 },
  { operator: "Equal", value: "x" },
  { key: "a b", operator: "Exists" },
  { value: "x" },
  { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: "5" },
  { key: "a", operator: "Exists" },
  { operator: "Exists" },
  { key: "a", value: "b c" },
  { key: "a", valeu: "b" },
  { key: "a", value: 5 },
];
export const TOLERATIONS: readonly Json[] = TOLERATION.map((toleration) => [toleration]);

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
  ...(
    [
      { key: "cores", operator: "Gt", values: ["4", "8"] },
      { key: "cores", operator: "Lt", values: ["4"] },
      { key: "zone", operator: "DoesNotExist", values: [] },
      { key: "zone", operator: "NotIn", values: [] },
    ] as readonly Json[]
  ).map((expression: Json) => ({
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
  })),
  ...(
    [
      { key: "metadata.name", operator: "In", values: ["a"] },
      { key: "metadata.name", operator: "In", values: ["a", "b"] },
      { key: "metadata.name", operator: "Exists" },
      { key: "zone", operator: "NotIn", values: ["a"] },
    ] as readonly Json[]
  ).map((field: Json) => ({
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchFields: [field] }] } },
  })),
  ...(
    [
      { key: "app", operator: "In" },
      { key: "app", operator: "Exists", values: ["a"] },
      { key: "app", operator: "Exists" },
      { key: "app", operator: "Gt", values: ["4"] },
    ] as readonly Json[]
  ).map((requirement: Json) => ({
    podAffinity: { [REQUIRED]: [{ ...pods, labelSelector: { matchExpressions: [requirement] } }] },
  })),
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
  [{ ...spread, minDomains: 2, whenUnsatisfiable: "DoNotSchedule" }],
  [spread, { ...spread, maxSkew: 2 }],
  [spread, { ...spread, whenUnsatisfiable: "DoNotSchedule" }],
  [{ ...spread, maxSkew: 2147483648 }],
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
  { seccompProfile: { type: "RuntimeDefault", localhostProfile: "own.json" } },
  { seccompProfile: { type: "Unconfined", localhostProfile: "" } },
  { seccompProfile: { type: "Localhost", localhostProfile: "/own.json" } },
  { seccompProfile: { type: "Localhost", localhostProfile: "profiles/own.json" } },
  { appArmorProfile: { type: "Localhost" } },
  { appArmorProfile: { type: "Localhost", localhostProfile: "own" } },
  { appArmorProfile: { type: "Unconfined", localhostProfile: "own" } },
  { allowPrivilegeEscalation: false, privileged: false },
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
  { sysctls: [{ name: "net..core", value: "1" }] },
  { sysctls: [{ name: "net/ipv4/conf/eth0.1/rp_filter", value: "1" }] },
  {
    sysctls: [
      { name: "net.core.somaxconn", value: "1" },
      { name: "net.core.somaxconn", value: "2" },
    ],
  },
  { supplementalGroups: [-1] },
  { supplementalGroups: [2147483648] },
  { seccompProfile: { type: "Localhost", localhostProfile: "../own.json" } },
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
  [{ name: "own", emptyDir: {}, configMap: null }],
  [{ name: "own", configMap: { name: "own", items: [{ key: "a", path: "../a" }] } }],
  [{ name: "own", configMap: { name: "own", items: [{ key: "a", path: "/a" }] } }],
  [{ name: "own", configMap: { name: "own", items: [{ key: "a", path: "..a" }] } }],
  [{ name: "own", configMap: { name: "own", items: [{ key: "a", path: "a/b" }] } }],
  [{ name: "own", hostPath: { path: "/var/../etc" } }],
  [{ name: "own", hostPath: { path: "/var/lib" } }],
  [{ name: "own", projected: { sources: [{}] } }],
  [{ name: "own", projected: { sources: [{ secret: { name: "a" }, configMap: { name: "b" } }] } }],
  [{ name: "own", downwardAPI: { items: [{ path: "a" }] } }],
  [{ name: "own", downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.name" } }] } }],
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
  [{ ...mount, subPath: "", subPathExpr: "b" }],
  [{ ...mount, subPathExpr: "../b" }],
  [{ ...mount, recursiveReadOnly: "Enabled" }],
  [{ ...mount, recursiveReadOnly: "Enabled", readOnly: true }],
  [{ ...mount, recursiveReadOnly: "IfPossible", readOnly: true, mountPropagation: "HostToContainer" }],
  [{ ...mount, mountPropagation: "Bidirectional" }],
  [{ name: "own", mountPath: "etc/own" }],
];

export const EMPTY_DIR: Json = [{ name: "own", emptyDir: {} }];
