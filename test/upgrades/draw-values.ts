import { dump } from "js-yaml";
import { type KeyPath, typeOf } from "../../server/core/chart/changes/chart-changes.ts";
import type { Dice } from "../helm/dice.ts";
import { at, type Defaults, keysIn, type Mutation, set } from "./mutate-chart.ts";

/** Values of the example chart that it can be rendered with, by the name of the key; what is not listed gets another value of its type. */
const PLAUSIBLE: Readonly<Record<string, unknown>> = {
  pullPolicy: "Always",
  certificateManager: "CertController",
  type: "NodePort",
  imagePullSecrets: [{ name: "registry" }],
  tolerations: [{ key: "dedicated", operator: "Exists" }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" }],
  volumes: [{ name: "ca", emptyDir: {} }],
  volumeMounts: [{ name: "ca", mountPath: "/ca" }],
  memory: "300Mi",
  cpu: 0.3,
  domain: "cop.cluster-b.internal",
  dnsTarget: "ingress.cluster-b.internal",
  metricsServerAddress: "http://metrics.monitoring:9090",
  affinity: { nodeAffinity: {} },
  podSecurityContext: { runAsNonRoot: true },
  securityContext: { readOnlyRootFilesystem: true },
  issuerKind: "ClusterIssuer",
};

/** What a person might have written for a chart: most keys that something is done to, and some others. */
export function drawValues(defaults: Defaults, mutations: readonly Mutation[], dice: Dice): Defaults {
  const wanted = mutations.flatMap((mutation) =>
    mutation.kind === "added"
      ? []
      : ["from" in mutation && Array.isArray(mutation.from) ? mutation.from : pathOf(mutation)],
  );
  const leaves = keysIn(defaults, []).filter((path) => keysIn(at(defaults, path), path).length === 0);
  const concerned = leaves.filter(
    (path) => wanted.some((one) => one.every((key, index) => path[index] === key)) && !dice.oneIn(3),
  );
  const values: Defaults = {};
  for (const path of [...concerned, ...dice.several(3, 8, () => dice.pick(leaves))]) {
    set(values, path, structuredClone(PLAUSIBLE[path.at(-1) ?? ""] ?? otherValue(at(defaults, path))));
  }
  return values;
}

function pathOf(mutation: Mutation): KeyPath {
  if ("path" in mutation) return mutation.path;
  return mutation.from;
}

function otherValue(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return "given";
  return typeOf(value) === "mapping" ? { given: "yes" } : [];
}

/** The values as a text with comments, quotes, brackets and an indentation of its own; each comment is there once. */
export function writeValues(values: Defaults, dice: Dice): string {
  const indent = dice.pick([2, 4]);
  let comments = 0;
  const comment = () => {
    comments += 1;
    return `# comment ${comments}`;
  };
  const lines = (level: Defaults, column: number): string[] =>
    Object.entries(level).flatMap(([key, value]) => {
      const before = " ".repeat(column);
      const above = dice.oneIn(3) ? [`${before}${comment()}`] : [];
      const name = dice.oneIn(6) ? JSON.stringify(key) : key;
      const behind = dice.oneIn(4) ? ` ${comment()}` : "";
      if (typeOf(value) === "mapping" && keysIn(value, []).length > 0 && !dice.oneIn(6)) {
        return [...above, `${before}${name}:${behind}`, ...lines(value as Defaults, column + indent)];
      }
      if (Array.isArray(value) && value.length > 0 && dice.oneIn(2)) {
        const items = dump(value)
          .trimEnd()
          .split("\n")
          .map((line) => `${before}${" ".repeat(indent)}${line}`);
        return [...above, `${before}${name}:${behind}`, ...items];
      }
      return [...above, `${before}${name}: ${inOneLine(value, dice)}${behind}`];
    });
  return `${lines(values, 0).join("\n")}\n`;
}

function inOneLine(value: unknown, dice: Dice): string {
  if (typeof value === "string" && dice.oneIn(2)) return dice.oneIn(2) ? JSON.stringify(value) : `'${value}'`;
  return dump(value, { flowLevel: 0, lineWidth: -1 }).trimEnd();
}
