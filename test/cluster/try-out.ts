// Prepares the cluster of the tests for a try-out: the chart in its registry, the resource types that the chart needs, and the
// settings with which an editor finds all of it.
import { CHART, MESH, pushChart } from "../e2e/person/example-chart.ts";
import type { Cluster } from "./cluster.ts";
import { installMesh, prepareExampleChart } from "./prerequisites.ts";

/** Brings the prerequisites of the chart of the examples, and the chart itself. */
export async function prepareTryOut(cluster: Cluster): Promise<void> {
  const api = cluster.api("admin@test");
  await prepareExampleChart(api);
  await installMesh(api, MESH);
  await pushChart(cluster, CHART, repositoryOf(cluster));
}

/** The settings of an editor that installs it there. */
export function tryOutSettings(cluster: Cluster): Readonly<Record<string, string | boolean>> {
  return {
    "capOperator.chart": `${repositoryOf(cluster)}/cap-operator-chart`,
    "capOperator.install.plainHttp": true,
    "capOperator.helmPath": cluster.programs.helm[4],
    "capOperator.kubectlPath": cluster.programs.kubectl,
    "capOperator.kubeconfig": cluster.kubeconfig,
  };
}

function repositoryOf({ registries }: Cluster): string {
  return `oci://${registries.open}/charts`;
}
