// Objects as charts render them, and what an API server does with them: `test/cluster/object-problems.test.ts` asks a real one about each.

const METADATA = { name: "web", labels: { app: "web" }, annotations: { note: "a" } };
const SELECTOR = { matchLabels: { app: "web" } };
const CONTAINER = {
  name: "web",
  image: "web:1",
  imagePullPolicy: "Always",
  terminationMessagePolicy: "File",
  args: ["a"],
  env: [
    { name: "ONE", value: "1" },
    { name: "TWO", valueFrom: { secretKeyRef: { name: "a", key: "b" } } },
    { name: "THREE", valueFrom: { configMapKeyRef: { name: "a", key: "b" } } },
  ],
  ports: [{ containerPort: 80, protocol: "TCP" }],
  resources: { limits: { cpu: 1, memory: "1Gi" } },
  securityContext: { runAsUser: 1000, privileged: false, capabilities: { drop: ["ALL"] } },
  livenessProbe: { httpGet: { port: "http", scheme: "HTTP" }, periodSeconds: 3 },
  volumeMounts: [{ name: "data", mountPath: "/data" }],
};
const TERM = {
  topologyKey: "a",
  labelSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] },
};
const TEMPLATE = {
  metadata: { labels: { app: "web" } },
  spec: {
    restartPolicy: "Always",
    dnsPolicy: "Default",
    nodeSelector: { disk: "fast" },
    tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 3 }],
    volumes: [{ name: "data", emptyDir: {} }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Gt", values: ["1"] }] }],
        },
      },
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [TERM] },
    },
    containers: [CONTAINER],
  },
};
const ROLE_REF = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "web" };
const BACKEND = { service: { name: "web", port: { number: 80 } } };

/** An object of each kind that a case is about, by its place in the API. */
export const RIGHT: Readonly<Record<string, { readonly at: string; readonly object: object }>> = {
  ConfigMap: { at: "/api/v1/namespaces/default/configmaps", object: { apiVersion: "v1", data: { a: "1" } } },
  CronJob: {
    at: "/apis/batch/v1/namespaces/default/cronjobs",
    object: {
      apiVersion: "batch/v1",
      spec: {
        schedule: "0 * * * *",
        concurrencyPolicy: "Allow",
        jobTemplate: {
          spec: { template: { spec: { ...TEMPLATE.spec, restartPolicy: "Never" } } },
        },
      },
    },
  },
  DaemonSet: {
    at: "/apis/apps/v1/namespaces/default/daemonsets",
    object: {
      apiVersion: "apps/v1",
      spec: { selector: SELECTOR, template: TEMPLATE, updateStrategy: { type: "OnDelete" } },
    },
  },
  Deployment: {
    at: "/apis/apps/v1/namespaces/default/deployments",
    object: {
      apiVersion: "apps/v1",
      spec: { replicas: 1, selector: SELECTOR, template: TEMPLATE, strategy: { type: "Recreate" } },
    },
  },
  HorizontalPodAutoscaler: {
    at: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    object: {
      apiVersion: "autoscaling/v2",
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    },
  },
  Ingress: {
    at: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      spec: {
        rules: [{ host: "a.b", http: { paths: [{ path: "/", pathType: "Prefix", backend: BACKEND }] } }],
      },
    },
  },
  NetworkPolicy: {
    at: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    object: { apiVersion: "networking.k8s.io/v1", spec: { podSelector: {}, policyTypes: ["Ingress"] } },
  },
  PodDisruptionBudget: {
    at: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    object: { apiVersion: "policy/v1", spec: { minAvailable: "50%", selector: SELECTOR } },
  },
  Role: {
    at: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    },
  },
  RoleBinding: {
    at: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      roleRef: ROLE_REF,
      subjects: [{ kind: "ServiceAccount", name: "web", namespace: "default" }],
    },
  },
  Secret: {
    at: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", type: "Opaque", data: { a: "YQ==" }, stringData: { b: "c" } },
  },
  Service: {
    at: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      spec: {
        type: "ClusterIP",
        sessionAffinity: "None",
        selector: { app: "web" },
        ports: [{ name: "http", port: 80, targetPort: "http", protocol: "TCP" }],
      },
    },
  },
  ServiceAccount: {
    at: "/api/v1/namespaces/default/serviceaccounts",
    object: { apiVersion: "v1", automountServiceAccountToken: true, imagePullSecrets: [{ name: "a" }] },
  },
  StatefulSet: {
    at: "/apis/apps/v1/namespaces/default/statefulsets",
    object: {
      apiVersion: "apps/v1",
      spec: {
        replicas: 1,
        serviceName: "web",
        selector: SELECTOR,
        template: TEMPLATE,
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "OnDelete" },
      },
    },
  },
};

