// Installations and upgrades that are to fail. Whether they really do, the real Helm says.
import { DEFINITIONS, removeAll } from "../removing.ts";
import { install, type RehearsalCase, type Rest, type Stage, upgrade } from "./case.ts";
import {
  autoscaler,
  binding,
  claim,
  configMap,
  cronJob,
  daemonSet,
  deployment,
  disruptionBudget,
  hook,
  ingress,
  type Json,
  job,
  networkPolicy,
  object,
  podSpec,
  role,
  secret,
  service,
  statefulSet,
  templates,
  widget,
  widgetType,
} from "./objects.ts";
import {
  ALL_VERBS,
  all,
  allowed,
  HELM_ITSELF,
  kubectl,
  limits,
  may,
  podSecurity,
  policy,
  quota,
  webhook,
  withoutPolicy,
  withoutWebhook,
} from "./surroundings.ts";

const requests = (cpu: string, memory: string) => podSpec({ resources: { requests: { cpu, memory } } });
const both = (cpu: string, memory: string) =>
  podSpec({ resources: { requests: { cpu, memory }, limits: { cpu, memory } } });

const QUOTA = "quota";
const quotas: readonly RehearsalCase[] = [
  install(QUOTA, "no room for a Deployment", [deployment("web")], {
    prepare: quota({ "count/deployments.apps": "0" }),
  }),
  install(QUOTA, "room for one ConfigMap, two are new", [configMap("one"), configMap("two")], {
    prepare: quota({ "count/configmaps": "2" }, { "count/configmaps": "1" }),
  }),
  install(QUOTA, "room for two Services of three", [service("a"), service("b"), service("c")], {
    prepare: quota({ services: "2" }),
  }),
  install(QUOTA, "no room for the Secret in which Helm keeps the release", [configMap("one")], {
    prepare: quota({ "count/secrets": "0" }),
  }),
  install(QUOTA, "room for one Secret, and Helm needs one itself", [secret("access")], {
    prepare: quota({ secrets: "1" }),
  }),
  install(QUOTA, "no ports of nodes", [service("web", { type: "NodePort" })], {
    prepare: quota({ "services.nodeports": "0" }),
  }),
  install(QUOTA, "no load balancers", [service("web", { type: "LoadBalancer" })], {
    prepare: quota({ "services.loadbalancers": "0" }),
  }),
  install(QUOTA, "one volume claim too many", [claim("one"), claim("two")], {
    prepare: quota({ persistentvolumeclaims: "1" }),
  }),
  install(QUOTA, "a volume claim that is too large", [claim("one", "2Gi")], {
    prepare: quota({ "requests.storage": "1Gi" }),
  }),
  install(
    QUOTA,
    "volume claims that are too large together",
    [claim("one", "600Mi"), claim("two", "600Mi")],
    {
      prepare: quota({ "requests.storage": "1Gi" }),
    },
  ),
  install(QUOTA, "no room for a Job", [job("once")], { prepare: quota({ "count/jobs.batch": "0" }) }),
  install(QUOTA, "no room for a pre-install hook", [hook("pre-install", job("once"))], {
    prepare: quota({ "count/jobs.batch": "0" }),
  }),
  upgrade(
    QUOTA,
    "an upgrade with one ConfigMap more",
    [configMap("one")],
    [configMap("one"), configMap("two")],
    {
      meanwhile: quota({ "count/configmaps": "2" }, { "count/configmaps": "2" }),
    },
  ),
  install(QUOTA, "no pods", [deployment("web")], { prepare: quota({ pods: "0" }), wait: true }),
  install(QUOTA, "a pod that asks for too much CPU", [deployment("web", requests("500m", "1Mi"))], {
    ...{ prepare: quota({ "requests.cpu": "100m" }), wait: true },
  }),
  install(QUOTA, "pods that are too many", [deployment("web", podSpec(), { replicas: 3 })], {
    ...{ prepare: quota({ pods: "2" }), wait: true },
  }),
  install(
    QUOTA,
    "pods that ask for too much CPU together",
    [deployment("a", requests("60m", "1Mi")), deployment("b", requests("60m", "1Mi"))],
    { prepare: quota({ "requests.cpu": "100m" }), wait: true },
  ),
  upgrade(
    QUOTA,
    "an upgrade with more pods than fit",
    [deployment("web", requests("60m", "1Mi"))],
    [deployment("web", requests("60m", "1Mi"), { replicas: 2 })],
    {
      ...{ meanwhile: quota({ "requests.cpu": "100m" }, { "requests.cpu": "60m" }), wait: true },
      unknowable: "Controllers decide how many pods exist during the replacement.",
    },
  ),
  install(QUOTA, "pods that say nothing of memory", [deployment("web")], {
    ...{ prepare: quota({ "limits.memory": "1Gi" }), wait: true },
  }),
];

