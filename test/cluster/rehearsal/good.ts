// Installations and upgrades that are to go well: what people do every day, and what looks like trouble and is none.
import { readdirSync } from "node:fs";
import path from "node:path";
import { repository } from "../../support/repository.ts";
import type { ApiServer } from "../api-server.ts";
import { DEFINITIONS, removeAll } from "../removing.ts";
import { type CaseChart, install, type RehearsalCase, type Rest, type Stage, upgrade } from "./case.ts";
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

const FOLDER = path.join(repository, "examples/chart");
const REQUIRED = [
  "subscriptionServer.domain=cop.example.net",
  "subscriptionServer.dnsTarget=public.example.net",
];
const chartWith = (file?: string): CaseChart => ({
  folder: FOLDER,
  sets: REQUIRED,
  ...(file !== undefined && { valuesFile: path.join(repository, "test/core/fixtures/values", file) }),
});
const files = readdirSync(path.join(repository, "test/core/fixtures/values")).filter((name) =>
  name.endsWith(".yaml"),
);

const OWN = "the operator's chart";
const ownChart: readonly RehearsalCase[] = [
  { about: OWN, name: "its defaults", chart: chartWith(), wait: true },
  { about: OWN, name: "its defaults in a new namespace", chart: chartWith(), newNamespace: true, wait: true },
  ...files.map(
    (file): RehearsalCase => ({
      about: OWN,
      name: `installed with ${file}`,
      chart: chartWith(file),
      wait: true,
    }),
  ),
  // Every fourth will do to show upgrades.
  ...files
    .filter((_file, index) => index % 4 === 0)
    .map(
      (file): RehearsalCase => ({
        ...{ about: OWN, name: `upgraded from its defaults to ${file}`, wait: true },
        first: chartWith(),
        chart: chartWith(file),
      }),
    ),
];

const ofRelease = (name: string) => `{{ .Release.Name }}-${name}`;
const EVERY: readonly Json[] = [
  object("v1", "ServiceAccount", "web"),
  secret("access"),
  configMap("settings"),
  claim("data"),
  role("reader", [may("get", "pods")]),
  binding("reader", "reader"),
  service("web"),
  daemonSet("agent", { template: { metadata: { labels: { app: "agent" } }, spec: podSpec() } }),
  deployment("web", podSpec({}, { serviceAccountName: "web" })),
  autoscaler("web", "web"),
  disruptionBudget("web"),
  statefulSet("db", { volumeClaimTemplates: [claim("data")] }),
  job("once"),
  cronJob("nightly"),
  ingress("web"),
  networkPolicy("web"),
];

const KINDS = "objects of all kinds";
const kinds: readonly RehearsalCase[] = [
  ...EVERY.map((one) =>
    install(KINDS, `a ${one.kind}`, [one.kind === "Deployment" ? deployment("web") : one]),
  ),
  install(KINDS, "all of them", EVERY),
  upgrade(KINDS, "all of them once more", EVERY, EVERY),
  install(KINDS, "all of them in a new namespace", EVERY, { newNamespace: true }),
  install(KINDS, "what is in no namespace", [
    object("scheduling.k8s.io/v1", "PriorityClass", ofRelease("high"), { value: 10 }),
    object("storage.k8s.io/v1", "StorageClass", ofRelease("slow"), { provisioner: "example.org/slow" }),
    object("networking.k8s.io/v1", "IngressClass", ofRelease("web"), {
      spec: { controller: "example.org/web" },
    }),
    role(ofRelease("wide"), [may("get", "nodes")], "ClusterRole"),
    object("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", ofRelease("wide"), {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: ofRelease("wide") },
      subjects: [],
    }),
  ]),
  install(
    KINDS,
    "a namespace with something in it",
    [
      object("v1", "Namespace", ofRelease("more")),
      configMap("inside", {}, { metadata: { namespace: ofRelease("more") } }),
    ],
    { tidyUp: ({ api, namespace }) => api.remove(`/api/v1/namespaces/${namespace}-more`) },
  ),
  install(KINDS, "texts that look like something else", [
    configMap("odd", {
      yes: "yes",
      octal: "0755",
      number: "1e3",
      nothing: "",
      lines: "a\n---\nb\n",
      braces: "{}",
    }),
  ]),
  install(KINDS, "numbers in all shapes", [
    deployment(
      "web",
      podSpec({
        resources: { requests: { cpu: 0.1, memory: 134217728 }, limits: { cpu: "1", memory: "1e9" } },
      }),
    ),
  ]),
  install(KINDS, "what is empty or null", [
    deployment(
      "web",
      podSpec(
        { env: [], resources: {}, command: null },
        { nodeSelector: null, tolerations: [], affinity: {} },
      ),
    ),
  ]),
];

