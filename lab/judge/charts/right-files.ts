// Values files in which nothing is wrong, in the ways in which people write them.
import { dump } from "js-yaml";
import type { Dice } from "../../../test/helm/dice.ts";
import type { Json } from "../../../test/schemas/facts.ts";
import type { GivenChart } from "./given-charts.ts";
import { leavesOf, type Path, type Values, valueAt, withKey } from "./paths.ts";

/** Keys that the templates of the published chart read although no version declares them. */
export const UNDECLARED: readonly Path[] = [["logLevel"], ["webhook", "logLevel"], ["securityContext"]];

/** The keys that every installation has to set. */
export const NEEDED: readonly Path[] = [
  ["subscriptionServer", "domain"],
  ["subscriptionServer", "dnsTarget"],
];

/** False for labels, which anybody may name as they like. */
export const isOften = (key: Path) =>
  !key.includes("ingressGatewayLabels") && !key.includes("configMapLabels");

/** A right value for a key, and another one than its default, by its name. */
export function rightFor(key: Path, dice: Dice, standard: Json): Json {
  const name = key.at(-1) ?? "";
  const team = dice.pick(["alpha", "beta"]);
  const known: Readonly<Record<string, Json>> = {
    ...{ replicas: 2, port: 8443, targetPort: 9443, memory: "800Mi", cpu: 0.4, tag: "1.2.3", logLevel: 2 },
    ...{
      pullPolicy: "Always",
      priorityClassName: "high",
      type: "LoadBalancer",
      commonName: "short.internal",
    },
    ...{ domain: "cop.cluster-a.landscape.internal", dnsTarget: "in.cluster-a.landscape.internal" },
    ...{ repository: "registry.cluster-a.internal/own", issuerName: "own", issuerNamespace: "own-issuers" },
    ...{
      issuerKind: "ClusterIssuer",
      issuerGroup: "cert-manager.io",
      rolloutDelay: "45m",
      qps: "20",
      burst: "30",
    },
    ...{ podLabels: { team }, podAnnotations: { note: team }, nodeSelector: { pool: team } },
    ...{ imagePullSecrets: [{ name: "own" }], tolerations: [{ key: "own", operator: "Exists" }] },
    ...{ podSecurityContext: { runAsNonRoot: true }, securityContext: { readOnlyRootFilesystem: true } },
    ...{ certManager: "gardener", dnsManager: "kubernetes", metricsEvaluationInterval: "30m" },
    ...{ promClientAcquireRetryDelay: "30m", metricsClientAcquireRetryDelay: "30m" },
    ...{
      capApplication: "2",
      capApplicationVersion: "2",
      capTenant: "2",
      capTenantOperation: "2",
      clusterDomain: "2",
    },
  };
  if (key.includes("maxConcurrentReconciles")) return "2";
  if (key.includes("requests")) return name === "memory" ? "60Mi" : 0.05;
  if (name in known) return known[name] ?? standard;
  return typeof standard === "boolean" ? !standard : standard;
}

/** A right file: what every installation needs, and some more. */
export function rightFile(chart: GivenChart, dice: Dice, most: number): Values {
  const keys = keysOf(chart);
  const chosen = dice.several(1, most, () => dice.pick(keys));
  return [...NEEDED, ...chosen].reduce<Values>(
    (values, key) => withKey(values, key, rightFor(key, dice, valueAt(chart.values, key) ?? "")),
    {},
  );
}

/** The keys that a right file may have: issuers belong to a manager, and of a label that the top level has too, only one is in effect. */
export function keysOf(chart: GivenChart): Path[] {
  const isRight = (key: Path) =>
    isOften(key) &&
    !key.includes("certificateConfig") &&
    !(key.length === 1 && /^pod[LA]/.test(key[0] ?? ""));
  return [...leavesOf(chart.values).filter(isRight), ...(chart.name === "cap-operator" ? UNDECLARED : [])];
}

/** Ways in which the same values are written; `text` is what stands at the top of the file. */
export const STYLES: Readonly<Record<string, (values: Values, text: string) => string>> = {
  flow: (values, text) => `${text}${dump(values, { flowLevel: 0 })}`,
  "flow inside": (values, text) => `${text}${dump(values, { flowLevel: 1 })}`,
  JSON: (values, text) => `${text}${JSON.stringify(values, undefined, 2)}\n`,
  CRLF: (values, text) => `${text}${dump(values)}`.replaceAll("\n", "\r\n"),
  BOM: (values, text) => `\uFEFF${text}${dump(values)}`,
  quoted: (values, text) => `${text}${dump(values, { forceQuotes: true })}`,
  comments: (values, text) => `${text}${dump(values).replace(/^( *)(\S.*)$/gm, "$1# own $2\n$1$2 # own")}`,
  anchors: (values, text) => `${text}${dump(values)}`,
};

/** Values in which two components share a mapping, which is kept by a key of its own if the chart has no schema that refuses it. */
export function withAnchors(values: Values, { files }: GivenChart): Values {
  const shared = { pool: "own" };
  const used = ["controller", "webhook"].map((component) => [component, "nodeSelector"]);
  return used.reduce<Values>(
    (all, key) => withKey(all, key, shared),
    files["values.schema.json"] === undefined ? { "x-own": shared, ...values } : values,
  );
}
