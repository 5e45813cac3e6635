import assert from "node:assert/strict";
import { test } from "node:test";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { fakePorts } from "../fake-ports.ts";
import {
  acts,
  list,
  managerWorld,
  RELEASE,
  RESOURCE_CREATED,
  refused,
  runs,
  said,
  seenWhileInstalling,
  TWO_CONTEXTS,
} from "../manager/manager-world.ts";
import { movedWhileAsked } from "../moved-context.ts";

test("in a cluster whose gateway has the default labels: manifest, pod, default resource", async () => {
  const seen = await seenWhileInstalling(managerWorld());
  const flags = "--context kind-test --request-timeout 20s --namespace cap-operator-system";
  assert.deepEqual(runs(seen), [
    `kubectl get ${flags} --ignore-not-found -o json -- namespaces cap-operator-system`,
    "helm list --output json --deployed --failed --pending --uninstalling --kube-context kind-test --namespace cap-operator-system --all-namespaces",
    "kubectl get --raw /apis --context kind-test --request-timeout 20s",
    `kubectl auth can-i ${flags} -- create namespaces`,
    `kubectl auth can-i ${flags} -- create customresourcedefinitions.apiextensions.k8s.io`,
    `kubectl auth can-i ${flags} -- create deployments.apps`,
    `kubectl apply -f - ${flags}`,
    "kubectl apply -f - --context kind-test --request-timeout 20s --namespace kube-system",
    `kubectl apply -f - ${flags}`,
    `kubectl get ${flags} -o json -- deployments,pods`,
    "kubectl get --context kind-test --request-timeout 20s --all-namespaces -o json -- services",
    "kubectl get --context kind-test --request-timeout 20s --all-namespaces --selector istio=ingressgateway,app=istio-ingressgateway -o json -- pods",
    `kubectl apply -f - ${flags}`,
  ]);
  assert.deepEqual(acts(seen).slice(-21), [
    "confirm: Install CAP Operator Manager into the namespace cap-operator-system of kind-test? [Install] [Read Details]",
    "  Context: kind-test (user me)",
    "  Server: https://10.0.0.1:6443",
    "  Namespaces: cap-operator-system, kube-system",
    "  Objects: 7 (1 Namespace, 1 CustomResourceDefinition, 1 ServiceAccount, 1 ClusterRole, 1 RoleBinding, 1 Secret, 1 Deployment)",
    `  Manifest: ${RELEASE}/manager_manifest.yaml`,
    "closed: CAP Operator Manager in kind-test",
    "progress: Installing the manager (kind-test)",
    "progress: applying the manifest",
    "past: CAP Operator Manager in kind-test",
    "progress: Searching for the ingress gateway",
    "confirm: Apply the operator resource cap-operator to the namespace cap-operator-system of kind-test? [Apply]",
    "  The ingress gateway istio-system/istio-ingressgateway has the labels of the default operator resource.",
    "  ",
    "  Context: kind-test (user me)",
    "  Server: https://10.0.0.1:6443",
    "  Namespace: cap-operator-system",
    "  Labels of the ingress gateway: istio=ingressgateway, app=istio-ingressgateway",
    `  From: ${RELEASE}/manager_default_CR.yaml`,
    "progress: Applying cap-operator",
    RESOURCE_CREATED,
  ]);
});

test("what was fetched once is what is applied, piece by piece, through standard input", async () => {
  const texts: (string | undefined)[] = [];
  const world = managerWorld([
    [
      "apply -f -",
      ({ stdin }) => {
        texts.push(stdin);
        return "deployment.apps/manager created\n";
      },
    ],
  ]);
  const seen = await seenWhileInstalling(world);
  assert.equal(texts.slice(0, 3).join("---"), world.downloads?.[`${RELEASE}/manager_manifest.yaml`]);
  assert.equal(texts[3], world.downloads?.[`${RELEASE}/manager_default_CR.yaml`]);
  assert.equal(said(seen, "download").length, 2);
});

test("the page lists objects and images; what a Secret holds is shown neither there nor anywhere else", async () => {
  const seen = await seenWhileInstalling(managerWorld());
  assert.ok(seen.includes("  | Secret | manager-settings | cap-operator-system |"));
  assert.ok(seen.includes("  - registry.example.org/cap-operator/manager:1.0.0"));
  assert.ok(!seen.join("\n").includes("not-for-eyes"));
});

