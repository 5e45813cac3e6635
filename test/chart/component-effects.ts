import type { Place } from "../helm/with-helm.ts";
import type { Json } from "../schemas/facts.ts";

/** A key, a value for it that is not its default, where that is seen, and as what when not as the value itself. */
export type Effect = readonly [key: string, value: Json, place: Place, seen?: Json];

/** A place in a component's pods. */
export const pod = (name: string, ...path: readonly (string | number)[]): Place => [
  "Deployment",
  name,
  "spec",
  "template",
  ...path,
];

/** A place in a component's own container. */
export const container = (name: string, ...path: readonly (string | number)[]): Place =>
  pod(name, "spec", "containers", name, ...path);

const tolerations = (key: string): Json => [{ key, operator: "Exists" }];
const spread = (topologyKey: string): Json => [
  { maxSkew: 1, topologyKey, whenUnsatisfiable: "ScheduleAnyway" },
];
const avoiding = (zone: string): Json => ({
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchExpressions: [{ key: "zone", operator: "NotIn", values: [zone] }] } },
    ],
  },
});

/** Effects of keys that both the top level (an empty `prefix`) and a component have, on the pods of `name`. */
export function podEffects(prefix: string, name: string, mark: string): readonly Effect[] {
  return [
    [`${prefix}imagePullSecrets`, [{ name: mark }], pod(name, "spec", "imagePullSecrets")],
    [`${prefix}podLabels`, { own: mark }, pod(name, "metadata", "labels", "own"), mark],
    [`${prefix}podAnnotations`, { own: mark }, pod(name, "metadata", "annotations"), { own: mark }],
    [`${prefix}podSecurityContext`, { runAsUser: 65532 }, pod(name, "spec", "securityContext")],
    [`${prefix}nodeSelector`, { pool: mark }, pod(name, "spec", "nodeSelector")],
    [`${prefix}affinity`, avoiding(mark), pod(name, "spec", "affinity")],
    [`${prefix}tolerations`, tolerations(mark), pod(name, "spec", "tolerations")],
    [`${prefix}priorityClassName`, mark, pod(name, "spec", "priorityClassName")],
    [`${prefix}topologySpreadConstraints`, spread(mark), pod(name, "spec", "topologySpreadConstraints")],
    [`${prefix}image.pullPolicy`, "Always", container(name, "imagePullPolicy")],
  ];
}

/** Effects of all keys of a component, also of those that the top level has. */
export function componentEffects(key: string, name: string): readonly Effect[] {
  const image = `mirror.example.com:5000/${name}:own-tag`;
  return [
    [`${key}.replicas`, 3, ["Deployment", name, "spec", "replicas"]],
    [`${key}.image.repository`, `mirror.example.com:5000/${name}`, container(name, "image"), image],
    [`${key}.image.tag`, "own-tag", container(name, "image"), image],
    ...podEffects(`${key}.`, name, `of-${name}`),
    [`${key}.securityContext`, { readOnlyRootFilesystem: true }, container(name, "securityContext")],
    [`${key}.resources.limits.memory`, "1Gi", container(name, "resources", "limits", "memory")],
    [`${key}.resources.limits.cpu`, 1.5, container(name, "resources", "limits", "cpu")],
    [`${key}.resources.requests.memory`, "33Mi", container(name, "resources", "requests", "memory")],
    [`${key}.resources.requests.cpu`, 0.33, container(name, "resources", "requests", "cpu")],
  ];
}

/** The volumes of a component that has no others. */
export function volumeEffects(key: string, name: string): readonly Effect[] {
  return [
    [`${key}.volumes`, [{ name: "own", emptyDir: {} }], pod(name, "spec", "volumes")],
    [`${key}.volumeMounts`, [{ name: "own", mountPath: "/own" }], container(name, "volumeMounts")],
  ];
}
