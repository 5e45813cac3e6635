import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Files, OwnCluster } from "../installation-ports.ts";
import { fromHome, homeFolder, kubeconfigList } from "./home-paths.ts";

/** The files of this machine, as far as this does not depend on an editor. */
export const machineFiles: Pick<Files, "read" | "kind" | "inCluster"> = {
  read: (file) => readFile(file, "utf8").catch(() => undefined),
  async kind(file) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return "file";
    return found?.isDirectory() ? "folder" : undefined;
  },
  inCluster: () => ownCluster(process.env),
};

/** Where the token of a pod's service account is (client-go, rest: `InClusterConfig`). */
const TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** The cluster that a machine with these variables runs in, detected as Helm and kubectl do. */
export async function ownCluster(
  { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port }: NodeJS.ProcessEnv,
  token = TOKEN,
): Promise<OwnCluster | undefined> {
  if (!host || !port || (await machineFiles.kind(token)) !== "file") return undefined;
  return { server: `https://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

/** Where the programs look for the kubeconfig: the setting, otherwise the variable KUBECONFIG, otherwise the home folder. */
export function kubeconfigPaths(setting: string): readonly string[] {
  if (setting !== "") return [fromHome(setting)];
  const listed = kubeconfigList(process.env.KUBECONFIG);
  return listed.length > 0 ? listed : [path.join(homeFolder(), ".kube", "config")];
}
