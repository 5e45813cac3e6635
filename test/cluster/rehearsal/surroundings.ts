// What clusters have that installations meet: quotas, policies, webhooks, permissions.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "../cluster.ts";
import type { Stage } from "./case.ts";
import { configMap, type Json, object } from "./objects.ts";

/** A quota, of which `used` is used already. No controller counts what is used here. */
export function quota(hard: Readonly<Record<string, string>>, used: Readonly<Record<string, string>> = {}) {
  return async ({ api, namespace, kubectl }: Stage): Promise<void> => {
    const at = `/api/v1/namespaces/${namespace}/resourcequotas`;
    const none = Object.fromEntries(Object.keys(hard).map((key) => [key, "0"]));
    await api.create(at, { metadata: { name: "small" }, spec: { hard } });
    await api.patch(`${at}/small/status`, { status: { hard, used: { ...none, ...used } } });
    // The API server learns of it a moment later. A second quota of which there can be none shows that it has.
    const full = { "count/limitranges": "0" };
    await api.create(at, { metadata: { name: "known" }, spec: { hard: full } });
    await api.patch(`${at}/known/status`, { status: { hard: full, used: full } });
    await untilRefused(() =>
      kubectl(
        ["create", "-f", "-", "--dry-run=server"],
        JSON.stringify(object("v1", "LimitRange", "probe", { spec: { limits: [] } })),
      ),
    );
  };
}

/** Limits of a namespace. */
export function limits(...ranges: readonly Json[]) {
  return async ({ api, namespace, kubectl }: Stage): Promise<void> => {
    await api.create(`/api/v1/namespaces/${namespace}/limitranges`, {
      metadata: { name: "limits" },
      spec: { limits: [...ranges, { type: "PersistentVolumeClaim", max: { storage: "5Gi" } }] },
    });
    await untilRefused(() =>
      kubectl(
        ["create", "-f", "-", "--dry-run=server"],
        JSON.stringify(
          object("v1", "PersistentVolumeClaim", "probe", {
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "9Gi" } } },
          }),
        ),
      ),
    );
  };
}

/** The level of pod security that the namespace enforces. */
export function podSecurity(level: "baseline" | "restricted") {
  return async ({ api, namespace }: Stage): Promise<void> => {
    await api.patch(`/api/v1/namespaces/${namespace}`, {
      metadata: { labels: { "pod-security.kubernetes.io/enforce": level } },
    });
    await wait(1000);
  };
}

/** A policy for the namespace, in CEL. */
export function policy(
  resource: string,
  expression: string,
  message: string,
  { group = "", operations = ["CREATE", "UPDATE"], actions = ["Deny"] } = {},
) {
  return async ({ api, namespace, kubectl }: Stage): Promise<void> => {
    const rule = { apiGroups: [group], apiVersions: ["*"], operations, resources: [resource] };
    // The probe shows when the API server has compiled the policy.
    const probed = { apiGroups: [""], apiVersions: ["*"], operations: ["CREATE"], resources: ["configmaps"] };
    const isProbe = 'request.resource.resource == "configmaps" && object.metadata.name == "policy-probe"';
    await api.create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies", {
      metadata: { name: namespace },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: { resourceRules: [rule, probed] },
        matchConditions: [
          {
            name: "what-it-is-about",
            expression: `request.resource.resource == "${resource}" || ${isProbe}`,
          },
        ],
        validations: [{ expression: `!(${isProbe}) && (${expression})`, message }],
      },
    });
    await api.create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings", {
      metadata: { name: namespace },
      spec: {
        policyName: namespace,
        validationActions: actions,
        matchResources: { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } } },
      },
    });
    if (!actions.includes("Deny")) return wait(2000);
    await untilRefused(() =>
      kubectl(["create", "-f", "-", "--dry-run=server"], JSON.stringify(configMap("policy-probe"))),
    );
  };
}

/** Removes a policy. */
export async function withoutPolicy({ api, namespace }: Stage): Promise<void> {
  const at = "/apis/admissionregistration.k8s.io/v1";
  await api.remove(`${at}/validatingadmissionpolicybindings/${namespace}`);
  await api.remove(`${at}/validatingadmissionpolicies/${namespace}`);
}

/** What a webhook says; `nothing` is said until whoever asked gives up. */
type WebhookAnswer = "allowed" | "denied" | "nothing";

