import { type ClusterTarget, clusterFlags, isOwnCluster } from "../cluster/target.ts";
import { mapOf, type YamlMap } from "../manifests/yaml.ts";
import type { Invocation } from "../program-ports.ts";
import { readJson } from "./inspect.ts";

/** The manager of the fields for the API server: Helm writes its fields under this name (Helm 4, `pkg/kube`, `ManagedFieldsManager`). */
const FIELD_MANAGER = "helm";

/** How long one request may take. */
const REQUEST_TIMEOUT = "20s";

/** Objects as JSON strings, which are passed through the standard input because they contain Secrets. */
export type ObjectTexts = readonly string[];

/** How objects are sent: each way corresponds to what one function of Helm does with an object. */
export type SendingWay = "create" | "apply" | "replace" | "delete";

/**
 * Tries objects of one namespace on the API server, which checks everything and keeps nothing. Accepted objects are printed as
 * `kind.group/name`; for others, there is an error in the error output, and the exit code is not 0.
 */
export function trySending(
  target: ClusterTarget,
  way: SendingWay,
  namespace: string,
  objects: ObjectTexts,
): Invocation<readonly string[]> {
  return {
    program: "kubectl",
    args: [...FLAGS[way], "--dry-run=server", "--output", "name", "-f", "-", ...pinned(target, namespace)],
    stdin: objects.join("\n---\n"),
    confidential: true,
    parse: (stdout) => stdout.split(/\r?\n/).filter((line) => line !== ""),
  };
}

/**
 * Tries whether objects of one namespace may be patched, with a patch that changes nothing: Helm's real patch could contain
 * Secrets, and kubectl only takes a patch as an argument or from a file.
 */
export function tryPatching(
  target: ClusterTarget,
  namespace: string,
  objects: ObjectTexts,
): Invocation<readonly string[]> {
  return {
    ...trySending(target, "replace", namespace, objects),
    args: [
      ...["patch", "--type", "merge", "--patch", "{}"],
      ...["--dry-run=server", "--output", "name", "-f", "-"],
      ...pinned(target, namespace),
    ],
  };
}

/** Tries to create one object, and reads it as the API server would store it: with defaults, and with the limits of the namespace. */
export function tryCreating(target: ClusterTarget, namespace: string, object: string): Invocation<YamlMap> {
  const { args, ...rest } = trySending(target, "create", namespace, [object]);
  return {
    ...rest,
    args: args.map((arg) => (arg === "name" ? "json" : arg)),
    parse: (stdout) => mapOf(readJson(stdout)),
  };
}

/** Reads the live objects with the same kinds and names as these, all of one namespace. Missing ones are left out. */
export function getLive(target: ClusterTarget, namespace: string, objects: ObjectTexts): Invocation<string> {
  return {
    program: "kubectl",
    args: ["get", "--ignore-not-found", "--output", "json", "-f", "-", ...pinned(target, namespace)],
    stdin: objects.join("\n---\n"),
    confidential: true,
    parse: (stdout) => stdout,
  };
}

/**
 * The flags of each way. Server-side apply refuses fields that the API server does not know, as Helm 4 asks it to. Objects that
 * are created or patched client-side lose these fields, and the API server warns.
 */
const FLAGS: Readonly<Record<SendingWay, readonly string[]>> = {
  apply: ["apply", "--server-side", "--validate=strict", "--field-manager", FIELD_MANAGER],
  create: ["create", "--validate=warn", "--field-manager", FIELD_MANAGER],
  replace: ["replace", "--validate=warn", "--field-manager", FIELD_MANAGER],
  delete: ["delete", "--ignore-not-found", "--wait=false"],
};

function pinned(target: ClusterTarget, namespace: string): readonly string[] {
  // With a timeout, kubectl does not find the cluster that it runs in (see `cluster` in kubectl.ts).
  const timeout = isOwnCluster(target) ? [] : ["--request-timeout", REQUEST_TIMEOUT];
  return ["--namespace", namespace, ...clusterFlags(target, "--context"), ...timeout];
}