/** The place in an object of a kind, the new value, `undefined` to remove it, and the message about the field. */
type Case = readonly [place: string, value: unknown, words?: string];

const POD = "Deployment spec.template.spec";
const WEB = `${POD}.containers.0`;
const ENTRY = "Ingress spec.rules.0.http.paths.0";

/** Changes to valid objects that the API server rejects. */
export const REJECTED: readonly Case[] = [
  ["Deployment metadata.labels.team", 5, "takes text, but gets a number"],
  ["Deployment metadata.annotations.on", true, "takes text, but gets a boolean"],
  ["Deployment metadata.annotations.list", ["a"], "takes text, but gets a list"],
  ["Deployment metadata.labels", ["a"], "takes a mapping, but gets a list"],
  ["Deployment metadata.labels", "", "takes a mapping, but gets text"],
  ["Deployment spec.template.metadata.labels.team", 5, "takes text, but gets a number"],
  ["Deployment spec.replicas", "2", "takes a whole number, but gets text"],
  ["Deployment spec.replicas", 1.5, "takes a whole number, but gets a number"],
  ["Deployment spec.replicas", -1, "is not valid"],
  ["Deployment spec.selector", undefined, "is required but not set"],
  ["Deployment spec.template", undefined, "is required but not set"],
  ["Deployment spec.strategy.type", "Rolling", "takes only Recreate or RollingUpdate"],
  [`${POD}.nodeSelector.disk`, true, "takes text, but gets a boolean"],
  [`${POD}.restartPolicy`, "always", "takes only Always, OnFailure or Never"],
  [`${POD}.dnsPolicy`, "None?", "takes only ClusterFirstWithHostNet, ClusterFirst, Default or None"],
  [`${POD}.tolerations`, {}, "takes a list of mappings, but gets a mapping"],
  [`${POD}.tolerations.0.effect`, "Never", "takes only NoSchedule, PreferNoSchedule or NoExecute"],
  [`${POD}.tolerations.0.tolerationSeconds`, "3", "takes a whole number, but gets text"],
  [`${POD}.volumes.0.name`, undefined, "is required but not set"],
  [
    `${POD}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0.topologyKey`,
    undefined,
    "is required but not set",
  ],
  [
    `${POD}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0.labelSelector.matchExpressions.0.operator`,
    undefined,
    "is required but not set",
  ],
  [
    `${POD}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.0.matchExpressions.0.key`,
    undefined,
    "is required but not set",
  ],
  [`${POD}.containers`, undefined, "is required but not set"],
  [`${WEB}.name`, undefined, "is required but not set"],
  [`${WEB}.args.0`, 8080, "takes text, but gets a number"],
  [`${WEB}.imagePullPolicy`, "always", "takes only Always, IfNotPresent or Never"],
  [`${WEB}.terminationMessagePolicy`, "file", "takes only File or FallbackToLogsOnError"],
  [`${WEB}.env.0.value`, 1, "takes text, but gets a number"],
  [`${WEB}.env.0.name`, undefined, "is required but not set"],
  [`${WEB}.env.1.valueFrom.secretKeyRef.key`, undefined, "is required but not set"],
  [`${WEB}.env.2.valueFrom.configMapKeyRef.key`, undefined, "is required but not set"],
  [`${WEB}.ports.0.containerPort`, "80", "takes a whole number, but gets text"],
  [`${WEB}.ports.0.containerPort`, 70000, "is not valid"],
  [`${WEB}.ports.0.containerPort`, undefined, "is required but not set"],
  [`${WEB}.ports.0.protocol`, "tcp", "takes only TCP, UDP or SCTP"],
  [`${WEB}.resources.limits.cpu`, true, "takes text or a number, but gets a boolean"],
  [`${WEB}.resources.limits`, "1", "takes a mapping, but gets text"],
  [`${WEB}.securityContext.privileged`, "false", "takes a boolean, but gets text"],
  [`${WEB}.securityContext.runAsUser`, "1000", "takes a whole number, but gets text"],
  [`${WEB}.securityContext.capabilities.drop`, "ALL", "takes a list, but gets text"],
  [`${WEB}.livenessProbe.httpGet.scheme`, "http", "takes only HTTP or HTTPS"],
  [`${WEB}.livenessProbe.periodSeconds`, "3", "takes a whole number, but gets text"],
  [`${WEB}.livenessProbe.httpGet.port`, true, "takes a number or text, but gets a boolean"],
  [`${WEB}.volumeMounts.0.mountPath`, undefined, "is required but not set"],
  [`${WEB}.volumeMounts.0.name`, undefined, "is required but not set"],
  ["StatefulSet spec.replicas", -1, "is not valid"],
  ["StatefulSet spec.podManagementPolicy", "parallel", "takes only OrderedReady or Parallel"],
  ["StatefulSet spec.updateStrategy.type", "Recreate", "takes only RollingUpdate or OnDelete"],
  ["StatefulSet spec.selector", undefined, "is required but not set"],
  ["StatefulSet spec.template", undefined, "is required but not set"],
  ["DaemonSet spec.updateStrategy.type", "Recreate", "takes only RollingUpdate or OnDelete"],
  ["DaemonSet spec.selector", undefined, "is required but not set"],
  ["DaemonSet spec.template", undefined, "is required but not set"],
  ["CronJob spec.concurrencyPolicy", "Never", "takes only Allow, Forbid or Replace"],
  ["CronJob spec.suspend", "true", "takes a boolean, but gets text"],
  ["Service spec.type", "clusterIP", "takes only ClusterIP, NodePort, LoadBalancer or ExternalName"],
  ["Service spec.sessionAffinity", "Client", "takes only ClientIP or None"],
  ["Service spec.ports.0.port", "80", "takes a whole number, but gets text"],
  ["Service spec.ports.0.port", 0, "is not valid"],
  ["Service spec.ports.0.port", undefined, "is required but not set"],
  ["Service spec.ports.0.protocol", "Tcp", "takes only TCP, UDP or SCTP"],
  ["Service spec.selector.app", 1, "takes text, but gets a number"],
  ["ConfigMap data.a", 1, "takes text, but gets a number"],
  ["ConfigMap data.a", { b: "c" }, "takes text, but gets a mapping"],
  ["Secret data.a", 1, "takes text, but gets a number"],
  ["Secret stringData.b", true, "takes text, but gets a boolean"],
  ["ServiceAccount imagePullSecrets.0", "a", "takes a mapping, but gets text"],
  ["ServiceAccount automountServiceAccountToken", "true", "takes a boolean, but gets text"],
  ["Role rules.0.verbs", undefined, "is required but not set"],
  ["Role rules.0.verbs", "get", "takes a list, but gets text"],
  ["RoleBinding roleRef.kind", undefined, "is required but not set"],
  ["RoleBinding roleRef.name", undefined, "is required but not set"],
  [`${ENTRY}.pathType`, "prefix", "takes only Exact, Prefix or ImplementationSpecific"],
  [`${ENTRY}.pathType`, undefined, "is required but not set"],
  [`${ENTRY}.backend`, undefined, "is required but not set"],
  [`${ENTRY}.backend.service.name`, undefined, "is required but not set"],
  [`${ENTRY}.backend.service.port.number`, "80", "takes a whole number, but gets text"],
  ["NetworkPolicy spec.policyTypes.0", "ingress", "takes only Ingress or Egress"],
  ["PodDisruptionBudget spec.minAvailable", true, "takes a number or text, but gets a boolean"],
  ["HorizontalPodAutoscaler spec.maxReplicas", "3", "takes a whole number, but gets text"],
];