test("if the namespace already exists, a dry run on the server says what would change before anything is confirmed", async () => {
  const seen = await seenWhileInstalling(
    managerWorld(
      [
        ["-- namespaces", JSON.stringify({ kind: "Namespace", metadata: { name: "cap-operator-system" } })],
        [
          "--dry-run=server",
          "namespace/cap-operator-system unchanged (server dry run)\ndeployment.apps/manager configured (server dry run)\n",
        ],
      ],
      { confirm: false },
    ),
  );
  assert.ok(seen.includes("  | Namespace | cap-operator-system | - | stays as it is |"));
  assert.ok(seen.includes("  | Deployment | manager | cap-operator-system | changes |"));
  assert.deepEqual(
    runs(seen).filter((line) => line.includes("apply") && !line.includes("--dry-run=server")),
    [],
  );
});

test("without a confirmation nothing is applied", async () => {
  const seen = await seenWhileInstalling(managerWorld([], { confirm: false }));
  assert.deepEqual(
    runs(seen).filter((line) => line.includes("apply")),
    [],
  );
});

test("in a workspace that is not trusted, nothing is asked, fetched or run", async () => {
  assert.deepEqual(await seenWhileInstalling(managerWorld([], { untrusted: true })), ["trust refused"]);
});

test("a context that leads elsewhere by now stops it before anything is applied", async () => {
  const ports = movedWhileAsked(managerWorld(), "10.0.0.1", "10.9.9.9");
  await installWithManager.run(ports);
  assert.deepEqual(said(ports.seen, "error"), [
    'error: The context "kind-test" now points to https://10.9.9.9:6443, not to https://10.0.0.1:6443. Nothing was applied.',
  ]);
  assert.deepEqual(
    runs(ports.seen).filter((line) => line.includes("apply")),
    [],
  );
});

test("a second run in the same place is not started while the first one applies and waits", async () => {
  const ports = fakePorts(managerWorld());
  await Promise.all([installWithManager.run(ports), installWithManager.run(ports)]);
  assert.deepEqual(said(ports.seen, "warn"), [
    "warn: The installation of CAP Operator Manager in kind-test has not ended yet. Wait for it, or cancel it.",
  ]);
  // Both ask for confirmation; one is applied, and continues with its operator resource.
  assert.equal(said(ports.seen, "confirm").length, 3);
});

test("a message that waits for an answer does not keep anybody from trying again", async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  const forbidden = { exitCode: 1, stderr: "Error from server (Forbidden): no\n" };
  const ports = fakePorts(managerWorld([["apply -f -", forbidden]]));
  const told = new Promise<void>((resolve) => {
    ports.prompts.error = (message) => {
      ports.seen.push(`error: ${message}`);
      resolve();
      return answered;
    };
  });
  const first = installWithManager.run(ports);
  await told;
  const again = installWithManager.run(ports);
  answer();
  await Promise.all([first, again]);
  assert.deepEqual(said(ports.seen, "warn"), []);
  assert.equal(said(ports.seen, "error").length, 2);
});

test("what Helm installed is said before anything is confirmed", async () => {
  const releases = [
    {
      name: "cop",
      namespace: "cop-system",
      revision: "2",
      updated: "2026-01-01",
      status: "deployed",
      chart: "cap-operator-chart-1.0.0",
      app_version: "1.0.0",
    },
  ];
  const seen = await seenWhileInstalling(
    managerWorld([["helm list", JSON.stringify(releases)]], { confirm: false }),
  );
  const sentence =
    "Helm already installed the operator in this cluster, as the release cop in the namespace cop-system. Two installations of the operator conflict with each other.";
  assert.ok(seen.includes(`  > ${sentence}`));
  assert.ok(seen.includes(`  ${sentence}`));
});

