import { accessSync, constants, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Files, OwnCluster } from "../ports/installation.ts";

/** The home folder; the root if the system knows none, as for a user of a container who has no name. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return ROOT;
  }
}

/**
 * The folder that programs run in: home, or the root if there is no such folder, since Node would then claim that the program
 * does not exist. Windows also looks for a bare name in the working folder, and a workspace must not bring its own helm.
 */
export function workingFolder(): string {
  const home = homeFolder();
  try {
    accessSync(home, constants.X_OK);
    return statSync(home).isDirectory() ? home : ROOT;
  } catch {
    return ROOT;
  }
}

const ROOT = path.parse(process.execPath).root;

/** A path with a leading `~` replaced by the home folder, as a shell does; `~name` is left unchanged. */
export function expandHome(file: string): string {
  return /^~(?=$|[\\/])/.test(file) ? path.join(homeFolder(), file.slice(1)) : file;
}

/** A path from the machine's settings, which belong to no workspace: a relative one is resolved from the home folder. */
export function fromHome(file: string): string {
  return path.resolve(homeFolder(), expandHome(file));
}

/**
 * The files that the variable KUBECONFIG lists, as absolute paths: programs run in the home folder, and must find the files that
 * were read and shown. A relative path is relative to where the editor was started.
 */
function kubeconfigList(variable: string | undefined): readonly string[] {
  const listed = (variable ?? "").split(path.delimiter).filter((file) => file !== "");
  return listed.map((file) => path.resolve(file));
}

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

/**
 * Variables that decide where Helm's calls go, or as whom, when no flag does (Helm: `helm help`, environment variables;
 * `cli.EnvSettings`). Our calls set no flag for some of them, so these would override the context that was confirmed.
 */
const LEADS_ELSEWHERE = /^(HELM_KUBE\w*|HELM_NAMESPACE)$/i;

/**
 * The variables of Helm that are passed on: where its files, logins and releases are, and how much it asks at once. Others change what it
 * does: with HELM_DEBUG, it prints values and manifests, and HELM_PLUGINS and HELM_BIN name other programs.
 */
const HELM_PASSED_ON =
  /^HELM_(CACHE_HOME|CONFIG_HOME|DATA_HOME|DRIVER|DRIVER_SQL_CONNECTION_STRING|REGISTRY_CONFIG|REPOSITORY_CACHE|REPOSITORY_CONFIG|BURST_LIMIT|QPS|MAX_HISTORY)$/i;

/**
 * Variables that switch parts of kubectl on, or that make every program load a library, run a script or start another one. Where libraries
 * are (LD_LIBRARY_PATH) is passed on: the program for a login may need it.
 */
const RUNS_OTHERS =
  /^(KUBECTL_\w+|KUBE_EDITOR|EDITOR|VISUAL|PAGER|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|NODE_OPTIONS|BASH_ENV|ENV|PERL5OPT|RUBYOPT|PYTHONSTARTUP)$/i;

/** kubectl reads defaults for its flags from the file that KUBERC names, or from `~/.kube/kuberc`; this switches that off. */
const NO_DEFAULTS_FILE = { KUBERC: "off", KUBECTL_KUBERC: "false" };

interface ProgramEnvironment {
  readonly variables: NodeJS.ProcessEnv;
  /** Names of the variables of this machine that would lead a call elsewhere, in order. */
  readonly leftOut: readonly string[];
}

/**
 * The environment of `helm` and `kubectl`: that of this machine, without anything that would send a call elsewhere than its arguments
 * say, or would have other code run. This is no list of what may be passed on, because a kubeconfig names any program for the login,
 * and each has variables of its own: AWS_PROFILE, AZURE_CONFIG_DIR, CLOUDSDK_CONFIG, VAULT_ADDR, a proxy, the agent or the browser.
 */
export function programEnvironment(machine: NodeJS.ProcessEnv): ProgramEnvironment {
  const names = Object.keys(machine).sort();
  const kept = names.filter((name) => !isLeftOut(name)).map((name) => [name, machine[name]]);
  const kubeconfigs = kubeconfigList(machine.KUBECONFIG);
  return {
    variables: {
      ...Object.fromEntries(kept),
      ...NO_DEFAULTS_FILE,
      ...(kubeconfigs.length > 0 && { KUBECONFIG: kubeconfigs.join(path.delimiter) }),
    },
    leftOut: names.filter((name) => LEADS_ELSEWHERE.test(name) && machine[name] !== ""),
  };
}

function isLeftOut(name: string): boolean {
  if (/^HELM_/i.test(name)) return !HELM_PASSED_ON.test(name);
  return RUNS_OTHERS.test(name) || /^KUBERC$/i.test(name);
}
