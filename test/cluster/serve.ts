// Starts the cluster and the registries, says where they are, and keeps them until it is interrupted:
// npm run cluster [-- <file to write the addresses to>]
import { copyFile } from "node:fs/promises";
import { type Cluster, RUNNING_CLUSTER, startCluster } from "./cluster.ts";
import { clusterPrograms } from "./programs.ts";
import { REGISTRY_LOGIN } from "./registry.ts";

const asked = new Promise<void>((resolve) => {
  // The timer keeps this process running; the servers would let it end.
  const alive = setInterval(() => undefined, 60_000);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      clearInterval(alive);
      resolve();
    });
  }
});

const programs = await clusterPrograms();
if (programs === undefined) {
  console.error("Go is not installed, and without it the cluster cannot be built: https://go.dev/dl");
  process.exit(1);
}
const cluster = await startCluster(programs);
try {
  const [copy] = process.argv.slice(2);
  if (copy !== undefined) await copyFile(cluster.addressesFile, copy);
  console.log(description(cluster, copy ?? cluster.addressesFile));
  await asked;
} finally {
  await cluster.stop();
}
console.log("Stopped.");

function description({ kubeconfig, registries, programs, environment }: Cluster, addresses: string): string {
  const { user, password } = REGISTRY_LOGIN;
  return `
The cluster is ready. Contexts: admin@test (current), nobody@test, admin@other.

    export KUBECONFIG=${kubeconfig}
    export ${RUNNING_CLUSTER}=${addresses}

kubectl    ${programs.kubectl}
Helm 3     ${programs.helm[3]}
Helm 4     ${programs.helm[4]}
registry   oci://${registries.open} (plain HTTP)
           oci://${registries.locked} (plain HTTP; login ${user}, password ${password})
Helm's own ${environment.HELM_CONFIG_HOME} and beside it

Ctrl+C ends it.`;
}
