// Starts the cluster and the registries, says where they are, and keeps them until it is interrupted:
// npm run cluster [-- <file to write the addresses to>]. `--with-node` is for a person who tries an installation: every pod becomes
// ready, and what the chart of the examples needs is there. Tests that use the cluster bring both themselves.
import { copyFile } from "node:fs/promises";
import { type Cluster, GO_IS_MISSING, RUNNING_CLUSTER, startCluster } from "./cluster.ts";
import { playNode } from "./node-player.ts";
import { clusterPrograms } from "./programs.ts";
import { REGISTRY_LOGIN } from "./registry.ts";
import { prepareTryOut, tryOutSettings } from "./try-out.ts";

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

try {
  const programs = await clusterPrograms();
  if (programs === undefined) throw new Error(GO_IS_MISSING);
  const cluster = await startCluster(programs);
  try {
    const given = process.argv.slice(2);
    const copy = given.find((argument) => !argument.startsWith("-"));
    const isTryOut = given.includes("--with-node");
    const node = isTryOut ? playNode(cluster.api("admin@test")) : undefined;
    if (isTryOut) await prepareTryOut(cluster);
    if (copy !== undefined) await copyFile(cluster.addressesFile, copy);
    console.log(description(cluster, copy ?? cluster.addressesFile));
    if (isTryOut) console.log(howToTry(cluster));
    console.log("\nCtrl+C ends it.");
    await asked;
    await node?.stop();
  } finally {
    await cluster.stop();
  }
  console.log("Stopped.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

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
Helm's own ${environment.HELM_CONFIG_HOME} and beside it`;
}

function howToTry(cluster: Cluster): string {
  return `
To try an installation, run \`npm start\` in another terminal with the two variables above, open values.yaml, and run
*Preview Installation* and *Install CAP Operator...*. Any other VS Code needs these settings of the user:

${JSON.stringify(tryOutSettings(cluster), undefined, 4)}`;
}