const LIMITS = "limit ranges";
const ranges: readonly RehearsalCase[] = [
  install(LIMITS, "a container with too large a limit", [deployment("web", both("2", "64Mi"))], {
    ...{ prepare: limits({ type: "Container", max: { cpu: "1" } }), wait: true },
  }),
  install(LIMITS, "a container that asks for too little", [deployment("web", both("10m", "1Mi"))], {
    ...{ prepare: limits({ type: "Container", min: { memory: "32Mi" } }), wait: true },
  }),
  install(
    LIMITS,
    "a limit that is too many times the request",
    [deployment("web", podSpec({ resources: { requests: { cpu: "10m" }, limits: { cpu: "1" } } }))],
    { prepare: limits({ type: "Container", maxLimitRequestRatio: { cpu: "4" } }), wait: true },
  ),
  install(
    LIMITS,
    "containers that are too large together",
    [
      deployment(
        "web",
        podSpec(
          {},
          {
            containers: ["a", "b"].map((name) => ({
              name,
              image: "registry.example.org/main:1.0",
              resources: { requests: { cpu: "600m" }, limits: { cpu: "600m" } },
            })),
          },
        ),
      ),
    ],
    { prepare: limits({ type: "Pod", max: { cpu: "1" } }), wait: true },
  ),
  install(LIMITS, "a volume claim over the limit", [claim("data", "10Gi")], { prepare: limits() }),
  install(LIMITS, "a volume claim under the limit", [claim("data", "1Mi")], {
    prepare: async (stage) => {
      await stage.api.create(`/api/v1/namespaces/${stage.namespace}/limitranges`, {
        metadata: { name: "minimum" },
        spec: { limits: [{ type: "PersistentVolumeClaim", min: { storage: "1Gi" } }] },
      });
      await limits()(stage);
    },
  }),
];

const IMMUTABLE = "immutable fields";
const rbac = "rbac.authorization.k8s.io/v1";
const clusterWide = (apiVersion: string, kind: string, rest: (release: string) => Json) =>
  `${JSON.stringify(object(apiVersion, kind, "{{ .Release.Name }}", rest("{{ .Release.Name }}")))}\n`;

const changed = (name: string, from: Json, to: Json, rest: Rest = {}) =>
  upgrade(IMMUTABLE, name, [from], [to], rest);

