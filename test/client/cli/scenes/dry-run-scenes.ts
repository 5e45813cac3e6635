import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Act, Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, deployment } from "./objects.ts";
import { issuedKind, NUMBERED, policy, webhook } from "./refusal-scenes.ts";

/** What the API server says about single objects that it is only asked to check. Both Helms share one kubectl. */
export const dryRunScenes: Readonly<Record<string, Scene>> = {
  "dry-run-forbidden": once4((stage) => tried(stage, CONFIG_MAP, { context: "nobody@test" })),
  "dry-run-create-forbidden": once4((stage) =>
    tried(stage, CONFIG_MAP, { context: "nobody@test", verb: "create" }),
  ),
  "dry-run-grants-too-much": once4(async (stage) => {
    const kubeconfig = await stage.kubeconfig(({ users }) => {
      for (const { user } of users) user.as = "grantor@example.org";
    });
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${stage.at.namespace}`;
    await stage.api.create(`${rbac}/roles`, {
      metadata: { name: "grantor" },
      rules: [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["get", "create"] }],
    });
    await stage.api.create(`${rbac}/rolebindings`, {
      metadata: { name: "grantor" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "grantor" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "grantor@example.org" }],
    });
    return tried(stage, ROLE, { kubeconfig });
  }),
  "dry-run-invalid": once4((stage) =>
    tried(
      stage,
      "apiVersion: v1\nkind: Service\nmetadata: {name: webhook}\nspec: {ports: [{port: 99999}]}\n",
    ),
  ),
  "dry-run-custom-object-invalid": certificate("{issuerRef: {}}"),
  "dry-run-custom-object-rule": certificate("{issuerRef: {name: a}, secretName: server}"),
  "dry-run-custom-object-unknown-field": certificate("{issuerRef: {nam: a}, secretName: a, secretNam: b}"),
  "dry-run-custom-object-wrong-type": certificate("{issuerRef: {name: 1}, secretName: [a]}"),
  "dry-run-label-invalid": once4((stage) =>
    tried(stage, CONFIG_MAP.replace("{name: settings}", '{name: settings, labels: {team: "a b"}}')),
  ),
  "dry-run-unknown-field": once4((stage) =>
    tried(stage, deployment("a").replace("replicas: 1", "replica: 1\n  paused: false\n  strateg: {}")),
  ),
  "dry-run-unknown-field-server-side": once4((stage) =>
    tried(stage, deployment("a").replace("replicas: 1", "replica: 1"), { more: ["--server-side"] }),
  ),
  "dry-run-unknown-field-update": once4(async (stage) => {
    await there(stage, deployment("a"));
    return tried(stage, deployment("a").replace("replicas: 1", "replicas: 2\n  replica: 1"));
  }),
  "dry-run-secret-unknown-field-update": once4(async (stage) => {
    await there(stage, SECRET);
    return tried(stage, SECRET.replace("48151623", "48151624").replace("type:", "typ: Opaque\ntype:"));
  }),
  "dry-run-wrong-type": once4((stage) =>
    tried(stage, deployment("a").replace("replicas: 1", "replicas: one")),
  ),
  "dry-run-annotation-wrong-type": once4((stage) => tried(stage, NUMBERED)),
  "dry-run-wrong-type-update": once4(async (stage) => {
    await there(stage, deployment("a"));
    return tried(stage, deployment("a").replace("replicas: 1", "replicas: one"));
  }),
  "dry-run-secret-wrong-type-update": once4(async (stage) => {
    await there(stage, SECRET);
    return tried(stage, SECRET.replace('"48151623"', "48151624"));
  }),
  "dry-run-wrong-type-deep": once4((stage) =>
    tried(
      stage,
      deployment("a").replace(
        "      containers:",
        "      affinity: {nodeAffinity: [hard]}\n      containers:",
      ),
    ),
  ),
  "dry-run-wrong-type-server-side": once4((stage) =>
    tried(stage, deployment("a").replace("replicas: 1", "replicas: one"), { more: ["--server-side"] }),
  ),
  "dry-run-no-kind": once4((stage) => tried(stage, "apiVersion: v1\nmetadata: {name: settings}\n")),
  "dry-run-exists": once4(async (stage) => {
    await there(stage, CONFIG_MAP);
    return tried(stage, CONFIG_MAP, { verb: "create" });
  }),
  "dry-run-patch-missing": once4(async ({ at }) => ({
    program: "kubectl",
    args: [
      ...["patch", "--context", at.context, "--namespace", at.namespace, "--dry-run=server"],
      ...["--type", "merge", "--patch", '{"data":{"domain":"example.com"}}', "--", "configmap", "settings"],
    ],
  })),
  "dry-run-patch-invalid": once4(async (stage) => {
    const { at } = stage;
    await there(stage, deployment("a"));
    return {
      program: "kubectl",
      args: [
        ...["patch", "--context", at.context, "--namespace", at.namespace, "--dry-run=server"],
        ...["--type", "merge", "--patch", '{"spec":{"replicas":-1}}', "--", "deployment", "controller"],
      ],
    };
  }),
  "dry-run-immutable": once4(async (stage) => {
    await there(stage, deployment("old"));
    return tried(stage, deployment("new"));
  }),
  "dry-run-conflict": once4(async (stage) => {
    await there(stage, CONFIG_MAP);
    const changed = CONFIG_MAP.replace("example.org", "example.com");
    return tried(stage, changed, { more: ["--server-side", "--field-manager", "helm"] });
  }),
  "dry-run-changed-meanwhile": once4(async (stage) => {
    await there(stage, CONFIG_MAP);
    const old = CONFIG_MAP.replace("{name: settings}", '{name: settings, resourceVersion: "1"}');
    return tried(stage, old.replace("example.org", "example.com"), { verb: "replace" });
  }),
  "dry-run-port-taken": once4(async (stage) => {
    await there(stage, nodePort("first"));
    return tried(stage, nodePort("second"));
  }),
  "dry-run-namespace-missing": async (stage) =>
    stage.can.version.major < 4 ? undefined : tried(stage, CONFIG_MAP),
  "dry-run-namespace-terminating": once4(async (stage) => {
    const { namespace } = stage.at;
    await stage.api.create(`/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: "stays", finalizers: ["example.org/stays"] },
    });
    await stage.api.remove(`/api/v1/namespaces/${namespace}`);
    return tried(stage, CONFIG_MAP);
  }),
  "dry-run-kind-missing": once4((stage) =>
    tried(stage, "apiVersion: operator.example.org/v1\nkind: CAPOperator\nmetadata: {name: cap-operator}\n"),
  ),
  "dry-run-quota": once4(async (stage) => {
    const quotas = `/api/v1/namespaces/${stage.at.namespace}/resourcequotas`;
    const hard = { "count/deployments.apps": "0" };
    await stage.api.create(quotas, { metadata: { name: "small" }, spec: { hard } });
    // No controller tracks usage here.
    await stage.api.patch(`${quotas}/small/status`, { status: { hard, used: hard } });
    await pause(2000);
    return tried(stage, deployment("quota"));
  }),
  "dry-run-quota-unset": once4(async (stage) => {
    const quotas = `/api/v1/namespaces/${stage.at.namespace}/resourcequotas`;
    const hard = { "limits.memory": "1Gi" };
    await stage.api.create(quotas, { metadata: { name: "memory" }, spec: { hard } });
    await stage.api.patch(`${quotas}/memory/status`, { status: { hard, used: { "limits.memory": "0" } } });
    await serviceAccount(stage);
    await pause(2000);
    return tried(stage, POD);
  }),
  "dry-run-limit-range": once4(async (stage) => {
    await stage.api.create(`/api/v1/namespaces/${stage.at.namespace}/limitranges`, {
      metadata: { name: "limits" },
      spec: { limits: [{ type: "Container", max: { cpu: "100m", memory: "64Mi" } }] },
    });
    await serviceAccount(stage);
    await pause(2000);
    return tried(stage, `${POD}      resources: {limits: {cpu: "2", memory: 1Gi}}\n`);
  }),
  "dry-run-pod-security": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace({ "pod-security.kubernetes.io/enforce": "restricted" });
    await serviceAccount(stage);
    return tried(stage, POD);
  },
  "dry-run-policy": policed((stage) =>
    tried(stage, CONFIG_MAP.replace("{name: settings}", "{name: settings, labels: {app: a}}")),
  ),
  "dry-run-policy-fails": policed((stage) => tried(stage, CONFIG_MAP)),
  "dry-run-webhook-denied": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await hook(stage, await denyingWebhook(stage));
    return tried(stage, CONFIG_MAP);
  },
  "dry-run-webhook-down": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    const { namespace } = stage.at;
    await hook(stage, { service: { namespace, name: "operator-webhook", path: "/validate" } });
    return tried(stage, CONFIG_MAP);
  },
  "dry-run-webhook-refuses-connection": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await hook(stage, { url: "https://127.0.0.1:1/validate" });
    return tried(stage, CONFIG_MAP);
  },
  "dry-run-too-large": once4((stage) => {
    const data = Array.from({ length: 20 }, (_, index) => `  part${index}: ${"x".repeat(100_000)}`);
    return tried(stage, `${CONFIG_MAP.replace("data: {domain: example.org}", "data:")}${data.join("\n")}\n`, {
      verb: "create",
    });
  }),
};