const group = (name: string) => `${name}.example.org`;
const served = async (api: ApiServer, name: string): Promise<void> => {
  await api.create(DEFINITIONS, widgetType(group(name)));
  while ((await api.get(`/apis/${group(name)}/v1/widgets`)) === undefined)
    await new Promise((resolve) => setTimeout(resolve, 50));
};
const withoutType =
  (name: string) =>
  ({ api }: Stage) =>
    removeAll(api, DEFINITIONS, [`widgets.${group(name)}`]);

const CUSTOM = "custom resources and CRDs";
const customs: readonly RehearsalCase[] = [
  {
    ...{ about: CUSTOM, name: "a CRD, and an object of it" },
    chart: {
      crds: templates(widgetType(group("good-one"))),
      templates: templates(widget(group("good-one"), "w")),
    },
    tidyUp: withoutType("good-one"),
  },
  {
    ...{ about: CUSTOM, name: "a CRD that is there already" },
    chart: {
      crds: templates(widgetType(group("good-two"))),
      templates: templates(widget(group("good-two"), "w")),
    },
    prepare: ({ api }) => served(api, "good-two"),
    tidyUp: withoutType("good-two"),
  },
  upgrade(
    CUSTOM,
    "another size",
    [widget(group("good-three"), "w")],
    [widget(group("good-three"), "w", { size: 2 })],
    {
      ...{ prepare: ({ api }) => served(api, "good-three"), tidyUp: withoutType("good-three") },
    },
  ),
  upgrade(
    CUSTOM,
    "a field that goes, and parts that others added",
    [widget(group("good-four"), "w", { size: 1, note: "a", parts: ["a"] })],
    [widget(group("good-four"), "w", { size: 1, parts: ["a", "b"] })],
    { prepare: ({ api }) => served(api, "good-four"), tidyUp: withoutType("good-four") },
  ),
  upgrade(
    CUSTOM,
    "the same once more",
    [widget(group("good-five"), "w")],
    [widget(group("good-five"), "w")],
    {
      ...{ prepare: ({ api }) => served(api, "good-five"), tidyUp: withoutType("good-five") },
    },
  ),
];

const HOOKS = "hooks";
const hooks: readonly RehearsalCase[] = [
  install(HOOKS, "a pre-install Job", [hook("pre-install", job("once")), configMap("one")]),
  install(HOOKS, "a post-install Job", [hook("post-install", job("once")), configMap("one")]),
  install(HOOKS, "a Job with its own account", [
    hook(
      "pre-install",
      object("v1", "ServiceAccount", "runner", {
        metadata: { annotations: { "helm.sh/hook-weight": "-5" } },
      }),
    ),
    hook("pre-install,pre-upgrade", job("once", podSpec({}, { serviceAccountName: "runner" }))),
  ]),
  upgrade(
    HOOKS,
    "a Job that ran when it was installed, with another image",
    [hook("pre-install,pre-upgrade", job("once")), configMap("one")],
    [
      hook("pre-install,pre-upgrade", job("once", podSpec({ image: "registry.example.org/main:2.0" }))),
      configMap("one"),
    ],
  ),
  upgrade(
    HOOKS,
    "a Job that is deleted when it succeeded",
    [hook("pre-upgrade,pre-install", job("once"), "hook-succeeded"), configMap("one")],
    [hook("pre-upgrade,pre-install", job("once"), "hook-succeeded"), configMap("one")],
  ),
  install(HOOKS, "a test that would be refused", [
    configMap("one"),
    hook("test", service("t", { ports: [{ port: 99999 }] })),
  ]),
  install(HOOKS, "a hook of an uninstallation that would be refused", [
    configMap("one"),
    hook("pre-delete", service("t", { ports: [{ port: 99999 }] })),
  ]),
];

