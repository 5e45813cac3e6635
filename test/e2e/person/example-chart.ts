// The chart that people install at their desks, and what a cluster has for it.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiServer } from "../../cluster/api-server.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { haveNamespace, installPrerequisites, type MeshInstallation } from "../../cluster/prerequisites.ts";
import { repository } from "../../support/repository.ts";
import { runProgram } from "../../support/workbench/run-program.ts";

/** The folder of the chart. */
export const CHART = path.join(repository, "examples/chart");

/** The text of a values file with what the chart requires. */
export const VALUES = `subscriptionServer:
  domain: cop.cluster-t.landscape.internal
  dnsTarget: public-ingress.cluster-t.landscape.internal
`;

/** The mesh as the chart's defaults look for it (spec section 2.2). */
export const MESH: MeshInstallation = {
  namespace: "mesh-system",
  version: "1.24.2",
  gateway: {
    labels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
    annotations: { "external-dns.alpha.kubernetes.io/hostname": "*.cluster-t.landscape.internal" },
    loadBalancer: { hostname: "public-ingress.cluster-t.landscape.internal" },
  },
};

/** Makes what the chart needs with these values: resource types, and the namespace of the mesh. */
export async function prepareCluster(api: ApiServer): Promise<void> {
  await installPrerequisites(api, "mesh", "platform-certificates");
  await haveNamespace(api, MESH.namespace);
}

/** The variables that Helm and kubectl need to reach the cluster. */
export function variables({ environment }: Cluster): Record<string, string> {
  const named = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && /^(HELM_|KUBE)/.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(named);
}

/** Puts the chart of a folder into a registry: what an editor's settings name must be in the workspace or in a registry. */
export async function pushChart(
  { environment: env, programs: { helm } }: Cluster,
  chart: string,
  to: string,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-chart-"));
  try {
    const packed = await runProgram(helm[4], ["package", chart, "--destination", folder], { env });
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