/** Changes that look wrong, and that the API server accepts: an empty value counts as missing, and fields with a default may be missing. */
export const ACCEPTED: readonly Case[] = [
  ["Deployment metadata.labels", null],
  ["Deployment metadata.annotations", {}],
  ["Deployment metadata.annotations.empty", null],
  ["Deployment spec.replicas", null],
  ["Deployment spec.replicas", undefined],
  ["Deployment spec.paused", null],
  [`${POD}.tolerations`, null],
  [`${POD}.restartPolicy`, ""],
  [`${POD}.affinity`, {}],
  [`${WEB}.args.0`, null],
  [`${WEB}.imagePullPolicy`, ""],
  [`${WEB}.ports.0.protocol`, ""],
  [`${WEB}.resources`, {}],
  [`${WEB}.resources.limits.cpu`, "500m"],
  [`${WEB}.resources.limits.cpu`, 0.5],
  [`${WEB}.env.0.value`, null],
  [`${WEB}.livenessProbe.httpGet.port`, 80],
  ["PodDisruptionBudget spec.minAvailable", 1],
  ["RoleBinding roleRef.apiGroup", undefined],
  ["Service spec.type", ""],
  ["Service spec.ports.0.targetPort", 8080],
  ["StatefulSet spec.serviceName", undefined],
];