const CHANGES = "changes";
const ports = (...given: readonly Json[]) => service("web", { ports: given });
const env = (...names: readonly string[]) => podSpec({ env: names.map((name) => ({ name, value: name })) });
const changes: readonly RehearsalCase[] = [
  upgrade(CHANGES, "nothing", [configMap("one"), deployment("web")], [configMap("one"), deployment("web")]),
  upgrade(
    CHANGES,
    "another image",
    [deployment("web")],
    [deployment("web", podSpec({ image: "registry.example.org/main:2.0" }))],
    { wait: true },
  ),
  upgrade(CHANGES, "more replicas", [deployment("web")], [deployment("web", podSpec(), { replicas: 3 })], {
    wait: true,
  }),
  upgrade(CHANGES, "no replicas", [deployment("web")], [deployment("web", podSpec(), { replicas: 0 })]),
  upgrade(
    CHANGES,
    "an object more and an object less",
    [configMap("a"), configMap("b")],
    [configMap("b"), configMap("c")],
  ),
  upgrade(
    CHANGES,
    "an object that goes and is to be kept",
    [
      configMap("a"),
      configMap("b", {}, { metadata: { annotations: { "helm.sh/resource-policy": "keep" } } }),
    ],
    [configMap("a")],
  ),
  upgrade(
    CHANGES,
    "a port more",
    [ports({ name: "a", port: 1 })],
    [ports({ name: "a", port: 1 }, { name: "b", port: 2 })],
  ),
  upgrade(
    CHANGES,
    "a port less",
    [ports({ name: "a", port: 1 }, { name: "b", port: 2 })],
    [ports({ name: "b", port: 2 })],
  ),
  upgrade(
    CHANGES,
    "one port for TCP and for UDP",
    [ports({ name: "a", port: 53, protocol: "TCP" })],
    [ports({ name: "a", port: 53, protocol: "TCP" }, { name: "b", port: 53, protocol: "UDP" })],
  ),
  upgrade(
    CHANGES,
    "a Service that gets ports of the nodes",
    [service("web")],
    [service("web", { type: "NodePort" })],
  ),
  upgrade(
    CHANGES,
    "environment variables in another order",
    [deployment("web", env("A", "B"))],
    [deployment("web", env("B", "A"))],
  ),
  upgrade(
    CHANGES,
    "an environment variable less",
    [deployment("web", env("A", "B"))],
    [deployment("web", env("B"))],
  ),
  upgrade(
    CHANGES,
    "an environment variable from a Secret instead of a text",
    [deployment("web", podSpec({ env: [{ name: "A", value: "a" }] }))],
    [
      deployment(
        "web",
        podSpec({
          env: [{ name: "A", valueFrom: { secretKeyRef: { name: "s", key: "k", optional: true } } }],
        }),
      ),
    ],
  ),
  upgrade(
    CHANGES,
    "a volume of another type",
    [deployment("web", podSpec({}, { volumes: [{ name: "a", emptyDir: {} }] }))],
    [deployment("web", podSpec({}, { volumes: [{ name: "a", configMap: { name: "a", optional: true } }] }))],
  ),
  upgrade(
    CHANGES,
    "pods that are replaced all at a time",
    [deployment("web")],
    [deployment("web", podSpec(), { strategy: { type: "Recreate" } })],
  ),
  upgrade(
    CHANGES,
    "a probe of another type",
    [deployment("web", podSpec({ livenessProbe: { httpGet: { port: 80, path: "/" } } }))],
    [deployment("web", podSpec({ livenessProbe: { tcpSocket: { port: 80 } } }))],
  ),
  upgrade(
    CHANGES,
    "another container with its own name",
    [deployment("web")],
    [
      deployment("web", {
        ...podSpec(),
        containers: [{ name: "other", image: "registry.example.org/other:1" }],
      }),
    ],
  ),
  upgrade(
    CHANGES,
    "limits that go",
    [deployment("web", podSpec({ resources: { limits: { cpu: "1" } } }))],
    [deployment("web")],
  ),
  upgrade(CHANGES, "a larger volume claim of no size yet", [claim("a")], [claim("a", "1Gi", {})]),
  upgrade(
    CHANGES,
    "a key of a Secret less",
    [secret("a", { one: "1", two: "2" })],
    [secret("a", { two: "2" })],
  ),
  upgrade(
    CHANGES,
    "an immutable ConfigMap that stays",
    [configMap("a", {}, { immutable: true })],
    [configMap("a", {}, { immutable: true }), configMap("b")],
  ),
  upgrade(CHANGES, "a Job that stays", [job("once")], [job("once"), configMap("b")]),
  upgrade(
    CHANGES,
    "a release of Helm 3",
    [configMap("a"), deployment("web")],
    [configMap("a", { b: "c" }), deployment("web", podSpec(), { replicas: 2 })],
    { firstHelm: 3 },
  ),
];

