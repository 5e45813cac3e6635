import type { Json } from "../schemas/facts.ts";
import type { Mutation, MutationKind } from "./mutation.ts";
import type { Target } from "./targets.ts";

/** A kind whose values are drawn from lists, each for the keys that end in the same way. */
function drawn(
  name: string,
  weight: number,
  lists: readonly (readonly [end: RegExp, values: readonly Json[]])[],
  beside: (key: string, target: Target) => Mutation["beside"] = () => ({}),
): MutationKind {
  const listOf = (key: string) => lists.find(([end]) => end.test(key))?.[1];
  return {
    name,
    weight,
    about: (key) => listOf(key) !== undefined,
    make: (key, target, dice) => ({
      value: dice.pick(listOf(key) ?? []),
      beside: beside(key, target) ?? {},
    }),
  };
}

const component = (key: string) => key.split(".")[0] ?? "";

const QUANTITIES: readonly Json[] = [
  ...[
    "500 Mi",
    "500MB",
    "1,5",
    "-1Gi",
    "half",
    "500mi",
    "0.5.1",
    "1e",
    "12Ki3",
    "1Ti i",
    "0x10",
    "1G5",
    "Mi",
    "+",
    "1 000",
  ],
  ...["1e3", "0.5Gi", "10E", "0", "+5", "5m", "1.", ".5", 3, 0.3],
];

const SMALL = { memory: "1Ki", cpu: "1m" } as const;
const LARGE = { memory: "64Gi", cpu: "64" } as const;

const PORTS: readonly Json[] = [
  0,
  -1,
  65536,
  70000,
  "http",
  "443",
  1.5,
  99999999999,
  1,
  65535,
  8443,
  "Port Name",
];

const LABELS: readonly Json[] = [
  ...[
    { own: "a b" },
    { own: "-x" },
    { own: "x".repeat(64) },
    { own: 5 },
    { own: true },
    { own: 1.5 },
    { own: { a: 1 } },
  ],
  ...[
    { "a b": "x" },
    { "/x": "y" },
    { "Foo/bar": "x" },
    { ["k".repeat(64)]: "x" },
    { "a/b/c": "x" },
    { "": "x" },
  ],
  ...[
    { own: "" },
    { own: "fine" },
    { "example.com/own": "Fine_1.2" },
    { own: null },
    { own: ["x"] },
    { _own: "x" },
  ],
];

const ANNOTATIONS: readonly Json[] = [
  ...[
    { own: 5 },
    { own: true },
    { "a b": "x" },
    { own: { a: 1 } },
    { own: "any text: at all" },
    { "/x": "y" },
  ],
  ...[{ "example.com/own": "" }, { own: ["x"] }, { "Example.com/Own": "x" }],
];

const NAMES: readonly Json[] = [
  "Upper-Case",
  "under_score",
  "with space",
  "-own",
  "own.",
  "x".repeat(254),
  "own",
  "own.name",
  "a/b",
];

const HOSTS: readonly Json[] = [
  ...[
    "https://cop.cluster-a.internal",
    "cop_1.cluster-a.internal",
    "Cop.Cluster-A.internal",
    "*.cluster-a.internal",
  ],
  ...[
    "cop.cluster-a.internal:443",
    "cop.cluster-a.internal.",
    "cop cluster",
    "-cop.internal",
    `${"a".repeat(64)}.internal`,
  ],
  ...[
    `${"long-label.".repeat(6)}cluster-a.internal`,
    "cop.cluster-b.internal",
    "cop",
    "10.0.0.1",
    "cop..internal",
  ],
];

const CERTIFICATES: readonly Json[] = [
  ...[
    "MIIFZjCCA06g",
    "-----BEGIN CERTIFICATE-----\n",
    "",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIF\n-----END RSA PRIVATE KEY-----\n",
  ],
  ...[
    5,
    { name: "ca" },
    ["a"],
    "-----BEGIN CERTIFICATE-----\nMIIF\n-----END CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n",
  ],
];

const DURATIONS: readonly Json[] = [
  "1d",
  "soon",
  "10",
  10,
  "1h 30m",
  "-1h",
  "0s",
  "1H",
  "30m",
  "1h30m",
  "90s",
  "1.5h",
  "10s",
  "1w",
];

const COUNTS: readonly Json[] = ["20/s", "1.5", "0", "-1", "many", 5, 1.5, "7", "1e3", "0x10", true];

