import path from "node:path";
import { kubeconfigList } from "./home-paths.ts";

/**
 * Variables that decide where Helm's calls go, or as whom, when no flag does (Helm: `helm help`, environment variables;
 * `cli.EnvSettings`). Our calls set no flag for some of them, so these would override the context that was confirmed.
 */
const LEADS_ELSEWHERE = /^(HELM_KUBE\w*|HELM_NAMESPACE)$/i;

/** kubectl reads defaults for its flags from the file that KUBERC names, or from `~/.kube/kuberc`; this switches that off. */
const NO_DEFAULTS_FILE = { KUBERC: "off", KUBECTL_KUBERC: "false" };

/** What programs are started with. */
export interface ProgramEnvironment {
  readonly variables: NodeJS.ProcessEnv;
  /** Names of the variables of this machine that are not passed on, in order. */
  readonly leftOut: readonly string[];
}

/**
 * The environment of `helm` and `kubectl`: that of this machine, without anything that would send a call elsewhere than its
 * arguments say.
 */
export function programEnvironment(machine: NodeJS.ProcessEnv): ProgramEnvironment {
  const isLeftOut = (name: string) => LEADS_ELSEWHERE.test(name) || /^(KUBERC|KUBECTL_KUBERC)$/i.test(name);
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
