import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { type Cluster, haveCluster } from "../../cluster/cluster.ts";
import { type NodePlayer, playNode } from "../../cluster/node-player.ts";
import { installMesh, installPrerequisites, type MeshInstallation } from "../../cluster/prerequisites.ts";
import { clusterPrograms } from "../../cluster/programs.ts";
import { repository } from "../../support/repository.ts";
import { runProgram } from "../../support/workbench/run-program.ts";
import { type Desk, sitDown } from "./desk.ts";

const CHART = path.join(repository, "examples/chart");

const VALUES = `subscriptionServer:
  domain: cop.cluster-t.landscape.internal
  dnsTarget: public-ingress.cluster-t.landscape.internal
`;

/** The mesh as the chart's defaults look for it (spec section 2.2). */
const MESH: MeshInstallation = {
  namespace: "mesh-system",
  version: "1.24.2",
  gateway: {
    labels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
    annotations: { "dns.gardener.cloud/dnsnames": "*.cluster-t.landscape.internal" },
    loadBalancer: { hostname: "public-ingress.cluster-t.landscape.internal" },
  },
};

const programs = await clusterPrograms();
const skip = programs === undefined && "Go is not installed, so there is no cluster to install into";
if (skip) console.log(`${skip}.`);

describe("a person who installs", { skip }, () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let desk: Desk;
  before(async () => {
    cluster = await haveCluster();
    const api = cluster.api("admin@test");
    await installPrerequisites(api, "mesh", "platform-certificates", "btp-service-operator");
    await installMesh(api, MESH);
    node = playNode(api);
    const repositoryPath = `oci://${cluster.registries.open}/charts`;
    await pushChart(cluster, repositoryPath);
    desk = await sitDown({
      ready: true,
      files: { "cluster-values.yaml": VALUES },
      settings: {
        "capOperator.chart": `${repositoryPath}/cap-operator-chart`,
        "capOperator.install.plainHttp": true,
      },
      machineSettings: {
        "capOperator.helmPath": cluster.programs.helm[4],
        "capOperator.kubectlPath": cluster.programs.kubectl,
      },
      env: variables(cluster),
    });
  });
  after(async () => {
    await desk?.leave();
    await node?.stop();
    await cluster?.stop();
  });
  afterEach((test) => desk.tidyUp(test));

  it("reads what will happen, accepts it, and sees that it succeeded", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    const question = await person.readsQuestion("Install cap-operator in admin@test?");
    for (const line of [
      /Server: https:\/\/127\.0\.0\.1:\d+/,
      /Namespace: cap-operator-system \(will be created\)/,
      /Chart: cap-operator-chart \d/,
      /Values: .*\/cluster-values\.yaml/,
    ]) {
      assert.match(question, line);
    }
    await person.keepsPicture("install-confirmation");
    await person.answers("Install");
    await person.readsNotification("cap-operator is installed in admin@test");
    await person.keepsPicture("install-success");
  });

  it("looks at what an edit would change", async () => {
    const { person } = desk;
    await person.opensFile("cluster-values.yaml");
    await person.presses("Control+End");
    await person.types("controller:\n  replicas: 2");
    await person.saves();
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.seesText(person.diffSide("modified"), "replicas: 2");
    await person.keepsPicture("install-preview");
  });
});

/** What Helm and kubectl need to reach the cluster. */
function variables({ environment }: Cluster): Record<string, string> {
  const named = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && /^(HELM_|KUBE)/.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(named);
}

/** Puts the example chart into the registry. */
async function pushChart({ environment: env, programs: { helm } }: Cluster, to: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-chart-"));
  try {
    const packed = await runProgram(helm[4], ["package", CHART, "--destination", folder], { env });
    assert.equal(packed.code, 0, packed.output);
    for (const archive of await readdir(folder)) {
      const pushed = await runProgram(helm[4], ["push", path.join(folder, archive), to, "--plain-http"], {
        env,
      });
      assert.equal(pushed.code, 0, pushed.output);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