const HANDS = "manual changes";
const hands: readonly RehearsalCase[] = [
  upgrade(
    HANDS,
    "scaled what stays",
    [deployment("web"), configMap("a")],
    [deployment("web"), configMap("a")],
    {
      firstHelm: 3,
      meanwhile: kubectl("scale deployment/web --replicas=2"),
    },
  ),
  upgrade(HANDS, "added a label", [configMap("a")], [configMap("a", { b: "c" })], {
    meanwhile: kubectl("label configmap a by=hand"),
  }),
  upgrade(HANDS, "added an annotation and a key", [configMap("a")], [configMap("a", { key: "other" })], {
    meanwhile: kubectl(`patch configmap a --type=merge --patch ${JSON.stringify({ data: { more: "1" } })}`),
  }),
  upgrade(HANDS, "deleted an object", [configMap("a"), configMap("b")], [configMap("a"), configMap("b")], {
    meanwhile: kubectl("delete configmap b"),
  }),
  upgrade(HANDS, "deleted an object that goes", [configMap("a"), configMap("b")], [configMap("a")], {
    meanwhile: kubectl("delete configmap b"),
  }),
  upgrade(
    HANDS,
    "added a container's variable",
    [deployment("web")],
    [deployment("web", podSpec(), { replicas: 2 })],
    {
      meanwhile: kubectl("set env deployment/web BY=hand"),
    },
  ),
  upgrade(
    HANDS,
    "restarted a Deployment",
    [deployment("web")],
    [deployment("web", podSpec(), { replicas: 2 })],
    {
      ...{ meanwhile: kubectl("rollout restart deployment/web"), wait: true },
    },
  ),
  install(HANDS, "made an object that says it is of this release", [configMap("a")], {
    prepare: (stage) =>
      kubectl(
        "apply --server-side --field-manager=helm -f -",
        configMap(
          "a",
          {},
          {
            metadata: {
              labels: { "app.kubernetes.io/managed-by": "Helm" },
              annotations: {
                "meta.helm.sh/release-name": stage.namespace,
                "meta.helm.sh/release-namespace": stage.namespace,
              },
            },
          },
        ),
      )(stage),
  }),
];