/** How a webhook answers. */
export interface WebhookOptions {
  /** Where nothing listens, when it is not said. */
  readonly answer?: WebhookAnswer;
  readonly resource?: string;
  readonly group?: string;
  readonly operations?: readonly string[];
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly kind?: "validating" | "mutating";
}

/** A webhook for the namespace. */
export function webhook({
  answer,
  resource = "configmaps",
  group = "",
  operations = ["CREATE", "UPDATE"],
  failurePolicy = "Fail",
  kind = "validating",
}: WebhookOptions) {
  return async ({ api, namespace, cluster }: Stage): Promise<void> => {
    const url = answer === undefined ? "https://127.0.0.1:1/" : await webhookAt(cluster, answer);
    const at = `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`;
    await api.create(at, {
      metadata: { name: namespace },
      webhooks: [
        {
          name: `check.${namespace}.example.org`,
          clientConfig: { url, caBundle: certificateOf(cluster).toString("base64") },
          rules: [{ apiGroups: [group], apiVersions: ["*"], operations, resources: [resource] }],
          ...{ sideEffects: "None", admissionReviewVersions: ["v1"], timeoutSeconds: 5, failurePolicy },
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        },
      ],
    });
    // Webhooks are read again every second at the latest (apiserver, `generic.Webhook`).
    await wait(2000);
  };
}

/** Removes a webhook. */
export async function withoutWebhook({ api, namespace }: Stage): Promise<void> {
  const at = "/apis/admissionregistration.k8s.io/v1";
  await api.remove(`${at}/validatingwebhookconfigurations/${namespace}`);
  await api.remove(`${at}/mutatingwebhookconfigurations/${namespace}`);
}

const webhooks = new Map<string, Promise<Server>>();

/** The address of a webhook that gives one answer to all. It ends with the process. */
async function webhookAt(cluster: Cluster, answer: WebhookAnswer): Promise<string> {
  const server = webhooks.get(answer) ?? startWebhook(cluster, answer);
  webhooks.set(answer, server);
  return `https://127.0.0.1:${((await server).address() as AddressInfo).port}/`;
}

function startWebhook(cluster: Cluster, answer: WebhookAnswer): Promise<Server> {
  // The API server's own certificate is for this machine, too.
  const key = readFileSync(path.join(cluster.folder, "certificates-test/apiserver.key"));
  const server = createServer({ key, cert: certificateOf(cluster) }, (request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      if (answer === "nothing") return;
      const { uid } = JSON.parse(body).request;
      const status = { message: "this needs an owner label" };
      const said = { uid, allowed: answer === "allowed", ...(answer === "denied" && { status }) };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: said }),
      );
    });
  });
  server.unref();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function certificateOf({ folder }: Cluster): Buffer {
  return readFileSync(path.join(folder, "certificates-test/apiserver.crt"));
}

/** What the user `nobody` may do in the namespace. */
export function allowed(...rules: readonly Json[]) {
  return async (stage: Stage): Promise<void> => {
    const { api, namespace, cluster } = stage;
    const at = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    const last = { apiGroups: [""], resources: ["podtemplates"], verbs: ["list"] };
    await api.create(`${at}/roles`, { metadata: { name: "some" }, rules: [...rules, last] });
    await api.create(`${at}/rolebindings`, {
      metadata: { name: "some" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "some" },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "nobody" }],
    });
    const nobody = cluster.api("nobody@test");
    await untilAccepted(async () => {
      await nobody.get(`/api/v1/namespaces/${namespace}/podtemplates`);
    });
  };
}

/** A rule of a role. */
export function may(verbs: string, resources: string, group = ""): Json {
  return { apiGroups: [group], resources: resources.split(","), verbs: verbs.split(",") };
}

/** What Helm needs for itself. */
export const HELM_ITSELF: Json = may("get,list,create,update,patch,delete", "secrets");

/** All that is done with objects. */
export const ALL_VERBS = "get,list,create,update,patch,delete";

/** Does one thing after the other. */
export function all(...steps: readonly ((stage: Stage) => Promise<void>)[]) {
  return async (stage: Stage): Promise<void> => {
    for (const step of steps) await step(stage);
  };
}

/** Runs kubectl in the namespace, words separated by blanks. */
export function kubectl(line: string, stdin?: Json) {
  return ({ kubectl: run }: Stage): Promise<void> =>
    run(line.split(" "), stdin === undefined ? undefined : JSON.stringify(stdin));
}

async function untilRefused(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await attempt();
    } catch {
      return;
    }
    await wait(100);
  }
}

async function untilAccepted(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await wait(100);
    }
  }
}
