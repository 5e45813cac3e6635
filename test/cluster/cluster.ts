// The cluster of the tests: started here, or the one that `node test/cluster/serve.ts` keeps running.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Access, type ApiServer, connectTo } from "./api-server.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { kubeconfig } from "./kubeconfig.ts";
import { clusterPrograms, type Programs } from "./programs.ts";
import { type Registries, startRegistries } from "./registry.ts";
import { openServers } from "./servers.ts";

/** Names the file with the addresses of a running cluster, which is then used instead of a new one. */
export const RUNNING_CLUSTER = "CAP_OPERATOR_TEST_CLUSTER";

/** Said where there is nothing to start a cluster with. */
export const GO_IS_MISSING = "A cluster needs Go, to build its programs once: https://go.dev/dl";

/** The contexts of the kubeconfig; `admin@test` is current. */
export const CONTEXTS = ["admin@test", "nobody@test", "admin@other"] as const;
export type ContextName = (typeof CONTEXTS)[number];

/** The description of a cluster, as JSON in its folder. */
export interface Addresses {
  /** The folder with data and logs; it is removed with the cluster. */
  readonly folder: string;
  /** The kubeconfig file. */
  readonly kubeconfig: string;
  readonly contexts: Readonly<Record<ContextName, Access>>;
  readonly registries: Registries;
  readonly programs: Programs;
}

/** A cluster that answers. */
export interface Cluster extends Addresses {
  /** The file that holds these addresses. */
  readonly addressesFile: string;
  /** The API server of a context, as its user reaches it. */
  api(context: ContextName): ApiServer;
  /** This process's environment for Helm and kubectl, with the cluster and folders of their own for what they keep. */
  readonly environment: NodeJS.ProcessEnv;
  /** Stops what was started here: nothing, where the cluster was running already. */
  stop(): Promise<void>;
}

/** The running cluster where CAP_OPERATOR_TEST_CLUSTER names one, else a new one; it fails where Go is missing. */
export async function haveCluster(): Promise<Cluster> {
  const running = process.env[RUNNING_CLUSTER];
  if (running && !existsSync(running)) {
    throw new Error(
      `${RUNNING_CLUSTER} names ${running}, which does not exist: is that cluster still running?`,
    );
  }
  if (running) return opened(running, async () => undefined);
  const programs = await clusterPrograms();
  if (programs === undefined) throw new Error(GO_IS_MISSING);
  return startCluster(programs);
}

/** Starts a cluster with two registries. It ends with this process, if `stop` does not end it before. */
export async function startCluster(programs: Programs): Promise<Cluster> {
  const servers = await openServers();
  try {
    const [plane, registries] = await Promise.all([
      startControlPlane(servers, programs),
      startRegistries(servers, programs.registry),
    ]);
    const contexts = contextsOf(plane);
    const addresses: Addresses = {
      folder: servers.folder,
      kubeconfig: path.join(servers.folder, "kubeconfig.yaml"),
      contexts,
      registries,
      programs,
    };
    const named = CONTEXTS.map((name) => ({ name, access: contexts[name] }));
    await writeFile(addresses.kubeconfig, kubeconfig("admin@test", named), { mode: 0o600 });
    const file = path.join(servers.folder, "cluster.json");
    await writeFile(file, JSON.stringify(addresses, undefined, 2), { mode: 0o600 });
    return opened(file, servers.stop);
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

function contextsOf({ test, other }: ControlPlane): Record<ContextName, Access> {
  return { "admin@test": test.admin, "nobody@test": test.nobody, "admin@other": other.admin };
}

function opened(addressesFile: string, stopServers: () => Promise<void>): Cluster {
  const addresses: Addresses = JSON.parse(readFileSync(addressesFile, "utf8"));
  const connections = new Map<ContextName, ApiServer>();
  return {
    ...addresses,
    addressesFile,
    api(context) {
      const connection = connections.get(context) ?? connectTo(addresses.contexts[context]);
      connections.set(context, connection);
      return connection;
    },
    environment: environment(addresses),
    async stop() {
      for (const connection of connections.values()) connection.close();
      await stopServers();
    },
  };
}

/** This process's environment for Helm and kubectl, with a kubeconfig and folders of their own for what they keep. */
export function environment({
  folder,
  kubeconfig: file,
}: Pick<Addresses, "folder" | "kubeconfig">): NodeJS.ProcessEnv {
  // Variables that a person has set for Helm or Kubernetes are about another cluster.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HELM_|KUBE)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    KUBECONFIG: file,
    KUBECACHEDIR: path.join(folder, "kubectl-cache"),
    HELM_CACHE_HOME: path.join(folder, "helm/cache"),
    HELM_CONFIG_HOME: path.join(folder, "helm/config"),
    HELM_DATA_HOME: path.join(folder, "helm/data"),
  };
}