const immutable: readonly RehearsalCase[] = [
  changed(
    "the selector of a Deployment",
    deployment("web"),
    deployment(
      "web",
      podSpec(),
      { selector: { matchLabels: { app: "web", tier: "front" } } },
      { tier: "front" },
    ),
  ),
  changed(
    "the selector of a DaemonSet",
    daemonSet("agent"),
    daemonSet("agent", {
      selector: { matchLabels: { app: "other" } },
      template: { metadata: { labels: { app: "other" } }, spec: podSpec() },
    }),
  ),
  changed("the service of a StatefulSet", statefulSet("db"), statefulSet("db", { serviceName: "other" })),
  changed(
    "the volume claims of a StatefulSet",
    statefulSet("db"),
    statefulSet("db", { volumeClaimTemplates: [claim("data")] }),
  ),
  changed(
    "the image of a Job",
    job("once"),
    job("once", podSpec({ image: "registry.example.org/main:2.0" })),
  ),
  changed(
    "an environment variable of a Job",
    job("once"),
    job("once", podSpec({ env: [{ name: "A", value: "b" }] })),
  ),
  changed(
    "data of an immutable ConfigMap",
    configMap("one", { a: "1" }, { immutable: true }),
    configMap("one", { a: "2" }, { immutable: true }),
  ),
  changed(
    "data of an immutable Secret",
    secret("one", { a: "1" }, { immutable: true }),
    secret("one", { a: "2" }, { immutable: true }),
  ),
  changed(
    "the type of a Secret",
    secret("one"),
    secret("one", { password: "Hunt3rHunt3r" }, { type: "example.org/other" }),
  ),
  changed("the address of a Service", service("web"), service("web", { clusterIP: "10.0.0.200" })),
  changed("a Service that becomes headless", service("web"), service("web", { clusterIP: "None" })),
  changed("a smaller volume claim", claim("data", "2Gi"), claim("data", "1Gi")),
  changed(
    "the storage class of a volume claim",
    claim("data", "1Gi", { storageClassName: "slow" }),
    claim("data", "1Gi", { storageClassName: "fast" }),
  ),
  changed("another role in a RoleBinding", binding("b", "one"), binding("b", "two")),
  changed(
    "the command of a Pod",
    object("v1", "Pod", "single", { spec: podSpec() }),
    object("v1", "Pod", "single", { spec: podSpec({ command: ["other"] }) }),
  ),
  ...(
    [
      [
        "the provisioner of a StorageClass",
        "storage.k8s.io/v1",
        "StorageClass",
        { provisioner: "a" },
        { provisioner: "b" },
      ],
      ["the value of a PriorityClass", "scheduling.k8s.io/v1", "PriorityClass", { value: 1 }, { value: 2 }],
      ["the handler of a RuntimeClass", "node.k8s.io/v1", "RuntimeClass", { handler: "a" }, { handler: "b" }],
      [
        "the controller of an IngressClass",
        "networking.k8s.io/v1",
        "IngressClass",
        { spec: { controller: "example.org/a" } },
        { spec: { controller: "example.org/b" } },
      ],
      [
        "another role in a ClusterRoleBinding",
        rbac,
        "ClusterRoleBinding",
        { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" } },
        { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" } },
      ],
    ] as const
  ).map(
    ([name, apiVersion, kind, from, to]): RehearsalCase => ({
      ...{ about: IMMUTABLE, name },
      first: { templates: clusterWide(apiVersion, kind, () => from) },
      chart: { templates: clusterWide(apiVersion, kind, () => to) },
    }),
  ),
];

const POLICY = "admission policies";
const labelled = "has(object.metadata.labels) && 'owner' in object.metadata.labels";
const DEPLOYMENTS = { group: "apps" };
const policies: readonly RehearsalCase[] = [
  install(POLICY, "a Deployment without a label", [deployment("web")], {
    ...{
      prepare: policy("deployments", labelled, "every Deployment needs an owner", DEPLOYMENTS),
      tidyUp: withoutPolicy,
    },
  }),
  install(POLICY, "a ConfigMap with a key that is not allowed", [configMap("one", { password: "x" })], {
    ...{
      prepare: policy("configmaps", "!('password' in object.data)", "no passwords here"),
      tidyUp: withoutPolicy,
    },
  }),
  install(
    POLICY,
    "an image of the newest version",
    [deployment("web", podSpec({ image: "registry.example.org/main:latest" }))],
    {
      prepare: policy(
        "deployments",
        "object.spec.template.spec.containers.all(c, !c.image.endsWith(':latest'))",
        "images need a version",
        DEPLOYMENTS,
      ),
      tidyUp: withoutPolicy,
    },
  ),
  install(POLICY, "a Service of a type that is not allowed", [service("web", { type: "NodePort" })], {
    ...{
      prepare: policy("services", "object.spec.type != 'NodePort'", "no ports of nodes"),
      tidyUp: withoutPolicy,
    },
  }),
  install(
    POLICY,
    "the second of two objects",
    [configMap("a", { a: "1" }), configMap("b", { forbidden: "1" })],
    {
      ...{
        prepare: policy("configmaps", "!('forbidden' in object.data)", "not this one"),
        tidyUp: withoutPolicy,
      },
    },
  ),
  install(POLICY, "a Secret of Helm itself", [configMap("one")], {
    prepare: policy("secrets", "object.type != 'helm.sh/release.v1'", "no releases here"),
    tidyUp: withoutPolicy,
  }),
  upgrade(
    POLICY,
    "more replicas than are allowed",
    [deployment("web")],
    [deployment("web", podSpec(), { replicas: 5 })],
    {
      meanwhile: policy("deployments", "object.spec.replicas < 4", "at most three", DEPLOYMENTS),
      tidyUp: withoutPolicy,
    },
  ),
  upgrade(
    POLICY,
    "a change of what may not change",
    [configMap("one", { a: "1" })],
    [configMap("one", { a: "2" })],
    {
      meanwhile: policy("configmaps", "oldObject == null || object.data == oldObject.data", "frozen"),
      tidyUp: withoutPolicy,
    },
  ),
  upgrade(POLICY, "what an upgrade adds", [configMap("one")], [configMap("one"), service("web")], {
    meanwhile: policy("services", "false", "no services"),
    tidyUp: withoutPolicy,
  }),
  install(POLICY, "a pre-install hook", [hook("pre-install", configMap("early"))], {
    ...{ prepare: policy("configmaps", "false", "no ConfigMaps"), tidyUp: withoutPolicy },
  }),
  install(POLICY, "pods, not their Deployment", [deployment("web")], {
    prepare: policy("pods", "has(object.spec.securityContext.runAsNonRoot)", "not as root", {
      operations: ["CREATE"],
    }),
    ...{ tidyUp: withoutPolicy, wait: true },
  }),
];

const WEBHOOK = "admission webhooks";
const webhooks: readonly RehearsalCase[] = [
  install(WEBHOOK, "one that refuses", [configMap("one")], {
    ...{ prepare: webhook({ answer: "denied" }), tidyUp: withoutWebhook },
  }),
  install(WEBHOOK, "one that cannot be reached", [configMap("one")], {
    ...{ prepare: webhook({}), tidyUp: withoutWebhook },
  }),
  install(WEBHOOK, "one that does not answer in time", [configMap("one")], {
    ...{ prepare: webhook({ answer: "nothing" }), tidyUp: withoutWebhook },
  }),
  install(WEBHOOK, "one that changes objects and cannot be reached", [service("web")], {
    ...{ prepare: webhook({ resource: "services", kind: "mutating" }), tidyUp: withoutWebhook },
  }),
  install(WEBHOOK, "one that refuses Deployments only", [configMap("one"), deployment("web")], {
    ...{
      prepare: webhook({ answer: "denied", resource: "deployments", group: "apps" }),
      tidyUp: withoutWebhook,
    },
  }),
  install(WEBHOOK, "one that refuses pods, not their Deployment", [deployment("web")], {
    ...{
      prepare: webhook({ answer: "denied", resource: "pods", operations: ["CREATE"] }),
      tidyUp: withoutWebhook,
      wait: true,
    },
  }),
  upgrade(
    WEBHOOK,
    "one that refuses changes",
    [configMap("one", { a: "1" })],
    [configMap("one", { a: "2" })],
    {
      ...{ meanwhile: webhook({ answer: "denied", operations: ["UPDATE"] }), tidyUp: withoutWebhook },
    },
  ),
  upgrade(
    WEBHOOK,
    "one for changes that cannot be reached",
    [service("web")],
    [service("web", { ports: [{ port: 81 }] })],
    {
      ...{ meanwhile: webhook({ resource: "services", operations: ["UPDATE"] }), tidyUp: withoutWebhook },
    },
  ),
  upgrade(WEBHOOK, "one that refuses deletions", [configMap("one"), configMap("two")], [configMap("one")], {
    ...{ meanwhile: webhook({ answer: "denied", operations: ["DELETE"] }), tidyUp: withoutWebhook },
  }),
];

const UNKNOWN = "unknown fields";
const term = { topologyKey: "kubernetes.io/hostname" };
const withField = (name: string, one: Json) => install(UNKNOWN, name, [one]);
const unknownFields: readonly RehearsalCase[] = [
  withField("in a container", deployment("web", podSpec({ imagePullPolcy: "Always" }))),
  withField(
    "deep in an affinity",
    deployment(
      "web",
      podSpec(
        {},
        {
          affinity: {
            podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, labelSelektor: {} }] },
          },
        },
      ),
    ),
  ),
  withField(
    "in a volume",
    deployment("web", podSpec({}, { volumes: [{ name: "a", emptyDir: { sizeLimt: "1Gi" } }] })),
  ),
  withField("in a probe", deployment("web", podSpec({ livenessProbe: { httpGet: { port: 80, pth: "/" } } }))),
  withField("in a pod", deployment("web", podSpec({}, { nodeselector: { a: "b" } }))),
  withField("in a Service", service("web", { clusterip: "None" })),
  withField("in an Ingress", ingress("web", "web.example.org", { ingressclassname: "nginx" })),
  withField("in an autoscaler", autoscaler("web", "web", { minreplicas: 2 })),
  withField("beside the data of a ConfigMap", configMap("one", {}, { Data: { a: "b" } })),
  withField(
    "in a security context",
    deployment("web", podSpec({ securityContext: { readOnlyRootFileSystem: true } })),
  ),
];