/** A scene with an object of a kind whose definition has required fields and a rule. */
function certificate(spec: string): Scene {
  return once4(async (stage) => {
    const { group } = await issuedKind(stage);
    return tried(
      stage,
      `apiVersion: ${group}/v1\nkind: Certificate\nmetadata: {name: server}\nspec: ${spec}\n`,
    );
  });
}

/** A scene in a namespace whose config maps have to name a team. */
function policed(scene: Scene): Scene {
  return async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace({ denied: stage.at.namespace });
    for (const [kind, object] of policy(stage.at.namespace)) {
      await stage.api.apply(`/apis/admissionregistration.k8s.io/v1/${kind}/${stage.at.namespace}`, object);
    }
    await pause(2000);
    return scene(stage);
  };
}

interface Way {
  readonly verb?: "apply" | "create" | "replace";
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly more?: readonly string[];
}

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: operator}
rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
`;

const SECRET = `apiVersion: v1
kind: Secret
metadata: {name: access}
type: Opaque
stringData: {pin: "48151623"}
`;

const POD = `apiVersion: v1
kind: Pod
metadata: {name: controller}
spec:
  containers:
    - name: controller
      image: registry.example.org/controller:1.0.0
`;

function nodePort(name: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {type: NodePort, ports: [{port: 80, nodePort: 30456}]}\n`;
}

