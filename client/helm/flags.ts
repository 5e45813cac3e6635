import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import { type ClusterTarget, clusterFlags } from "../kubectl/target.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import type { ChartRef } from "./release.ts";

/** One value of one `--set` flag. */
export type SetEntry = ReleaseSummary["sets"][number];

/** The entry that sets the key at `path` (written as `--set` takes it) to exactly this string. */
export function setText(path: string, text: string): SetEntry {
  // In Helm's parser, a comma ends a value, a brace begins a list, and a backslash escapes the next character.
  return { flag: "set-string", text: `${path}=${text.replace(/[\\,]|^\{/g, "\\$&")}` };
}

/** The flags that name the cluster and the namespace. Every call has them, so that no change of the current context can interfere. */
export function targetFlags(target: ClusterTarget): readonly string[] {
  return [...clusterFlags(target, "--kube-context"), "--namespace", target.namespace];
}

/** The flags that find a chart: `--version` if one is asked for, and `--plain-http` for a registry without TLS. */
export function chartFlags({ version, plainHttp }: ChartRef): readonly string[] {
  return [
    ...(version === undefined || version === "" ? [] : ["--version", version]),
    ...(plainHttp ? ["--plain-http"] : []),
  ];
}

/** Values files and `--set` entries. An entry is one argument, whatever it contains. */
export function valuesFlags(files: readonly string[], sets: readonly SetEntry[]): readonly string[] {
  return [
    ...files.flatMap((path) => ["--values", listField(path)]),
    ...sets.flatMap(({ flag, text }) => [`--${flag}`, text]),
  ];
}

/** `--wait`, which without a value means the watcher in Helm 4, and `--timeout`. */
export function waitFlags(wait: boolean, timeout: string): readonly string[] {
  return [...(wait ? ["--wait"] : []), "--timeout", timeout];
}

/** The flag that undoes a failed upgrade, as this Helm names it. */
export function rollbackFlags(rollbackOnFailure: boolean, can: HelmCapabilities): readonly string[] {
  return rollbackOnFailure ? [can.rollbackFlag] : [];
}

/**
 * A path for a flag that Helm reads as a line of comma-separated values (pflag's StringSlice, which is Go's encoding/csv):
 * commas and quotes need quotes around them.
 */
function listField(path: string): string {
  return /[",\r\n]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path;
}