const TYPES = "wrong types";
const inPod = (about: string, name: string, rest: Json) =>
  install(about, name, [deployment("web", podSpec({}, rest))]);
const inContainer = (about: string, name: string, container: Json) =>
  install(about, name, [deployment("web", podSpec(container))]);
const preferred = (entry: Json) => ({
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [entry] } },
});
const wrongTypes: readonly RehearsalCase[] = [
  install(TYPES, "replicas as a text", [deployment("web", podSpec(), { replicas: "two" })]),
  inContainer(TYPES, "an environment variable as a number", { env: [{ name: "PORT", value: 8080 }] }),
  inContainer(TYPES, "an environment variable as a boolean", { env: [{ name: "DEBUG", value: true }] }),
  inContainer(TYPES, "a port as a text", { ports: [{ containerPort: "http" }] }),
  inContainer(TYPES, "a command as a text", { command: "sh -c true" }),
  inContainer(TYPES, "resources as a list", { resources: ["cpu"] }),
  inContainer(TYPES, "a user as a text", { securityContext: { runAsUser: "nobody" } }),
  inContainer(TYPES, "a probe's delay as a text", {
    livenessProbe: { httpGet: { port: 80 }, initialDelaySeconds: "ten" },
  }),
  inContainer(TYPES, "volume mounts as a mapping", { volumeMounts: { name: "a", mountPath: "/a" } }),
  inPod(TYPES, "a weight as a text, deep in an affinity", preferred({ weight: "high", preference: {} })),
  inPod(
    TYPES,
    "values as a text, deep in an affinity",
    preferred({
      weight: 1,
      preference: { matchExpressions: [{ key: "zone", operator: "In", values: "a" }] },
    }),
  ),
  inPod(TYPES, "an affinity as a list", { affinity: [{ nodeAffinity: {} }] }),
  inPod(TYPES, "a mode as a text, deep in a volume", {
    volumes: [{ name: "a", configMap: { name: "a", items: [{ key: "a", path: "a", mode: "0644" }] } }],
  }),
  inPod(TYPES, "a size as a list, deep in a volume", {
    volumes: [{ name: "a", emptyDir: { sizeLimit: ["1Gi"] } }],
  }),
  inPod(TYPES, "volumes as a mapping", { volumes: { name: "a", emptyDir: {} } }),
  inPod(TYPES, "seconds as a text in a toleration", {
    tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: "60s" }],
  }),
  inPod(TYPES, "a node label as a boolean", { nodeSelector: { ssd: true } }),
  inPod(TYPES, "pull secrets as texts", { imagePullSecrets: ["regcred"] }),
  inPod(TYPES, "a skew as a text", {
    topologySpreadConstraints: [
      { maxSkew: "one", topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} },
    ],
  }),
  install(TYPES, "a label as a boolean", [
    deployment("web", podSpec(), {}, { enabled: true as unknown as string }),
  ]),
  install(TYPES, "an annotation as a number", [
    configMap("one", {}, { metadata: { annotations: { revision: 3 } } }),
  ]),
  install(TYPES, "a value of a ConfigMap as a number", [configMap("one", { port: 8080 })]),
  install(TYPES, "a value of a Secret as a mapping", [secret("one", { access: { user: "me" } })]),
  install(TYPES, "the port of a Service as a list", [service("web", { ports: [{ port: [80] }] })]),
  install(TYPES, "the metrics of an autoscaler as a mapping", [
    autoscaler("web", "web", { metrics: { cpu: 80 } }),
  ]),
  upgrade(
    TYPES,
    "replicas that become a text",
    [deployment("web")],
    [deployment("web", podSpec(), { replicas: "2" })],
  ),
  upgrade(
    TYPES,
    "an environment variable that becomes a number",
    [deployment("web", podSpec({ env: [{ name: "PORT", value: "80" }] }))],
    [deployment("web", podSpec({ env: [{ name: "PORT", value: 80 }] }))],
  ),
];

