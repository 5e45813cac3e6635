import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Pod } from "kubernetes-types/core/v1.js";
import { httpDownloads } from "../../client/adapters/http-downloads.ts";
import { createProgramRunner } from "../../client/adapters/program-runner.ts";
import { applyOperatorResource } from "../../client/commands/apply-operator-resource.ts";
import { installWithManager } from "../../client/commands/install-with-manager.ts";
import { refreshView } from "../../client/commands/refresh-view.ts";
import type { Command } from "../../client/ports.ts";
import { type FakePorts, fakePorts, type World } from "../client/fake-ports.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, type ContextName, haveCluster } from "./cluster.ts";
import { type Fate, type NodePlayer, playNode } from "./node-player.ts";
import { installMesh } from "./prerequisites.ts";
import { type ReleaseServer, startReleaseServer } from "./release-server.ts";
import { until } from "./until.ts";

const TYPE = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/capoperators.operator.sme.sap.com";
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
  const major: 3 | 4 = 4;
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
    const programs = createProgramRunner((program) => (program === "helm" ? helm[major] : kubectl));
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

  it("x", async () => {
    await mesh(DEFAULT_LABELS);
    const { seen } = await run(installWithManager, "manager-matching");
    console.log(seen.join("\n"));
    console.log(JSON.stringify(await resourceIn("manager-matching")));
    const again = await run(installWithManager, "manager-matching");
    console.log(again.seen.join("\n"));
    const view = await run(refreshView, "manager-matching");
    console.log(JSON.stringify(view.view.read(), null, 1));
  });
});

function isManager(pod: Pod): boolean {
  return pod.metadata?.labels?.["control-plane"] === "manager";
}
