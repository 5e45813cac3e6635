import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPrerequisites } from "../../../client/commands/check-prerequisites.ts";
import { DEFAULT_FACTS, SCENES } from "../../cluster/scenes.ts";
import { answeredBy, kubeconfig, type RecordedScene } from "../cluster/recorded.ts";
import { reads } from "../fake-installation.ts";
import { FOREIGN, fakePorts, type World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";

async function after(world: World) {
  const ports = fakePorts({ files: kubeconfig("admin@test"), ...world });
  await checkPrerequisites.run(ports);
  const page = ports.seen.findIndex((line) => line.startsWith("page: "));
  return {
    seen: ports.seen,
    achieved: ports.achieved,
    calls: ports.seen.filter((line) => line.startsWith("run: ")),
    page: page < 0 ? [] : ports.seen.slice(page).map((line) => line.replace(/^ {2}/, "")),
  };
}

/** The check of a recorded cluster with the values of its scene. */
async function inScene(name: RecordedScene) {
  const scene = SCENES.find((scene) => scene.name === name) ?? assert.fail(name);
  return after({ ...answeredBy(name), files: kubeconfig(scene.context), facts: scene.facts });
}

/** The rows of the table: title, state, what was found. */
function rows(page: readonly string[]): string[] {
  return page.filter((line) => line.startsWith("| ")).slice(2);
}

const GATEWAY_ROWS = [
  "| Public ingress gateway | ✓ met | The service istio-system/istio-ingressgateway selects pods with the labels app=istio-ingressgateway,istio=ingressgateway. |",
  "| Namespace of the mesh | ✓ met | The gateway is in istio-system, as set in the values. |",
];
const CREATED =
  "deployments.apps, services, serviceaccounts, secrets, namespaces, customresourcedefinitions.apiextensions.k8s.io, clusterroles.rbac.authorization.k8s.io, clusterrolebindings.rbac.authorization.k8s.io and validatingwebhookconfigurations.admissionregistration.k8s.io";
const ALLOWED = `| Your permissions | ✓ met | You are allowed to create ${CREATED}. |`;

test("an empty cluster is reported on a page: what is missing, what to do, why", async () => {
  const { page } = await inScene("bare");
  assert.deepEqual(page, [
    "page: Prerequisites in admin@test",
    "# Prerequisites in admin@test",
    "",
    "**4 prerequisites need your attention: Service mesh (missing), Public ingress gateway (missing), Service-instance operator (missing) and Certificate management (missing).**",
    "",
    "- Cluster: https\\:\\//127.0.0.1:6443",
    "- Namespace: cap-operator-system",
    "- Values: values.yaml",
    "- Read with kubectl 1.37.1 from Kubernetes v1.37.1.",
    "",
    "| Prerequisite | State | Found |",
    "| --- | --- | --- |",
    "| Service mesh | ✗ missing | The cluster does not serve the APIs of Istio: networking.istio.io and security.istio.io. |",
    "| Public ingress gateway | ✗ missing | No service selects pods with the labels of the values (app=mesh-ingressgateway,mesh=ingressgateway), or with those that gateways usually have. |",
    "| Service-instance operator | ✗ missing | The cluster serves none of these API groups: services.cloud.sap.com and cf.cs.sap.com. |",
    "| Certificate management | ✗ missing | The values choose the certificate management of Gardener (cert.gardener.cloud) for subscriptionServer (Platform); no known certificate management found. |",
    "| Metrics monitors | – not needed | Monitoring is not enabled in the values. |",
    ALLOWED,
    "",
    "## Next steps",
    "",
    "1. **Service mesh**: Install Istio 1.22 or later, with an ingress gateway.",
    "1. **Public ingress gateway**: Install an ingress gateway of the mesh with a public service, or name its labels as ingressGatewayLabels in the values.",
    "1. **Service-instance operator**: Install SAP BTP service operator (services.cloud.sap.com) or cf-service-operator (cf.cs.sap.com).",
    "1. **Certificate management**: Install the certificate management of Gardener (cert.gardener.cloud), or install cert-manager and set certificateManager in the values to CertController.",
    "",
    "## Why they are needed",
    "",
    "- **Service mesh**: The operator routes requests to applications and their tenants with mesh resources in version v1, which Istio has had since 1.22.",
    "- **Public ingress gateway**: Requests for applications, and for the subscription server's domain, come in through it. The values name it by its labels.",
    "- **Service-instance operator**: It manages the service instances and bindings of applications, and writes their credentials into the cluster as Secrets.",
    "- **Certificate management**: It issues the TLS certificate of the subscription server's domain, and, if the values ask for it, that of the webhook.",
    "- **Metrics monitors**: With monitoring enabled in the values, the chart creates monitors for the metrics of controller and subscription server.",
    "- **Your permissions**: An installation creates these objects with your permissions; the operator gets no more than you may grant.",
    "",
    "## Credentials of services: `secretKey: credentials`",
    "",
    "Service-instance operators write the credentials of a service binding into a Secret, and may add metadata that describes how to read them. Where that metadata is not used, set `secretKey` to `credentials` in the spec of the binding: the credentials then stay one JSON text under that key, as the applications expect it, instead of being spread over keys of the Secret. It is recommended in any case. The setting is part of the bindings of your applications, so it is not checked here.",
  ]);
});

test("a cluster that has everything: only the issuer that is not ready needs attention", async () => {
  const { page } = await inScene("complete");
  assert.equal(page[3], "**One prerequisite needs your attention: Issuer staging for webhook (not ready).**");
  assert.deepEqual(rows(page), [
    "| Service mesh | ✓ met | Control plane istio-system/istiod is at version 1.24.2-distroless. networking.istio.io/v1 and security.istio.io/v1 are served. |",
    ...GATEWAY_ROWS,
    "| Service-instance operator | ✓ met | The cluster has SAP BTP service operator (services.cloud.sap.com). |",
    "| Certificate management | ✓ met | The cluster has cert-manager (cert-manager.io). |",
    "| Issuer letsencrypt for subscriptionServer | ✓ met | ClusterIssuer letsencrypt is ready. |",
    "| Issuer staging for webhook | ! not ready | Issuer istio-system/staging is not ready. It reports: Failed to register ACME account: 429 rate limited |",
    "| Metrics monitors | ✓ met | servicemonitors of monitoring.coreos.com/v1 are served. |",
    ALLOWED,
  ]);
});

test("the same cluster for a user without permissions: what may not be read is not checked, with the reason", async () => {
  const { page } = await inScene("complete-for-nobody");
  const mayNotList = (what: string) => `User nobody is not allowed to list ${what} in the whole cluster.`;
  assert.equal(
    page[3],
    "**One prerequisite needs your attention: Your permissions (missing). 4 things were not checked.**",
  );
  assert.deepEqual(rows(page), [
    `| Service mesh | ? not checked | The version of its control plane was not read. ${mayNotList("deployments.apps")} networking.istio.io/v1 and security.istio.io/v1 are served. |`,
    `| Public ingress gateway | ? not checked | ${mayNotList("services")} |`,
    "| Service-instance operator | ✓ met | The cluster has SAP BTP service operator (services.cloud.sap.com). |",
    "| Certificate management | ✓ met | The cluster has cert-manager (cert-manager.io). |",
    `| Issuer letsencrypt for subscriptionServer | ? not checked | ${mayNotList("clusterissuers.cert-manager.io")} |`,
    `| Issuer staging for webhook | ? not checked | ${mayNotList("clusterissuers.cert-manager.io")} |`,
    "| Metrics monitors | ✓ met | servicemonitors of monitoring.coreos.com/v1 are served. |",
    `| Your permissions | ✗ missing | You are not allowed to create ${CREATED}. The namespace of the release is cap-operator-system. |`,
  ]);
});

test("the chart's defaults in the same cluster: labels, namespace and certificate manager do not fit", async () => {
  const { page } = await inScene("complete-with-default-values");
  assert.deepEqual(
    rows(page).filter((row) => !row.includes("✓")),
    [
      "| Public ingress gateway | ! does not match the values | The labels in the values are app=mesh-ingressgateway,mesh=ingressgateway, but the service istio-system/istio-ingressgateway selects pods with the labels app=istio-ingressgateway,istio=ingressgateway. |",
      "| Namespace of the mesh | ! does not match the values | The values name mesh-system, but the gateway is in istio-system. |",
      "| Certificate management | ! does not match the values | The values choose the certificate management of Gardener (cert.gardener.cloud) for subscriptionServer (Platform); the cluster has cert-manager (cert-manager.io). |",
      "| Metrics monitors | – not needed | Monitoring is not enabled in the values. |",
    ],
  );
  assert.deepEqual(
    page.filter((line) => line.startsWith("1. ")),
    [
      "1. **Public ingress gateway**: Set ingressGatewayLabels in the values to app=istio-ingressgateway,istio=ingressgateway. To remove a default label, set it to null.",
      "1. **Namespace of the mesh**: Set meshSystemNamespace in the values to istio-system.",
      "1. **Certificate management**: Set certificateManager in the values to CertController, with the issuer that goes with it, or install the certificate management of Gardener (cert.gardener.cloud).",
    ],
  );
});

test("a mesh before 1.22 has the wrong version, and monitoring needs its resource type", async () => {
  const { page } = await inScene("old");
  assert.deepEqual(
    rows(page).filter((row) => row.includes("✗")),
    [
      "| Service mesh | ✗ wrong version | networking.istio.io/v1 has no gateways, virtualservices and destinationrules (served: networking.istio.io/v1beta1 and networking.istio.io/v1alpha3). security.istio.io/v1 has no peerauthentications (served: security.istio.io/v1beta1). Control plane edge/istiod is at version 1.21.6. |",
      "| Metrics monitors | ✗ missing | The cluster does not serve servicemonitors of monitoring.coreos.com/v1: the installation would fail. |",
    ],
  );
});

test("every call names the context, and only reads", async () => {
  const { calls } = await inScene("complete");
  const pinned = "--context admin@test --request-timeout 20s";
  const canCreate = (resource: string, where = "--namespace cap-operator-system") =>
    `run: kubectl auth can-i ${pinned} ${where} -- create ${resource}`;
  const getAll = (resource: string, labels = "") =>
    `run: kubectl get ${pinned} --all-namespaces ${labels}-o json -- ${resource}`;
  const expected = [
    canCreate("clusterrolebindings.rbac.authorization.k8s.io", "--all-namespaces"),
    canCreate("clusterroles.rbac.authorization.k8s.io", "--all-namespaces"),
    canCreate("customresourcedefinitions.apiextensions.k8s.io", "--all-namespaces"),
    canCreate("deployments.apps"),
    canCreate("namespaces", "--all-namespaces"),
    canCreate("secrets"),
    canCreate("serviceaccounts"),
    canCreate("services"),
    canCreate("validatingwebhookconfigurations.admissionregistration.k8s.io", "--all-namespaces"),
    `run: kubectl get --raw /apis ${pinned}`,
    `run: kubectl get --raw /apis/monitoring.coreos.com/v1 ${pinned}`,
    `run: kubectl get --raw /apis/networking.istio.io/v1 ${pinned}`,
    `run: kubectl get --raw /apis/security.istio.io/v1 ${pinned}`,
    `run: kubectl get --raw /version ${pinned}`,
    getAll("clusterissuers.cert-manager.io"),
    getAll("deployments", "--selector app=istiod "),
    getAll("issuers.cert-manager.io"),
    getAll("pods", "--selector app=istio-ingressgateway,istio=ingressgateway "),
    getAll("services"),
    "run: kubectl version --client -o json",
  ];
  assert.deepEqual([...calls].sort(), expected.sort());
});

test("without kubectl nothing is checked, and the page says why, once", async () => {
  const { page, seen } = await after({ missing: ["kubectl"], facts: DEFAULT_FACTS });
  const why = "kubectl was not found on the PATH. Install it, or set capOperator.kubectlPath.";
  assert.equal(page[3], "**Nothing could be checked.**");
  assert.deepEqual(
    page.filter((line) => line.startsWith(why)),
    [why],
  );
  assert.deepEqual(rows(page), []);
  assert.equal(seen.at(-1), `warn: ${why} [Retry] [Open Settings]`);
});

test("a cluster that cannot be reached is asked once, and no step is ticked", async () => {
  const stderr =
    "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?\n";
  const world = { programs: () => ({ exitCode: 1, stderr }), facts: DEFAULT_FACTS };
  const { achieved, calls, page, seen } = await after(world);
  assert.deepEqual(achieved, []);
  assert.deepEqual(calls, [
    "run: kubectl get --raw /apis --context admin@test --request-timeout 20s",
    "run: kubectl version --client -o json",
    "run: kubectl get --raw /version --context admin@test --request-timeout 20s",
  ]);
  const why = "The cluster of admin@test cannot be reached: https://127.0.0.1:6443 refused the connection.";
  assert.ok(page.includes(why.replace("://", "\\:\\//")));
  assert.equal(seen.at(-1), `warn: ${why} [Retry] [Other Context...]`);
  assert.deepEqual(rows(page), []);
});

test("a cluster that cannot be reached is asked again, or another one is", async () => {
  const { programs } = answeredBy("bare");
  const stderr = "The connection to the server 127.0.0.1:6443 was refused\n";
  const context = (user: string) => ({ server: "https://127.0.0.1:6443", user });
  let refused = 2;
  const world = {
    facts: DEFAULT_FACTS,
    files: {
      "/home/me/.kube/config": kubeconfigText("down", {
        down: context("down"),
        "admin@test": context("admin"),
      }),
    },
    programs: (...asked: Parameters<NonNullable<typeof programs>>) =>
      / --client /.test(asked[0]) || refused-- <= 0 ? programs?.(...asked) : { exitCode: 1, stderr },
  };
  const pages = async (more: World) =>
    (await after({ ...world, ...more })).seen.filter((line) => line.startsWith("page: "));
  assert.deepEqual(await pages({ press: "Retry", files: kubeconfig("admin@test") }), [
    "page: Prerequisites in admin@test",
    "page: Prerequisites in admin@test",
  ]);
  refused = 2;
  assert.deepEqual(await pages({ press: "Other Context...", pick: "admin@test" }), [
    "page: Prerequisites in down",
    "page: Prerequisites in admin@test",
  ]);
});

test("one question without an answer stops no other", async () => {
  const { programs } = answeredBy("complete");
  const scene = SCENES.find(({ name }) => name === "complete") ?? assert.fail();
  const { page } = await after({
    facts: scene.facts,
    programs: (line, ...more) => (reads(line, "services") ? "no JSON at all" : programs?.(line, ...more)),
  });
  const states = rows(page).map((row) => row.split(" | ")[1]);
  assert.deepEqual(states, [
    "✓ met",
    "? not checked",
    "✓ met",
    "✓ met",
    "✓ met",
    "! not ready",
    "✓ met",
    "✓ met",
  ]);
});

test("a cancelled check shows no page", async () => {
  const { programs } = answeredBy("bare");
  const { page, seen } = await after({
    facts: DEFAULT_FACTS,
    programs(line, invocation, cancel) {
      cancel();
      return programs?.(line, invocation, cancel);
    },
  });
  assert.deepEqual(page, []);
  assert.ok(seen.every((line) => !reads(line, "services")));
});

test("in a workspace that is not trusted, nothing is run", async () => {
  assert.deepEqual((await after({ untrusted: true })).seen, ["trust refused"]);
});

const RELEASE = {
  id: "cop-prod",
  name: "cop-prod",
  namespace: "cop",
  kubeContext: "prod",
  values: ["file:///home/me/deploy/values.yaml"],
  sets: [],
};

test("the release of the open file says which context and which namespace", async () => {
  const { page, calls } = await after({
    releases: [RELEASE],
    files: kubeconfig("prod"),
    missing: ["kubectl"],
  });
  assert.deepEqual(calls, []);
  assert.deepEqual(page.slice(0, 8), [
    "page: Prerequisites in prod",
    "# Prerequisites in prod",
    "",
    "**Nothing could be checked.**",
    "",
    "- Cluster: https\\:\\//127.0.0.1:6443",
    "- Namespace: cop",
    "- Values: the release cop-prod",
  ]);
});

test("without a values file, the person picks a release, or the chart's defaults", async () => {
  const world = {
    file: undefined,
    releases: [RELEASE],
    files: kubeconfig("prod"),
    missing: ["kubectl"] as const,
  };
  const values = async (more: World) => (await after({ ...world, ...more })).page[7];
  assert.equal(await values({ pick: "cop-prod" }), "- Values: the release cop-prod");
  assert.equal(await values({ pick: "defaults" }), "- Values: the chart's defaults");
  assert.equal(await values({ releases: [] }), "- Values: the chart's defaults");
  assert.equal(await values({ file: {}, status: FOREIGN, releases: [] }), "- Values: the chart's defaults");
  assert.equal(await values({}), undefined);
});
