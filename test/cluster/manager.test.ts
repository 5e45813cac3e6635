import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Pod } from "kubernetes-types/core/v1.js";
import { applyOperatorResource } from "../../client/commands/apply-operator-resource.ts";
import { installWithManager } from "../../client/commands/install-with-manager.ts";
import { refreshView } from "../../client/commands/refresh-view.ts";
import { httpDownloads } from "../../client/editor/charts/http-downloads.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import type { Command } from "../../client/operation/command.ts";
import type { ViewItem } from "../../client/views/view-item.ts";
import { viewItems } from "../../client/views/view-items.ts";
import { type FakePorts, fakePorts, type World } from "../client/fake-ports.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, type ContextName, haveCluster } from "./cluster.ts";
import { type Fate, type NodePlayer, playNode } from "./node-player.ts";
import { installMesh } from "./prerequisites.ts";
import { type ReleaseServer, startReleaseServer } from "./release-server.ts";
import { until } from "./until.ts";

const TYPE = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/capoperators.operator.sme.sap.com";
const RELEASE = path.join(import.meta.dirname, "fixtures/manager-release");
const MESH = "manager-mesh";
const DEFAULT_LABELS = { istio: "ingressgateway", app: "istio-ingressgateway" };
const OTHER_LABELS = { istio: "ingressgateway", app: "company-gateway" };

interface OperatorResource {
  readonly spec: {
    readonly ingressGatewayLabels: readonly { readonly name: string; readonly value: string }[];
    readonly subscriptionServer: { readonly subDomain: string };
  };
}