const VALUES = "invalid values";
const invalidValues: readonly RehearsalCase[] = [
  install(VALUES, "a label with a blank", [
    configMap("one", {}, { metadata: { labels: { team: "my team" } } }),
  ]),
  install(VALUES, "a label that is too long", [
    configMap("one", {}, { metadata: { labels: { team: "a".repeat(64) } } }),
  ]),
  install(VALUES, "a label whose name has two slashes", [
    configMap("one", {}, { metadata: { labels: { "a/b/c": "d" } } }),
  ]),
  install(VALUES, "a label of pods with an underscore at its end", [
    deployment("web", podSpec(), {}, { tier: "front_" }),
  ]),
  install(VALUES, "an annotation whose name has a blank", [
    configMap("one", {}, { metadata: { annotations: { "a b": "c" } } }),
  ]),
  install(VALUES, "a selector that does not fit the pods", [
    deployment("web", podSpec(), { selector: { matchLabels: { app: "other" } } }),
  ]),
  install(VALUES, "a name with capital letters", [configMap("One")]),
  install(VALUES, "a name of a Service with a dot", [service("web.front")]),
  install(VALUES, "a port that is too high", [service("web", { ports: [{ port: 99999 }] })]),
  install(VALUES, "two ports of one name", [
    service("web", {
      ports: [
        { name: "a", port: 1 },
        { name: "a", port: 2 },
      ],
    }),
  ]),
  inContainer(VALUES, "memory in MB", { resources: { limits: { memory: "500MB" } } }),
  inContainer(VALUES, "a request over the limit", {
    resources: { requests: { cpu: "2" }, limits: { cpu: "1" } },
  }),
  inContainer(VALUES, "a mount without its volume", { volumeMounts: [{ name: "data", mountPath: "/data" }] }),
  inContainer(VALUES, "an environment variable without a name", { env: [{ value: "a" }] }),
  inContainer(VALUES, "a probe that waits for less than nothing", {
    livenessProbe: { httpGet: { port: 80 }, periodSeconds: -1 },
  }),
  inContainer(VALUES, "a pull policy that does not exist", { imagePullPolicy: "Sometimes" }),
  inPod(VALUES, "two volumes of one name", {
    volumes: [
      { name: "a", emptyDir: {} },
      { name: "a", emptyDir: {} },
    ],
  }),
  inPod(VALUES, "a toleration that exists with a value", {
    tolerations: [{ key: "a", operator: "Exists", value: "b" }],
  }),
  inPod(VALUES, "an affinity without a topology key", {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {} }] } },
  }),
  inPod(VALUES, "a restart policy for Jobs", { restartPolicy: "Never" }),
  inPod(VALUES, "a name of a priority class with a blank", { priorityClassName: "very high" }),
  install(VALUES, "a schedule that is none", [cronJob("nightly", "every night")]),
  install(VALUES, "an autoscaler whose minimum is over its maximum", [
    autoscaler("web", "web", { minReplicas: 9 }),
  ]),
  install(VALUES, "a disruption budget with both bounds", [
    disruptionBudget("web", { minAvailable: 1, maxUnavailable: 1 }),
  ]),
  install(VALUES, "a host with an underscore", [ingress("web", "my_host.example.org")]),
  install(VALUES, "a Secret for TLS without its key", [
    secret("tls", { "tls.crt": "x" }, { type: "kubernetes.io/tls" }),
  ]),
  install(VALUES, "data of a Secret that are not base64", [
    object("v1", "Secret", "raw", { data: { password: "not base64!" } }),
  ]),
  install(VALUES, "a range of addresses that is none", [
    networkPolicy("a", { ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0" } }] }] }),
  ]),
  install(VALUES, "a role binding to a kind that is no role", [binding("b", "a", "Group")]),
  install(VALUES, "a pre-install Job that is invalid", [
    hook("pre-install", job("once", podSpec({}, { restartPolicy: "Always" }))),
  ]),
  upgrade(
    VALUES,
    "a label that becomes invalid",
    [deployment("web")],
    [deployment("web", podSpec(), {}, { team: "a b" })],
  ),
  upgrade(
    VALUES,
    "a post-upgrade hook that is invalid",
    [configMap("one")],
    [configMap("one"), hook("post-upgrade", configMap("late", { "a b": "c" }))],
  ),
  upgrade(
    VALUES,
    "a port that becomes too high",
    [service("web")],
    [service("web", { ports: [{ name: "http", port: 80000 }] })],
  ),
];

const OWNERS = "names and owners";
const ownedBy = (release: string, namespace: string) => ({
  metadata: {
    labels: { "app.kubernetes.io/managed-by": "Helm" },
    annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": namespace },
  },
});
const owners: readonly RehearsalCase[] = [
  install(OWNERS, "a ConfigMap that somebody else made", [configMap("one")], {
    prepare: kubectl("create configmap one"),
  }),
  install(OWNERS, "a ConfigMap of another release", [configMap("one")], {
    prepare: (stage) =>
      kubectl("create -f -", configMap("one", {}, ownedBy("other", stage.namespace)))(stage),
  }),
  install(OWNERS, "the account that each namespace has", [object("v1", "ServiceAccount", "default")]),
  upgrade(
    OWNERS,
    "an upgrade that adds what is there",
    [configMap("one")],
    [configMap("one"), configMap("two")],
    {
      meanwhile: kubectl("create configmap two"),
    },
  ),
  install(OWNERS, "one name twice in the chart", [
    configMap("one", { a: "1" }),
    configMap("one", { a: "2" }),
  ]),
];

const CONFLICTS = "apply conflicts";
const conflicts: readonly RehearsalCase[] = [
  upgrade(
    CONFLICTS,
    "somebody scaled a Deployment",
    [deployment("web")],
    [deployment("web", podSpec(), { replicas: 3 })],
    {
      meanwhile: kubectl("scale deployment/web --replicas=2"),
    },
  ),
  upgrade(
    CONFLICTS,
    "somebody set another image",
    [deployment("web")],
    [deployment("web", podSpec({ image: "registry.example.org/main:2.0" }))],
    { meanwhile: kubectl("set image deployment/web main=registry.example.org/main:1.1") },
  ),
  upgrade(
    CONFLICTS,
    "another tool applied a key",
    [configMap("one", { a: "1" })],
    [configMap("one", { a: "3" })],
    {
      meanwhile: kubectl(
        "apply --server-side --force-conflicts --field-manager=gitops -f -",
        configMap("one", { a: "2" }),
      ),
    },
  ),
  upgrade(
    CONFLICTS,
    "somebody edited a label",
    [configMap("one", {}, { metadata: { labels: { a: "b" } } })],
    [configMap("one", {}, { metadata: { labels: { a: "c" } } })],
    { meanwhile: kubectl("label configmap one a=x --overwrite") },
  ),
  upgrade(
    CONFLICTS,
    "somebody patched a port",
    [service("web")],
    [service("web", { ports: [{ name: "http", port: 80, targetPort: 8080 }] })],
    {
      meanwhile: kubectl(
        `patch service web --type=merge --patch ${JSON.stringify({ spec: { ports: [{ name: "http", port: 80, targetPort: 9090 }] } })}`,
      ),
    },
  ),
];

const PERMISSIONS = "missing permissions";
const asNobody = (...rules: readonly Json[]): Rest => ({
  context: "nobody@test",
  prepare: allowed(HELM_ITSELF, ...rules),
});
const permissions: readonly RehearsalCase[] = [
  install(PERMISSIONS, "may not create Deployments", [configMap("one"), deployment("web")], {
    ...asNobody(may(ALL_VERBS, "configmaps"), may("get,list,patch", "deployments", "apps")),
  }),
  install(PERMISSIONS, "may see Services only", [service("web")], asNobody(may("get,list", "services"))),
  install(PERMISSIONS, "may not even see ConfigMaps", [configMap("one")], asNobody()),
  install(PERMISSIONS, "may not make releases", [configMap("one")], {
    ...{ context: "nobody@test", prepare: allowed(may(ALL_VERBS, "configmaps"), may("get,list", "secrets")) },
  }),
  install(
    PERMISSIONS,
    "may not make roles of more than it may itself",
    [role("strong", [may("*", "*", "*")])],
    {
      ...asNobody(may(ALL_VERBS, "roles,rolebindings", "rbac.authorization.k8s.io")),
    },
  ),
  install(PERMISSIONS, "may not bind a strong role", [binding("strong", "admin", "ClusterRole")], {
    ...asNobody(may(ALL_VERBS, "roles,rolebindings", "rbac.authorization.k8s.io")),
  }),
  install(
    PERMISSIONS,
    "may not make cluster roles",
    [configMap("one"), role("wide-of-nobody", [], "ClusterRole")],
    {
      ...asNobody(may(ALL_VERBS, "configmaps")),
    },
  ),
  install(PERMISSIONS, "may not make the namespace", [configMap("one")], {
    context: "nobody@test",
    newNamespace: true,
  }),
  install(PERMISSIONS, "may not delete hooks", [hook("pre-install", configMap("early"))], {
    ...asNobody(may("get,list,create,update,patch", "configmaps")),
  }),
  {
    ...upgrade(
      PERMISSIONS,
      "may not change what it sees",
      [configMap("one", { a: "1" })],
      [configMap("one", { a: "2" })],
    ),
    ...asNobody(may("get,list,create", "configmaps")),
  },
  {
    ...upgrade(
      PERMISSIONS,
      "may update, and not patch",
      [configMap("one", { a: "1" })],
      [configMap("one", { a: "2" })],
    ),
    ...asNobody(may("get,list,create,update", "configmaps")),
  },
  {
    ...upgrade(
      PERMISSIONS,
      "may not delete what goes",
      [configMap("one"), configMap("two")],
      [configMap("one")],
    ),
    ...asNobody(may("get,list,create,update,patch", "configmaps")),
  },
];

const KINDS = "missing kinds";
const kinds: readonly RehearsalCase[] = [
  install(KINDS, "a kind that the cluster does not have", [
    configMap("one"),
    widget("missing.example.org", "w"),
  ]),
  install(KINDS, "a version that is gone", [
    object("policy/v1beta1", "PodDisruptionBudget", "web", { spec: {} }),
  ]),
  install(KINDS, "a hook of a missing kind", [
    configMap("one"),
    hook("pre-install", widget("missing.example.org", "w")),
  ]),
  upgrade(
    KINDS,
    "an upgrade to a missing kind",
    [configMap("one")],
    [configMap("one"), widget("missing.example.org", "w")],
  ),
  {
    ...install(KINDS, "a CRD that the API server refuses", [configMap("one")]),
    chart: {
      templates: templates(configMap("one")),
      crds: templates(
        object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "wrong.name.example.org", {
          spec: {
            group: "example.org",
            scope: "Namespaced",
            names: { kind: "Wrong", plural: "wrongs" },
            versions: [],
          },
        }),
      ),
    },
  },
];

