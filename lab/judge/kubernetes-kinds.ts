import type { Json } from "../../test/schemas/facts.ts";
import type { Mutation, MutationKind } from "./mutation.ts";
import {
  AFFINITIES,
  CONTAINER_SECURITY,
  EMPTY_DIR,
  MOUNTS,
  POD_SECURITY,
  PULL_SECRETS,
  SPREADS,
  TOLERATIONS,
  VOLUMES,
} from "./pod-values.ts";
import type { Target } from "./targets.ts";
import {
  ANNOTATIONS,
  CERTIFICATES,
  COUNTS,
  DURATIONS,
  HOSTS,
  IMAGES,
  LABELS,
  LARGE,
  NAMES,
  PORTS,
  QUANTITIES,
  REPLICAS,
  SMALL,
  URLS,
} from "./text-values.ts";

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
    (key): Readonly<Record<string, Json>> =>
      key.startsWith("monitoring") ? { "monitoring.enabled": true } : {},
  ),
  drawn("name", 2, [
    [/(priorityClassName|SystemNamespace|issuerName|issuerNamespace|issuerKind|issuerGroup)$/, NAMES],
  ]),
  drawn("host", 2, [[/^subscriptionServer\.domain$|dnsTarget$|commonName$/, HOSTS]]),
  drawn("address", 1, [[/(metricsServerAddress|prometheusAddress)$/, URLS]]),
  drawn("duration", 1, [[/(Interval|Delay)$/, DURATIONS]]),
  drawn("number as a string", 1, [[/(maxConcurrentReconciles|clientRateLimiting)\.\w+$/, COUNTS]]),
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