const GUARDED = "guarded namespaces";
const compliant = podSpec(
  { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } },
  { securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } } },
);
const small = podSpec({ resources: { requests: { cpu: "10m" }, limits: { cpu: "20m" } } });
const guarded: readonly RehearsalCase[] = [
  install(GUARDED, "a quota with just enough room", [configMap("a"), configMap("b")], {
    prepare: quota({ "count/configmaps": "2" }),
  }),
  install(GUARDED, "a quota of Secrets with just enough room", [secret("a")], {
    prepare: quota({ secrets: "2" }),
  }),
  install(GUARDED, "a quota of pods with just enough room", [deployment("web", small)], {
    prepare: quota({ pods: "1", "requests.cpu": "10m" }),
    wait: true,
  }),
  install(
    GUARDED,
    "a quota with just enough room for pods together",
    [
      deployment("a", podSpec({ resources: { requests: { cpu: 0.1 } } })),
      deployment("b", podSpec({ resources: { requests: { cpu: 0.2 } } })),
    ],
    { prepare: quota({ "requests.cpu": "300m", pods: "2" }), wait: true },
  ),
  upgrade(GUARDED, "a full quota, and nothing new", [configMap("a")], [configMap("a", { b: "c" })], {
    meanwhile: quota({ "count/configmaps": "2" }, { "count/configmaps": "2" }),
  }),
  install(GUARDED, "a quota of something else", [configMap("a")], {
    prepare: quota({ "count/jobs.batch": "0" }),
  }),
  install(GUARDED, "a quota with limits that a limit range gives", [deployment("web")], {
    prepare: all(
      limits({ type: "Container", default: { cpu: "20m" }, defaultRequest: { cpu: "10m" } }),
      quota({ "requests.cpu": "100m" }),
    ),
    wait: true,
  }),
  install(GUARDED, "limits that are kept", [deployment("web", small)], {
    prepare: limits({ type: "Container", max: { cpu: "1" } }),
    wait: true,
  }),
  install(GUARDED, "restricted pods that are", [deployment("web", compliant)], {
    prepare: podSecurity("restricted"),
    wait: true,
  }),
  install(GUARDED, "baseline pods", [deployment("web")], { prepare: podSecurity("baseline"), wait: true }),
  install(
    GUARDED,
    "no pods where pods are restricted",
    [deployment("web", podSpec({ securityContext: { privileged: true } }), { replicas: 0 })],
    {
      prepare: podSecurity("restricted"),
    },
  ),
  install(GUARDED, "a policy that is met", [configMap("a", { owner: "me" })], {
    ...{ prepare: policy("configmaps", "'owner' in object.data", "needs an owner"), tidyUp: withoutPolicy },
  }),
  install(GUARDED, "a policy that only warns", [configMap("a")], {
    ...{
      prepare: policy("configmaps", "false", "just so you know", { actions: ["Warn"] }),
      tidyUp: withoutPolicy,
    },
  }),
  upgrade(
    GUARDED,
    "a policy that what stays does not meet",
    [configMap("a"), secret("b")],
    [configMap("a"), secret("b", { password: "other" })],
    {
      firstHelm: 3,
      meanwhile: policy("services", "false", "no services"),
      tidyUp: withoutPolicy,
    },
  ),
  upgrade(
    GUARDED,
    "a policy that what is there does not meet, and what comes does",
    [configMap("a")],
    [configMap("a", { owner: "me" })],
    { meanwhile: policy("configmaps", "'owner' in object.data", "needs an owner"), tidyUp: withoutPolicy },
  ),
  install(GUARDED, "a webhook that agrees", [configMap("a")], {
    prepare: webhook({ answer: "allowed" }),
    tidyUp: withoutWebhook,
  }),
  install(GUARDED, "a webhook that cannot be reached and is ignored", [configMap("a")], {
    ...{ prepare: webhook({ failurePolicy: "Ignore" }), tidyUp: withoutWebhook },
  }),
  install(GUARDED, "a webhook for something else that cannot be reached", [configMap("a")], {
    ...{ prepare: webhook({ resource: "services" }), tidyUp: withoutWebhook },
  }),
];

const LIMITED = "people with few permissions";
const asNobody = (...rules: readonly Json[]): Rest => ({
  context: "nobody@test",
  prepare: allowed(HELM_ITSELF, ...rules),
});
const RBAC = "rbac.authorization.k8s.io";
const limited: readonly RehearsalCase[] = [
  install(LIMITED, "just enough", [configMap("a")], asNobody(may("get,create,patch,delete", "configmaps"))),
  install(
    LIMITED,
    "Deployments, and no pods",
    [deployment("web")],
    asNobody(may("get,create,patch", "deployments", "apps")),
  ),
  install(
    LIMITED,
    "a role and its binding, of what it may itself",
    [role("r", [may("get", "configmaps")]), binding("b", "r")],
    {
      ...asNobody(may("get", "configmaps"), may("get,create,patch", "roles,rolebindings", RBAC)),
    },
  ),
  {
    ...upgrade(LIMITED, "patches, and no updates", [configMap("a")], [configMap("a", { b: "c" })]),
    ...asNobody(may("get,create,patch", "configmaps")),
  },
  {
    ...upgrade(
      LIMITED,
      "changes, and no deletions",
      [configMap("a"), service("s")],
      [configMap("a", { b: "c" }), service("s")],
    ),
    ...asNobody(may("get,create,patch,update", "configmaps,services")),
  },
  install(
    LIMITED,
    "a webhook with its own account and priority",
    [
      object("v1", "ServiceAccount", "web"),
      object("scheduling.k8s.io/v1", "PriorityClass", ofRelease("web"), { value: 10 }),
      deployment("web", podSpec({}, { serviceAccountName: "web", priorityClassName: ofRelease("web") })),
    ],
    { wait: true },
  ),
];

/** All that is to go well. */
export const GOOD: readonly RehearsalCase[] = [
  ...ownChart,
  ...kinds,
  ...customs,
  ...hooks,
  ...changes,
  ...hands,
  ...guarded,
  ...limited,
];