test("without helm, releases are recognised by what they left in the cluster", async () => {
  const deployment = {
    kind: "Deployment",
    metadata: {
      name: "cop-controller",
      namespace: "cop-system",
      labels: { "helm.sh/chart": "cap-operator-chart-1.0.0" },
      annotations: { "meta.helm.sh/release-name": "cop", "meta.helm.sh/release-namespace": "cop-system" },
    },
  };
  const answers = [["-o json -- deployments", list(deployment)]] as const;
  const seen = await seenWhileInstalling(managerWorld(answers, { missing: ["helm"], confirm: false }));
  assert.ok(
    seen.some((line) =>
      line.startsWith("  Helm already installed the operator in this cluster, as the release cop"),
    ),
  );
});

test("an existing operator resource stays as it is", async () => {
  const seen = await seenWhileInstalling(managerWorld(WITH_RESOURCE("cap-operator-system")));
  assert.ok(
    seen.includes(
      "  CAP Operator Manager is or was in this cluster already; applying the manifest updates it.",
    ),
  );
  assert.equal(
    seen.at(-1),
    "info: CAP Operator Manager is running in the namespace cap-operator-system of kind-test. Its operator resource mine stays as it is.",
  );
  assert.equal(said(seen, "confirm").length, 1);
});

test("a manager in another namespace is mentioned", async () => {
  const seen = await seenWhileInstalling(managerWorld(WITH_RESOURCE("elsewhere"), { confirm: false }));
  assert.ok(
    seen.includes(
      "  CAP Operator Manager already installs the operator from mine in the namespace elsewhere, and this manifest installs a manager in cap-operator-system. Two managers conflict with each other.",
    ),
  );
});

function WITH_RESOURCE(namespace: string) {
  const groups = [
    { name: "operator.sme.sap.com", versions: [{ groupVersion: "operator.sme.sap.com/v1alpha1" }] },
  ];
  const resource = { kind: "CAPOperator", metadata: { name: "mine", namespace } };
  return [
    ["get --raw /apis ", JSON.stringify({ groups })],
    [
      "get --raw /apis/operator.sme.sap.com/v1alpha1",
      JSON.stringify({ resources: [{ name: "capoperators" }] }),
    ],
    ["-- capoperators.operator.sme.sap.com", list(resource)],
  ] as const;
}

test("a person who may not create what the manifest creates is told before the confirmation", async () => {
  const seen = await seenWhileInstalling(
    managerWorld([["-- create customresourcedefinitions", { exitCode: 1, stdout: "no\n" }]]),
  );
  assert.deepEqual(said(seen, "error"), [
    "error: You are not allowed to create customresourcedefinitions.apiextensions.k8s.io in kind-test. Nothing was applied. Ask your cluster administrator, or choose another context. [Retry] [Show Details]",
  ]);
  assert.deepEqual(said(seen, "confirm"), []);
});

test("a person who may not do it in this context can choose another one in the message", async () => {
  const seen = await seenWhileInstalling(
    managerWorld([["-- create namespaces", { exitCode: 1, stdout: "no\n" }]], { files: TWO_CONTEXTS }),
  );
  assert.deepEqual(said(seen, "error"), [
    "error: You are not allowed to create namespaces in kind-test. Nothing was applied. Ask your cluster administrator, or choose another context. [Change Context...] [Retry] [Show Details]",
  ]);
});

test("a namespace that is being removed is reported", async () => {
  const namespace = {
    kind: "Namespace",
    metadata: { name: "cap-operator-system" },
    status: { phase: "Terminating" },
  };
  const seen = await seenWhileInstalling(managerWorld([["-- namespaces", JSON.stringify(namespace)]]));
  assert.match(
    said(seen, "error").join(),
    /The namespace cap-operator-system is being deleted\. Nothing was applied\. Wait until it is gone/,
  );
});

test("a cluster that cannot be reached is reported once, in one sentence", async () => {
  const answer = refused(
    "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?",
  );
  const seen = await seenWhileInstalling(managerWorld([["kubectl", answer]]));
  assert.equal(runs(seen).length, 1);
  assert.match(said(seen, "error").join(), /kind-test.*\. Nothing was applied\./);
});

test("without kubectl, the person is told what to do", async () => {
  const seen = await seenWhileInstalling(managerWorld([], { missing: ["kubectl"] }));
  assert.match(said(seen, "error").join(), /kubectl .*not found.*\. Nothing was applied\./);
});