describe("installing with the manager", () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let server: ReleaseServer;
  let fate: Fate = "runs";
  let major: 3 | 4 = 4;
  const namespaces = new Set<string>([MESH]);

  before(async () => {
    cluster = await haveCluster();
    Object.assign(process.env, cluster.environment);
    server = await startReleaseServer();
    node = playNode(cluster.api("admin@test"), (pod) => (isManager(pod) ? fate : "runs"));
  });
  after(async () => {
    await node.stop();
    await server.stop();
    const api = cluster.api("admin@test");
    for (const name of namespaces) await api.remove(`/api/v1/namespaces/${name}`);
    // Whoever comes next would find the gateways in them.
    await until(async () => {
      const left = await Promise.all([...namespaces].map((name) => api.get(`/api/v1/namespaces/${name}`)));
      return left.every((namespace) => namespace === undefined);
    });
    await cluster.stop();
  });
  afterEach(async () => {
    fate = "runs";
    const api = cluster.api("admin@test");
    await api.remove(TYPE);
    await until(async () => (await api.get(TYPE)) === undefined);
  });

  /** Runs a command with real programs and a real download, as the user of a context; gives what a person sees. */
  async function run(
    command: Command,
    namespace: string,
    { as = "admin@test", ...world }: World & { readonly as?: ContextName } = {},
    target?: string,
  ): Promise<FakePorts> {
    namespaces.add(namespace);
    const kubeconfig = await readFile(cluster.kubeconfig, "utf8");
    const ports = fakePorts({
      file: undefined,
      confirm: true,
      kubeconfigs: [cluster.kubeconfig],
      files: { [cluster.kubeconfig]: kubeconfig.replace(/^current-context: .*$/m, `current-context: ${as}`) },
      ...world,
      settings: { managerReleaseUrl: server.releaseFor(namespace), namespace, ...world.settings },
    });
    const { kubectl, helm } = cluster.programs;
    const programs = createProgramRunner((program) => {
      if (world.missing?.includes(program)) return path.join(cluster.folder, "no-such-program");
      return program === "helm" ? helm[major] : kubectl;
    });
    const pause = (ms: number, signal?: AbortSignal) =>
      wait(ms / 10, undefined, signal && { signal }).catch(() => undefined);
    await command.run({ ...ports, programs, downloads: httpDownloads, pause }, target);
    return ports;
  }

  const mesh = (labels: Record<string, string>) =>
    installMesh(cluster.api("admin@test"), { namespace: MESH, version: "1.24.0", gateway: { labels } });

  const resourceIn = (namespace: string) =>
    cluster
      .api("admin@test")
      .get<OperatorResource>(
        `/apis/operator.sme.sap.com/v1alpha1/namespaces/${namespace}/capoperators/cap-operator`,
      );

  it("applies the manifest, waits for the pod, and applies the default resource where the gateway's labels match", async () => {
    await mesh(DEFAULT_LABELS);
    const { seen } = await run(installWithManager, "manager-matching");
    assert.match(
      seen.at(-1) ?? "",
      /^info: The operator resource cap-operator in the namespace manager-matching was created\./,
    );
    assert.deepEqual(labelsOf(await resourceIn("manager-matching")), DEFAULT_LABELS);
    assert.ok(!seen.join("\n").includes("not-for-eyes"));
  });

  it("finds everything as it is at a second run, and leaves an edited resource alone", async () => {
    await mesh(DEFAULT_LABELS);
    await run(installWithManager, "manager-again");
    const edited = { spec: { ingressGatewayLabels: [{ name: "edited", value: "by-hand" }] } };
    await cluster
      .api("admin@test")
      .patch(
        "/apis/operator.sme.sap.com/v1alpha1/namespaces/manager-again/capoperators/cap-operator",
        edited,
      );
    const { seen } = await run(installWithManager, "manager-again");
    assert.ok(seen.includes("  | Deployment | manager | manager-again | stays as it is |"));
    assert.match(seen.at(-1) ?? "", /Its operator resource cap-operator stays as it is\.$/);
    assert.deepEqual(labelsOf(await resourceIn("manager-again")), { edited: "by-hand" });
  });

  it("opens a new resource with the gateway's labels where they are others, and applies it after editing", async () => {
    await mesh(OTHER_LABELS);
    const { seen } = await run(installWithManager, "manager-other");
    assert.ok(
      seen.some((line) => line.includes("A new operator resource with the gateway's labels is open.")),
    );
    assert.equal(await resourceIn("manager-other"), undefined);
    const opened = seen.find((line) => line.startsWith("open: ")) ?? assert.fail("nothing was opened");
    const text: string = JSON.parse(opened.slice("open: ".length)).replace(
      "subDomain: cop",
      "subDomain: edited",
    );
    const applied = await run(applyOperatorResource, "manager-other", {
      file: { name: "operator.yaml", text },
      status: { kind: "operator", strength: "certain", reason: "modeline", explanation: "" },
    });
    assert.match(applied.seen.at(-1) ?? "", /was created\./);
    const resource = await resourceIn("manager-other");
    assert.deepEqual(labelsOf(resource), OTHER_LABELS);
    assert.equal(resource?.spec.subscriptionServer.subDomain, "edited");
  });

  it("tells a user without permissions before anything is confirmed", async () => {
    const { seen } = await run(installWithManager, "manager-refused", { as: "nobody@test" });
    assert.match(
      seen.at(-1) ?? "",
      /^error: You are not allowed to create namespaces in nobody@test\. Nothing was applied\./,
    );
    assert.equal(await cluster.api("admin@test").get("/api/v1/namespaces/manager-refused"), undefined);
  });

  it("says why the manager's pod does not run when the time is over, and goes on at the next run", async () => {
    await mesh(DEFAULT_LABELS);
    fate = "pull-fails";
    const { seen } = await run(installWithManager, "manager-stuck", { settings: { timeout: "20s" } });
    assert.match(
      seen.at(-1) ?? "",
      /^error: \S+ is not ready: the image registry\.example\.org\/cap-operator\/manager:1\.0\.0 cannot be pulled\. The manifest was applied\. Check its name, its tag and the pull secrets\./,
    );
    assert.equal(await resourceIn("manager-stuck"), undefined);
    fate = "runs";
    const again = await run(installWithManager, "manager-stuck");
    assert.match(again.seen.at(-1) ?? "", /was created\./);
  });

  it("says that an address has no release, and that a cluster knows no operator resources", async () => {
    const missing = await run(installWithManager, "manager-missing", {
      settings: { managerReleaseUrl: `${server.releaseFor("manager-missing")}/nothing.yaml` },
    });
    assert.match(
      missing.seen.at(-1) ?? "",
      /^error: .*nothing\.yaml could not be fetched: the server answered 404/,
    );
    const text = await readFile(path.join(RELEASE, "manager_default_CR.yaml"), "utf8");
    const applied = await run(applyOperatorResource, "manager-missing", {
      file: { name: "operator.yaml", text },
      status: { kind: "operator", strength: "certain", reason: "operator-resource", explanation: "" },
    });
    assert.match(
      applied.seen.at(-1) ?? "",
      /^error: The cluster of admin@test does not serve operator\.sme\.sap\.com\/v1alpha1\. Install CAP Operator Manager first/,
    );
  });

  it("shows in the view what is there, and nothing of the cluster to who may see nothing", async () => {
    await mesh(DEFAULT_LABELS);
    await run(installWithManager, "manager-view");
    const { view } = await run(refreshView, "manager-view");
    const shown = labelsShown(viewItems({ ...view.read(), settings: [] }));
    assert.ok(shown.includes("admin@test"));
    assert.ok(shown.includes("cap-operator | manager-view"));
    assert.ok(
      shown.some((line) => line.startsWith("manager | 1/1 · 1.0.0")),
      shown.join("\n"),
    );
    const nobody = await run(refreshView, "manager-view", { as: "nobody@test" });
    const refused = labelsShown(viewItems({ ...nobody.view.read(), settings: [] }));
    assert.ok(refused.includes("nobody@test"));
    assert.ok(
      refused.some((line) =>
        line.startsWith("You are not allowed to list Helm releases in the namespace manager-view."),
      ),
    );
    assert.deepEqual(
      nobody.seen.filter((line) => /^(error|warn|info): /.test(line)),
      [],
    );
  });

  for (const helm of [3, 4] as const) {
    it(`says that Helm ${helm} installed the operator before, with Helm and without it`, async () => {
      major = helm;
      const namespace = `manager-helm-${helm}`;
      namespaces.add(namespace);
      const chart = await mkdtemp(path.join(tmpdir(), "cap-operator-chart-"));
      try {
        await mkdir(path.join(chart, "templates"));
        await writeFile(
          path.join(chart, "Chart.yaml"),
          "apiVersion: v2\nname: cap-operator-chart\nversion: 1.2.3\n",
        );
        await writeFile(path.join(chart, "templates/controller.yaml"), DEPLOYMENT_TEMPLATE);
        const installed = await runProgram(
          cluster.programs.helm[helm],
          [
            "install",
            "cop",
            chart,
            "--create-namespace",
            "--namespace",
            namespace,
            "--kube-context",
            "admin@test",
          ],
          { env: cluster.environment },
        );
        assert.equal(installed.code, 0, installed.output);
      } finally {
        await rm(chart, { recursive: true });
      }
      const said = new RegExp(
        `^  Helm already installed the operator in this cluster, as .*\\bcop in the namespace ${namespace}[.,]`,
      );
      for (const missing of [[], ["helm"] as const]) {
        const { seen } = await run(installWithManager, "manager-beside", { confirm: false, missing });
        assert.ok(
          seen.some((line) => said.test(line)),
          seen.join("\n"),
        );
      }
      const { view } = await run(refreshView, namespace);
      const shown = labelsShown(viewItems({ ...view.read(), settings: [] }));
      assert.ok(
        shown.some((line) => /^cop \| deployed · revision 1\b/.test(line)),
        shown.join("\n"),
      );
      assert.ok(shown.some((line) => line.startsWith("controller | ")));
      await runProgram(
        cluster.programs.helm[helm],
        ["uninstall", "cop", "--namespace", namespace, "--kube-context", "admin@test"],
        { env: cluster.environment },
      );
    });
  }
});

/** A deployment as charts write it: Helm adds the annotations that name the release. */
const DEPLOYMENT_TEMPLATE = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-controller
  labels:
    helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
spec:
  selector:
    matchLabels: { app: controller }
  template:
    metadata:
      labels: { app: controller }
    spec:
      containers: [{ name: controller, image: example.invalid/controller:1 }]
`;

function labelsOf(resource: OperatorResource | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (resource?.spec.ingressGatewayLabels ?? []).map(({ name, value }) => [name, value]),
  );
}

function labelsShown(items: readonly ViewItem[]): string[] {
  return items.flatMap(({ label, description, kind, children = [] }) => [
    description === undefined || kind === "context" ? label : `${label} | ${description}`,
    ...labelsShown(children),
  ]);
}

function isManager(pod: Pod): boolean {
  return pod.metadata?.labels?.["control-plane"] === "manager";
}
