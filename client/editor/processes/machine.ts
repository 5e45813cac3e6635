import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { homeFolder, kubeconfigList } from "../../../server/programs/surroundings.ts";
import type { Files, OwnCluster } from "../../ports/installation.ts";

/** A path with a leading `~` replaced by the home folder, as a shell does; `~name` is left unchanged. */
export function expandHome(file: string): string {
  return /^~(?=$|[\\/])/.test(file) ? path.join(homeFolder(), file.slice(1)) : file;
}

/** A path from the machine's settings, which belong to no workspace: a relative one is resolved from the home folder. */
export function fromHome(file: string): string {
  return path.resolve(homeFolder(), expandHome(file));
}

/** More than any manifest, kubeconfig or values file has. */
const MOST_BYTES = 16_000_000;

/**
 * The text of a file; `undefined` if it cannot be read, is too large, or is not a regular file: a pipe may never end, and a
 * device has no end.
 */
async function read(file: string): Promise<string | undefined> {
  const opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (opened === undefined) return undefined;
  try {
    const about = await opened.stat();
    return about.isFile() && about.size <= MOST_BYTES ? await opened.readFile("utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    await opened.close();
  }
}

/** The files of this machine, as far as this does not depend on an editor. */
export const machineFiles: Pick<Files, "read" | "kind" | "inCluster" | "digest"> = {
  read,
  async kind(file) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return "file";
    return found?.isDirectory() ? "folder" : undefined;
  },
  inCluster: () => ownCluster(process.env),
  digest: (text) => createHash("sha256").update(text).digest("hex"),
};

/** The path of the token of a pod's service account (client-go, rest: `InClusterConfig`). */
const TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** The cluster that a machine with these variables runs in, detected as Helm and kubectl do. */
export async function ownCluster(
  { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port }: NodeJS.ProcessEnv,
  token = TOKEN,
): Promise<OwnCluster | undefined> {
  if (!host || !port || (await machineFiles.kind(token)) !== "file") return undefined;
  return { server: `https://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

/**
 * The kubeconfig files that the programs read: those of the setting, otherwise of the variable KUBECONFIG, otherwise in the home
 * folder.
 */
export function kubeconfigPaths(setting: string): readonly string[] {
  if (setting !== "") return [fromHome(setting)];
  const listed = kubeconfigList(process.env.KUBECONFIG);
  return listed.length > 0 ? listed : [path.join(homeFolder(), ".kube", "config")];
}