const TOLERATIONS: readonly Json[] = [
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

const AFFINITIES: readonly Json[] = [
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
const SPREADS: readonly Json[] = [
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

const CONTAINER_SECURITY: readonly Json[] = [
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
const POD_SECURITY: readonly Json[] = [
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

const PULL_SECRETS: readonly Json[] = [
  ["registry-credentials"],
  [{ name: "registry-credentials" }],
  [{ nam: "registry-credentials" }],
  [{ name: "Registry_Credentials" }],
  [{ name: "a" }, { name: "a" }],
  [{ name: "" }],
  [{}],
  [{ name: 5 }],
];

const VOLUMES: readonly Json[] = [
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
const MOUNTS: readonly Json[] = [
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

const IMAGES: readonly Json[] = [
  "own tag",
  "own:tag",
  ":own",
  " own",
  "Own",
  "v1.2.3",
  "own@sha256:abc",
  1.1,
  "",
  "latest\n",
];
const REPLICAS: readonly Json[] = [-1, 1.5, "2", 2147483648, 0, 3, 99999999999, "two", 1e3];
const URLS: readonly Json[] = [
  "metrics.cluster-a.internal",
  "metrics:9090",
  "ftp://metrics",
  "http://",
  "http://metrics:9090",
  "http://metrics:port",
  "http://a b",
  9090,
];

const EMPTY_DIR: Json = [{ name: "own", emptyDir: {} }];

/** Kinds that know what a key means: near misses and right values are among what they write. */
export const KUBERNETES_KINDS: readonly MutationKind[] = [
  drawn("quantity", 3, [[/resources\.(limits|requests)\.(memory|cpu)$/, QUANTITIES]]),
  {
    name: "request over or under the limit",
    weight: 2,
    about: (key) => /resources\.(limits|requests)\.(memory|cpu)$/.test(key),
    make: (key) => {
      const unit = key.endsWith("memory") ? "memory" : "cpu";
      return { value: key.includes("limits") ? SMALL[unit] : LARGE[unit] };
    },
  },
  drawn("port", 2, [[/^(subscriptionServer\.port|webhook\.service\.(port|targetPort))$/, PORTS]]),
  drawn(
    "labels",
    4,
    [
      [/(podLabels|nodeSelector|ingressGatewayLabels|serviceMonitorSelectorLabels|configMapLabels)$/, LABELS],
      [/podAnnotations$/, ANNOTATIONS],
    ],
    (key) => (key.startsWith("monitoring") ? { "monitoring.enabled": true } : {}),
  ),
  drawn("name", 2, [
    [/(priorityClassName|SystemNamespace|issuerName|issuerNamespace|issuerKind|issuerGroup)$/, NAMES],
  ]),
  drawn("host", 2, [[/^subscriptionServer\.domain$|dnsTarget$|commonName$/, HOSTS]]),
  drawn("address", 1, [[/(metricsServerAddress|prometheusAddress)$/, URLS]]),
  drawn("duration", 1, [[/(Interval|Delay)$/, DURATIONS]]),
  drawn("number as text", 1, [[/(maxConcurrentReconciles|clientRateLimiting)\.\w+$/, COUNTS]]),
  drawn("certificate", 1, [[/additionalCACertificate$/, CERTIFICATES]]),
  drawn("toleration", 2, [[/tolerations$/, TOLERATIONS]]),
  drawn("affinity", 2, [[/affinity$/, AFFINITIES]]),
  drawn("topology spread", 2, [[/topologySpreadConstraints$/, SPREADS]]),
  drawn("security context", 3, [
    [/(^|\.)securityContext$/, CONTAINER_SECURITY],
    [/podSecurityContext$/, POD_SECURITY],
  ]),
  drawn("pull secrets", 1, [[/imagePullSecrets$/, PULL_SECRETS]]),
  drawn("volumes", 2, [[/volumes$/, VOLUMES]]),
  drawn("mounts", 2, [[/volumeMounts$/, MOUNTS]], (key) => ({ [`${component(key)}.volumes`]: EMPTY_DIR })),
  drawn("image", 1, [
    [/image\.tag$/, IMAGES],
    [
      /image\.repository$/,
      [
        "",
        " own",
        "registry.internal/Own",
        "registry.internal/own:tag",
        "own image",
        "https://registry.internal/own",
      ],
    ],
  ]),
  drawn("replicas", 2, [[/replicas$/, REPLICAS]]),
];
