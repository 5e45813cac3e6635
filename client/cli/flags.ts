import { type ClusterTarget, clusterFlags } from "../cluster/target.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import type { ChartRef } from "./release.ts";
import type { SetEntry } from "./set-entry.ts";

/** The flags that name the cluster and the namespace; every call has them, so that no current context can come in between. */
export function targetFlags(target: ClusterTarget): readonly string[] {
  return [...clusterFlags(target, "--kube-context"), "--namespace", target.namespace];
}

/** How a chart is found: `--version` where one is asked for, and `--plain-http` for a registry without TLS. */
export function chartFlags({ version, plainHttp }: ChartRef): readonly string[] {
  return [
    ...(version === undefined || version === "" ? [] : ["--version", version]),
    ...(plainHttp ? ["--plain-http"] : []),
  ];
}

/** Values files and `--set` entries. An entry is one argument, whatever stands in it. */
export function valuesFlags(files: readonly string[], sets: readonly SetEntry[]): readonly string[] {
  return [
    ...files.flatMap((path) => ["--values", listField(path)]),
    ...sets.flatMap(({ flag, text }) => [`--${flag}`, text]),
  ];
}

/** `--wait`, which in Helm 4 alone means its watcher. */
export function waitFlags(wait: boolean, timeout: string): readonly string[] {
  return [...(wait ? ["--wait"] : []), "--timeout", timeout];
}

/** The flag that undoes a failed upgrade, in the words of this Helm. */
export function rollbackFlags(rollbackOnFailure: boolean, can: HelmCapabilities): readonly string[] {
  return rollbackOnFailure ? [can.rollbackFlag] : [];
}

/**
 * Names behind all flags. Behind `--` Helm takes a text that begins with a hyphen for what it is, and a setting of a
 * workspace cannot bring in a flag.
 */
export function names(...texts: readonly string[]): readonly string[] {
  return ["--", ...texts];
}

/**
 * A path for a flag that Helm reads as a line of comma-separated values (pflag's StringSlice, which is Go's encoding/csv):
 * commas and quotes need quotes around them.
 */
function listField(path: string): string {
  return /[",\r\n]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path;
}