/** A scene with its own namespace that plays once. */
function once4(scene: Scene): Scene {
  return async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace();
    return scene(stage);
  };
}

async function tried(
  { at }: Stage,
  stdin: string,
  { verb = "apply", context = at.context, kubeconfig, more = [] }: Way = {},
): Promise<Act> {
  return {
    program: "kubectl",
    args: [
      ...[verb, "--filename", "-", "--context", context, "--namespace", at.namespace],
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...["--dry-run=server", "--validate=strict", ...more],
    ],
    stdin,
  };
}

async function there(stage: Stage, stdin: string): Promise<void> {
  const { context, namespace } = stage.at;
  const args = ["apply", "--filename", "-", "--context", context, "--namespace", namespace];
  const { exitCode, stderr } = await stage.helm({ program: "kubectl", args, stdin });
  if (exitCode !== 0) throw new Error(`kubectl apply was to go well: ${stderr}`);
}

/** Pods are not admitted before their service account exists, and no controller creates it here. */
async function serviceAccount({ api, at }: Stage): Promise<void> {
  await api.apply(`/api/v1/namespaces/${at.namespace}/serviceaccounts/default`, {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "default" },
  });
}

/** Lets a webhook check config maps in the scene's namespace. */
async function hook(stage: Stage, clientConfig: object): Promise<void> {
  const { namespace } = stage.at;
  await stage.namespace({ "webhook-down": namespace });
  const configuration = webhook(namespace);
  const [first] = configuration.webhooks;
  await stage.api.apply(
    `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${namespace}`,
    { ...configuration, webhooks: [{ ...first, clientConfig }] },
  );
  await pause(2000);
}

/** A webhook on this machine that denies everything, with the certificate of the API server. */
async function denyingWebhook({ cluster }: Stage): Promise<object> {
  const file = (name: string) => readFile(path.join(cluster.folder, "certificates-test", name), "utf8");
  const [cert, key] = await Promise.all([file("apiserver.crt"), file("apiserver.key")]);
  const server = createServer({ cert, key }, async (request, response) => {
    const { uid } = JSON.parse(await text(request)).request;
    const status = { message: "the label team is needed" };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid, allowed: false, status },
      }),
    );
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/validate`,
    caBundle: Buffer.from(cluster.contexts["admin@test"].ca).toString("base64"),
  };
}