const custom = (name: string, spec: Json, from?: Json): RehearsalCase => {
  const group = `${name.replace(/\W+/g, "-")}.example.org`;
  const prepare = ({ api }: Stage) =>
    api
      .create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetType(group))
      .then(() => untilServed(api, group));
  const tidyUp = ({ api }: Stage) => removeAll(api, DEFINITIONS, [`widgets.${group}`]);
  const to = [widget(group, "w", spec)];
  const rest = { tidyUp, prepare };
  return from === undefined
    ? install("custom resources", name, to, rest)
    : upgrade("custom resources", name, [widget(group, "w", from)], to, rest);
};

async function untilServed(api: Stage["api"], group: string): Promise<void> {
  while ((await api.get(`/apis/${group}/v1/widgets`)) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const customs: readonly RehearsalCase[] = [
  custom("a widget without its size", { parts: [] }),
  custom("a widget whose size is a text", { size: "large" }),
  custom("a widget that is too small", { size: 0 }),
  custom("a widget whose parts are numbers", { size: 1, parts: [1, 2] }),
  custom("a widget that becomes too small", { size: 0 }, { size: 1 }),
];

const NAMESPACES = "namespaces";
const ends = async (stage: Stage): Promise<void> => {
  // What holds a finalizer keeps the namespace from being gone.
  await stage.kubectl(
    ["create", "-f", "-"],
    JSON.stringify(configMap("kept", {}, { metadata: { finalizers: ["example.org/keep"] } })),
  );
  await stage.kubectl(["delete", "namespace", stage.namespace, "--wait=false"]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
};
const isGone = (stage: Stage) => held(stage, "configmap", "kept", null);
const held = (stage: Stage, kind: string, name: string, finalizers: readonly string[] | null) =>
  stage.kubectl([
    "patch",
    kind,
    name,
    "--type=merge",
    "--patch",
    JSON.stringify({ metadata: { finalizers } }),
  ]);
/** What an upgrade needs stays while the rest of the namespace goes. */
const holding =
  (finalizers: readonly string[] | null) =>
  async (stage: Stage): Promise<void> => {
    await held(stage, "secret", `sh.helm.release.v1.${stage.namespace}.v1`, finalizers);
    await held(stage, "configmap", "one", finalizers);
  };
const namespaces: readonly RehearsalCase[] = [
  install(NAMESPACES, "one that is being deleted", [configMap("one")], { prepare: ends, tidyUp: isGone }),
  install(NAMESPACES, "one that is being deleted, with a Deployment", [deployment("web")], {
    prepare: ends,
    tidyUp: isGone,
  }),
  upgrade(
    NAMESPACES,
    "an upgrade in one that is being deleted",
    [configMap("one", { a: "1" })],
    [configMap("one", { a: "2" }), configMap("two")],
    {
      ...{ meanwhile: all(holding(["example.org/keep"]), ends), tidyUp: all(holding(null), isGone) },
    },
  ),
  install(NAMESPACES, "another one that does not exist", [
    configMap("one", {}, { metadata: { namespace: "does-not-exist" } }),
  ]),
  install(NAMESPACES, "another one that does not exist, for a hook", [
    hook("pre-install", configMap("one", {}, { metadata: { namespace: "does-not-exist" } })),
  ]),
];

const PORTS = "port clashes";
const nodePort = (name: string, port: number) =>
  service(name, { type: "NodePort", ports: [{ port: 80, nodePort: port }] });
const ports: readonly RehearsalCase[] = [
  install(PORTS, "a port of the nodes that is taken", [nodePort("web", 31080)], {
    prepare: kubectl("create -f -", nodePort("other", 31080)),
    tidyUp: kubectl("delete service other"),
  }),
  install(PORTS, "two Services that want one port of the nodes", [
    nodePort("a", 31081),
    nodePort("b", 31081),
  ]),
  install(PORTS, "a port of the nodes out of range", [nodePort("web", 80)], {
    unknowable: "A dry run checks whether a node port is in use, not whether it is in the range.",
  }),
  install(PORTS, "an address that is taken", [service("web", { clusterIP: "10.0.0.77" })], {
    prepare: kubectl("create -f -", service("other", { clusterIP: "10.0.0.77" })),
    tidyUp: kubectl("delete service other"),
  }),
  install(PORTS, "two Services that want one address", [
    service("a", { clusterIP: "10.0.0.78" }),
    service("b", { clusterIP: "10.0.0.78" }),
  ]),
  upgrade(
    PORTS,
    "an upgrade to a port of the nodes that is taken",
    [service("web")],
    [nodePort("web", 31082)],
    {
      meanwhile: kubectl("create -f -", nodePort("other", 31082)),
      tidyUp: kubectl("delete service other"),
    },
  ),
];

const PODS = "pod security and what pods need";
const secured = (level: "baseline" | "restricted", name: string, pod: Json): RehearsalCase =>
  install(PODS, name, [deployment("web", pod)], { prepare: podSecurity(level), wait: true });
const pods: readonly RehearsalCase[] = [
  secured("restricted", "a pod that says nothing, where it is restricted", podSpec()),
  secured("baseline", "a privileged container", podSpec({ securityContext: { privileged: true } })),
  secured("baseline", "the network of the node", podSpec({}, { hostNetwork: true })),
  secured(
    "baseline",
    "a folder of the node",
    podSpec({}, { volumes: [{ name: "a", hostPath: { path: "/" } }] }),
  ),
  secured(
    "baseline",
    "a capability too many",
    podSpec({ securityContext: { capabilities: { add: ["SYS_ADMIN"] } } }),
  ),
  install(
    PODS,
    "a service account that does not exist",
    [deployment("web", podSpec({}, { serviceAccountName: "nobody-made-it" }))],
    { wait: true },
  ),
  install(
    PODS,
    "a priority class that does not exist",
    [deployment("web", podSpec({}, { priorityClassName: "nobody-made-it" }))],
    { wait: true },
  ),
  install(PODS, "a hook whose account comes after it", [
    object("v1", "ServiceAccount", "runner"),
    hook("pre-install", job("once", podSpec({}, { serviceAccountName: "runner" }))),
  ]),
  install(PODS, "a hook whose pods are refused", [hook("pre-install", job("once"))], {
    prepare: podSecurity("restricted"),
    wait: true,
  }),
  upgrade(
    PODS,
    "an upgrade to a privileged container",
    [deployment("web")],
    [deployment("web", podSpec({ securityContext: { privileged: true } }))],
    {
      ...{ meanwhile: podSecurity("baseline"), wait: true },
    },
  ),
];

const UNKNOWABLE = "what no dry run can know";
const unknowable: readonly RehearsalCase[] = [
  install(
    UNKNOWABLE,
    "an image that cannot be pulled",
    [deployment("web", podSpec(), {}, { fate: "pull-fails" })],
    {
      ...{ wait: true, unknowable: "Only nodes pull images." },
    },
  ),
  install(UNKNOWABLE, "a program that crashes", [deployment("web", podSpec(), {}, { fate: "crashes" })], {
    ...{ wait: true, unknowable: "Containers do not start in a dry run." },
  }),
  install(UNKNOWABLE, "pods that never start", [deployment("web", podSpec(), {}, { fate: "waits" })], {
    ...{ wait: true, unknowable: "Containers do not start in a dry run." },
  }),
  upgrade(
    UNKNOWABLE,
    "an upgrade whose new pods crash",
    [deployment("web")],
    [deployment("web", podSpec(), {}, { fate: "crashes" })],
    {
      ...{ wait: true, unknowable: "Containers do not start in a dry run." },
    },
  ),
  install(UNKNOWABLE, "a load balancer that nobody provides", [service("web", { type: "LoadBalancer" })], {
    ...{ wait: true, unknowable: "A load balancer is provided, or not, after the Service exists." },
  }),
  {
    ...install(UNKNOWABLE, "an invalid object of a kind that comes with the chart", []),
    chart: {
      crds: templates(widgetType("brought.example.org")),
      templates: templates(widget("brought.example.org", "w", { size: 0 })),
    },
    tidyUp: ({ api }) => removeAll(api, DEFINITIONS, ["widgets.brought.example.org"]),
    unknowable: "The kind does not exist yet.",
  },
];

const NEW = "new namespaces";
const inNew = (name: string, objects: readonly Json[]) => install(NEW, name, objects, { newNamespace: true });
const newNamespaces: readonly RehearsalCase[] = [
  inNew("a port that is too high", [service("web", { ports: [{ port: 99999 }] })]),
  inNew("a wrong type", [configMap("one"), deployment("web", podSpec(), { replicas: "two" })]),
  inNew("a mount without its volume", [
    deployment("web", podSpec({ volumeMounts: [{ name: "a", mountPath: "/a" }] })),
  ]),
  inNew("a name with capital letters", [configMap("One")]),
];

/** All that is to fail. */
export const FAILING: readonly RehearsalCase[] = [
  ...quotas,
  ...ranges,
  ...immutable,
  ...policies,
  ...webhooks,
  ...unknownFields,
  ...wrongTypes,
  ...invalidValues,
  ...owners,
  ...conflicts,
  ...permissions,
  ...kinds,
  ...customs,
  ...namespaces,
  ...ports,
  ...pods,
  ...newNamespaces,
  ...unknowable,
];