/** The object of a case: the right one with the change. */
export function objectOf([place, value]: Case): {
  readonly at: string;
  readonly object: object;
  readonly field: string;
} {
  const [kind = "", field = ""] = place.split(" ");
  const right = RIGHT[kind];
  if (!right) throw new Error(`No object of the kind ${kind}.`);
  const object = structuredClone({ kind, metadata: METADATA, ...right.object });
  const parts = field.split(".");
  const holder = parts.slice(0, -1).reduce<object>((inner, part) => Reflect.get(inner, part), object);
  const last = parts.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return { at: right.at, object, field: field.replace(/\.(\d+)/g, "[$1]") };
}

/** The definition of a kind of a chart. */
export const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "mines.a.io" },
  spec: {
    group: "a.io",
    scope: "Namespaced",
    names: { kind: "Mine", listKind: "MineList", plural: "mines", singular: "mine" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["size", "mode"],
                properties: {
                  size: { type: "integer", maximum: 9 },
                  mode: { type: "string", default: "a", enum: ["a", "b"] },
                  port: { "x-kubernetes-int-or-string": true },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** An object of that kind. */
export function mineOf(spec: object, apiVersion = "a.io/v1", labels: object = {}): object {
  return { apiVersion, kind: "Mine", metadata: { name: "x", labels }, spec };
}

/** Custom resources that the API server accepts, and some that it rejects. */
export const MINE = {
  at: "/apis/a.io/v1/namespaces/default/mines",
  accepted: [mineOf({ size: 3, port: "http", more: 1 }), mineOf({ size: 3, port: 80, mode: "b" })],
  rejected: [
    mineOf({}),
    mineOf({ size: 1, mode: "c" }),
    mineOf({ size: 1, port: true }),
    mineOf({ size: 10 }),
    mineOf({ size: 1 }, "a.io/v1", { a: 1 }),
  ],
};
