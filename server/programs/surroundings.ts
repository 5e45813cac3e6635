import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

declare const made: unique symbol;

/** A folder that no workspace has: a program that is started in it finds nothing of others there. Made by the functions of this file. */
export type NeutralFolder = string & { readonly [made]: "folder" };

/** All variables that a program gets. Made by the functions of this file, so that none is passed on without a rule. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>> & {
  readonly [made]: "environment";
};

/** The home folder; the root if the system knows none, as for a user of a container who has no name. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return ROOT;
  }
}

/**
 * The home folder, or the root if there is no such folder, since Node would then claim that the program does not exist. Windows also looks
 * for a bare name in the working folder, and a workspace must not bring its own helm.
 */
export function homeOrRoot(): NeutralFolder {
  const home = homeFolder();
  try {
    accessSync(home, constants.X_OK);
    return (statSync(home).isDirectory() ? home : ROOT) as NeutralFolder;
  } catch {
    return ROOT as NeutralFolder;
  }
}

const ROOT = path.parse(process.execPath).root;

/** Makes an empty folder that only this user can read. Throws if there is anything of this name. */
export function emptyFolder(folder: string): NeutralFolder {
  mkdirSync(folder, { mode: 0o700 });
  return folder as NeutralFolder;
}

/**
 * The files that the variable KUBECONFIG lists, as absolute paths: programs run in the home folder, and must find the files that
 * were read and shown. A relative path is relative to where the editor was started.
 */
export function kubeconfigList(variable: string | undefined): readonly string[] {
  const listed = (variable ?? "").split(path.delimiter).filter((file) => file !== "");
  return listed.map((file) => path.resolve(file));
}

/**
 * Variables that decide where Helm's calls go, or as whom, when no flag does (Helm: `helm help`, environment variables; `cli.EnvSettings`). Calls
 * from here set no flag for some of them, so these would override the context that was confirmed.
 */
const LEADS_ELSEWHERE = /^(HELM_KUBE\w*|HELM_NAMESPACE)$/i;

/**
 * The variables of Helm that are passed on: where its files, logins and releases are, and how much it asks at once. Others change its behaviour: with
 * HELM_DEBUG, it prints values and manifests, and HELM_PLUGINS and HELM_BIN name other programs.
 */
const HELM_PASSED_ON =
  /^HELM_(CACHE_HOME|CONFIG_HOME|DATA_HOME|DRIVER|DRIVER_SQL_CONNECTION_STRING|REGISTRY_CONFIG|REPOSITORY_CACHE|REPOSITORY_CONFIG|BURST_LIMIT|QPS|MAX_HISTORY)$/i;

/**
 * Variables that switch parts of kubectl on, or that make every program load a library, run a script or start another one. The places of libraries
 * (LD_LIBRARY_PATH) are passed on: the program for a login may need it.
 */
const RUNS_OTHERS =
  /^(KUBECTL_\w+|KUBE_EDITOR|EDITOR|VISUAL|PAGER|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|NODE_OPTIONS|BASH_ENV|ENV|PERL5OPT|RUBYOPT|PYTHONSTARTUP)$/i;

/** kubectl reads defaults for its flags from the file that KUBERC names, or from `~/.kube/kuberc`; this switches that off. */
const NO_DEFAULTS_FILE = { KUBERC: "off", KUBECTL_KUBERC: "false" };

/** The environment of a program that uses the logins of this machine. */
export interface MachineEnvironment {
  readonly variables: ProgramEnvironment;
  /** Names of the variables of this machine that would send a call elsewhere, in order. */
  readonly leftOut: readonly string[];
}

/**
 * The environment of `helm` and `kubectl` in commands: that of this machine, without anything that would send a call elsewhere than its
 * arguments name, or would have other code run. This is no list of what may be passed on, because a kubeconfig names any program for the
 * login, and each has variables of its own: AWS_PROFILE, AZURE_CONFIG_DIR, CLOUDSDK_CONFIG, VAULT_ADDR, a proxy, the agent or the browser.
 */
export function machineEnvironment(machine: NodeJS.ProcessEnv): MachineEnvironment {
  const names = Object.keys(machine).sort();
  const kept = names.filter((name) => !isLeftOut(name)).map((name) => [name, machine[name]]);
  const kubeconfigs = kubeconfigList(machine.KUBECONFIG);
  return {
    variables: {
      ...Object.fromEntries(kept),
      ...NO_DEFAULTS_FILE,
      ...(kubeconfigs.length > 0 && { KUBECONFIG: kubeconfigs.join(path.delimiter) }),
    } as ProgramEnvironment,
    leftOut: names.filter((name) => LEADS_ELSEWHERE.test(name) && machine[name] !== ""),
  };
}

function isLeftOut(name: string): boolean {
  if (/^HELM_/i.test(name)) return !HELM_PASSED_ON.test(name);
  return RUNS_OTHERS.test(name) || /^KUBERC$/i.test(name);
}

/**
 * The environment of a Helm that only renders, with its files in a folder that is removed afterwards: an empty home in `empty`, no plugins,
 * no registry, no kubeconfig, no proxy.
 */
export function emptyEnvironment(folder: string, empty: NeutralFolder): ProgramEnvironment {
  const inside = (name: string) => path.join(empty, name);
  return {
    ...systemEnvironment(),
    HOME: inside("home"),
    USERPROFILE: inside("home"),
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    HELM_CACHE_HOME: inside("cache"),
    HELM_CONFIG_HOME: inside("config"),
    HELM_DATA_HOME: inside("data"),
    HELM_PLUGINS: inside("plugins"),
    HELM_NO_PLUGINS: "1",
    HELM_REGISTRY_CONFIG: inside("registry.json"),
    HELM_REPOSITORY_CONFIG: inside("repositories.yaml"),
    HELM_REPOSITORY_CACHE: inside("repository"),
    KUBECONFIG: inside("kubeconfig"),
    GOMEMLIMIT: "512MiB",
  };
}

/**
 * The variables of Git that are passed on: those for the repository and the index, which Git itself sets for hooks, and the settings of this user.
 */
const GIT_PASSED_ON =
  /^(HOME|USERPROFILE|XDG_CONFIG_HOME|GIT_(DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|CONFIG_\w+))$/i;

/** The environment of a Git that only reads what is in a repository: it fetches nothing that is missing there, and asks nobody. */
export function gitEnvironment(machine: NodeJS.ProcessEnv): ProgramEnvironment {
  const passedOn = Object.entries(machine).filter(([name]) => GIT_PASSED_ON.test(name));
  return {
    ...systemEnvironment(),
    ...Object.fromEntries(passedOn),
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  } as ProgramEnvironment;
}

/** The only variables that programs of Windows need to start. */
export function systemEnvironment(): ProgramEnvironment {
  const { SystemRoot } = process.env;
  return (SystemRoot === undefined ? {} : { SystemRoot }) as ProgramEnvironment;
}
