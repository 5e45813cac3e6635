import { setTimeout as pause } from "node:timers/promises";
import { history } from "../../../../client/cli/inspect.ts";
import type { Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, chartOf, deployment } from "./objects.ts";

/** What the API server refuses. */
export const refusalScenes: Readonly<Record<string, Scene>> = {
  "no-permission": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), {
      at: { ...stage.at, context: "nobody@test" },
    }),
  }),
  "no-permission-create": async (stage) => asReleaseKeeper(stage, CONFIG_MAP),
  "no-permission-history": async (stage) => ({
    args: history({ ...stage.at, context: "nobody@test" }).args,
  }),
  "namespace-missing": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), { createNamespace: false }),
  }),
  "namespace-terminating": async (stage) => {
    await stage.namespace();
    const { namespace } = stage.at;
    await stage.api.create(`/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: "stays", finalizers: ["example.org/stays"] },
    });
    await stage.api.remove(`/api/v1/namespaces/${namespace}`);
    return { args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))) };
  },
  "immutable-selector": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(deployment("old")))));
    return { args: stage.upgrade(await stage.chart(chartOf(deployment("new")))) };
  },
  "immutable-config-map": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(`${CONFIG_MAP}immutable: true\n`))));
    const changed = CONFIG_MAP.replace("example.org", "example.com");
    return { args: stage.upgrade(await stage.chart(chartOf(`${changed}immutable: true\n`))) };
  },
  "webhook-down": async (stage) => {
    await stage.namespace({ "webhook-down": stage.at.namespace });
    await stage.api.apply(
      `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${stage.at.namespace}`,
      webhook(stage.at.namespace),
    );
    return { args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))) };
  },
  "admission-denied": async (stage) => {
    await stage.namespace({ denied: stage.at.namespace });
    for (const [kind, object] of policy(stage.at.namespace)) {
      await stage.api.apply(`/apis/admissionregistration.k8s.io/v1/${kind}/${stage.at.namespace}`, object);
    }
    await pause(2000);
    return { args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))) };
  },
  "quota-exceeded": async (stage) => {
    await stage.namespace();
    await stage.api.create(`/api/v1/namespaces/${stage.at.namespace}/resourcequotas`, {
      metadata: { name: "small" },
      spec: { hard: { "count/deployments.apps": "0" } },
    });
    // No controller tracks usage here.
    await stage.api.patch(`/api/v1/namespaces/${stage.at.namespace}/resourcequotas/small/status`, {
      status: { hard: { "count/deployments.apps": "0" }, used: { "count/deployments.apps": "0" } },
    });
    await pause(2000);
    return { args: stage.upgrade(await stage.chart(chartOf(deployment("quota")))) };
  },
  "kind-missing": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(MESH_AND_CERTIFICATE))),
  }),
  "kind-version-missing": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(deployment("a").replace("apps/v1", "apps/v1beta1")))),
  }),
  "custom-object-invalid": async (stage) => {
    const kind = await issuedKind(stage);
    const object = `apiVersion: ${kind.group}/v1\nkind: Certificate\nmetadata: {name: server}\nspec: {issuerRef: {}}\n`;
    return { args: stage.upgrade(await stage.chart(chartOf(object))) };
  },
  "object-invalid": async (stage) => ({
    args: stage.upgrade(
      await stage.chart(
        chartOf("apiVersion: v1\nkind: Service\nmetadata: {name: webhook}\nspec: {ports: [{port: 99999}]}\n"),
      ),
    ),
  }),
  "object-name-invalid": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP.replace("settings", "Not_A_Name")))),
  }),
  "object-wrong-type": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(deployment("a").replace("replicas: 1", "replicas: one")))),
  }),
  "annotation-wrong-type": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(NUMBERED))),
  }),
  "secret-wrong-type": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(secret("stringData: {pin: 48151623}")))),
  }),
  "secret-no-base64": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(secret('data: {pin: "48151623!"}')))),
  }),
};

/** An object that no client can read: labels and annotations are always strings. */
export const NUMBERED = CONFIG_MAP.replace(
  "{name: settings}",
  "{name: settings, annotations: {revision: 7}}",
);

const MESH_AND_CERTIFICATE = `apiVersion: networking.mesh.example.org/v1
kind: Gateway
metadata: {name: server}
---
apiVersion: certificates.example.org/v1
kind: Certificate
metadata: {name: server}
`;

function secret(content: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: access}\n${content}\n`;
}

/** Somebody who may store releases, and do nothing else. */
async function asReleaseKeeper(stage: Stage, template: string) {
  const { namespace } = stage.at;
  await stage.namespace();
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  await stage.api.create(`${rbac}/roles`, {
    metadata: { name: "keeper" },
    rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["*"] }],
  });
  await stage.api.create(`${rbac}/rolebindings`, {
    metadata: { name: "keeper" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "keeper" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "keeper@example.org" }],
  });
  const kubeconfig = await stage.kubeconfig(({ users }) => {
    for (const { user } of users) user.as = "keeper@example.org";
  });
  return {
    args: stage.upgrade(await stage.chart(chartOf(template)), {
      at: { ...stage.at, kubeconfig },
      createNamespace: false,
    }),
  };
}

/** A webhook whose service does not exist, for one namespace. */
export function webhook(namespace: string) {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: namespace },
    webhooks: [
      {
        name: "validate.operator.example.org",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        clientConfig: { service: { namespace, name: "operator-webhook", path: "/validate" } },
        namespaceSelector: { matchLabels: { "webhook-down": namespace } },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      },
    ],
  };
}

/** A policy that denies config maps in one namespace. */
export function policy(namespace: string): readonly (readonly [string, object])[] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  return [
    [
      "validatingadmissionpolicies",
      {
        apiVersion,
        kind: "ValidatingAdmissionPolicy",
        metadata: { name: namespace },
        spec: {
          matchConstraints: {
            namespaceSelector: { matchLabels: { denied: namespace } },
            resourceRules: [
              { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
            ],
          },
          validations: [
            { expression: "has(object.metadata.labels.team)", message: "the label team is needed" },
          ],
        },
      },
    ],
    [
      "validatingadmissionpolicybindings",
      {
        apiVersion,
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name: namespace },
        spec: { policyName: namespace, validationActions: ["Deny"] },
      },
    ],
  ];
}

/** The scene's own kind, whose objects have to name an issuer, and a secret with another name than the issuer. */
export async function issuedKind(stage: Stage): Promise<{ readonly group: string }> {
  const group = `${stage.at.namespace}.example.org`;
  const issuerRef = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const secretName = { type: "string", maxLength: 60 };
  const spec = {
    type: "object",
    required: ["secretName", "issuerRef"],
    properties: { issuerRef, secretName },
  };
  const rules = [
    { rule: "self.spec.secretName != self.metadata.name", message: "secret and certificate need two names" },
  ];
  await stage.api.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: `certificates.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Certificate", plural: "certificates" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: "object", properties: { spec }, "x-kubernetes-validations": rules },
          },
        },
      ],
    },
  });
  await pause(3000);
  return { group };
}
