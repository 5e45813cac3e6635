import * as l10n from "@vscode/l10n";
import type { Invocation, RunResult } from "../ports/programs.ts";
import {
  type ClusterObject,
  isRecord,
  type Labels,
  labelText,
  noObjects,
  readJson,
  readList,
  readNames,
  readObjects,
} from "./cluster-object.ts";
import { type JsonRecord, listAt } from "./json-access.ts";
import { type ClusterTarget, clusterFlags, isOwnCluster, names } from "./target.ts";

/** The time limit of one request. Without it, `kubectl` waits for an API server that does not answer. */
const REQUEST_TIMEOUT = "20s";

interface GetOptions {
  /** A namespace other than the target's. */
  readonly namespace?: string;
  readonly everywhere?: boolean;
  readonly labels?: Labels;
  /** The name of a single object; nothing is read if it does not exist. */
  readonly name?: string;
}

/**
 * Reads objects. `resources` are plural names, such as `deployments,pods` or `issuers.cert-manager.io`. Names come from charts
 * and clusters: throws a readable error for one that Kubernetes would not accept.
 */
export function get(
  target: ClusterTarget,
  resources: string,
  { namespace, everywhere = false, labels, name }: GetOptions = {},
): Invocation<readonly ClusterObject[]> {
  const selector = labels === undefined ? [] : ["--selector", labelText(labels)];
  return {
    program: "kubectl",
    args: [
      "get",
      ...scoped(target, namespace, everywhere),
      ...selector,
      ...(name === undefined ? [] : ["--ignore-not-found"]),
      ...["-o", "json"],
      ...names(resourceNames(resources), ...(name === undefined ? [] : [subdomain(name)])),
    ],
    // Of objects by their labels or kind, kubectl prints a list in any case.
    parse: name === undefined ? readList : readObjects,
  };
}

interface ApplyOptions {
  /** Lets the API server check everything without keeping anything. */
  readonly dryRun?: boolean;
}

export interface AppliedObject {
  /** Kind, group and name, such as `deployment.apps/manager`. */
  readonly object: string;
  /** `created`, `configured` or `unchanged`. */
  readonly change: string;
}

/** Creates or changes the objects of a manifest, which is passed through the standard input. */
export function apply(
  target: ClusterTarget,
  manifest: string,
  { dryRun = false }: ApplyOptions = {},
): Invocation<readonly AppliedObject[]> {
  return {
    program: "kubectl",
    args: ["apply", "-f", "-", ...pinned(target), ...(dryRun ? ["--dry-run=server"] : [])],
    stdin: manifest,
    parse: readApplied,
  };
}

/** Helm's ways of changing objects: by server-side apply, or by creating and patching them. */
export type ApplyMethod = "client-side" | "server-side";

/**
 * Lets the API server check objects of the target's namespace without keeping anything. They are passed through the standard
 * input, because they contain Secrets. Server-side apply refuses fields that the API server does not know, as Helm 4 asks it to;
 * otherwise it warns.
 */
export function tryObjects(
  target: ClusterTarget,
  way: "apply" | "create",
  method: ApplyMethod,
  objects: readonly string[],
): Invocation<readonly string[]> {
  const isServerSide = method === "server-side";
  return {
    program: "kubectl",
    args: [
      ...[way, ...(isServerSide && way === "apply" ? ["--server-side"] : [])],
      ...["--field-manager", FIELD_MANAGER, `--validate=${isServerSide ? "strict" : "warn"}`],
      ...["--dry-run=server", "--output", "name", "-f", "-", ...pinned(target)],
    ],
    stdin: objects.join("\n---\n"),
    confidential: true,
    parse: readNames,
  };
}

/** Objects of the target's namespace as the API server has them. Those that it does not have are left out. */
export function liveObjects(
  target: ClusterTarget,
  objects: readonly string[],
): Invocation<readonly ClusterObject[]> {
  return { ...readingObjects(["get", "--ignore-not-found"], target, objects), parse: readObjects };
}

/**
 * The same objects as they would be if they were applied again; nothing is kept. The field manager differs from Helm's, for which
 * the API server would remove the labels that Helm adds to rendered objects (Kubernetes: server-side apply, managers).
 */
export function reappliedObjects(
  target: ClusterTarget,
  objects: readonly string[],
): Invocation<readonly ClusterObject[]> {
  const manager = ["--field-manager", "cap-operator-drift"];
  const args = ["apply", "--server-side", "--force-conflicts", ...manager, "--dry-run=server"];
  return readingObjects(args, target, objects);
}

/** A call that takes objects from the standard input, because they contain Secrets, and prints them as the API server has them. */
function readingObjects(
  args: readonly string[],
  target: ClusterTarget,
  objects: readonly string[],
): Invocation<readonly ClusterObject[]> {
  return {
    program: "kubectl",
    args: [...args, ...pinned(target), "-o", "json", "-f", "-"],
    stdin: objects.join("\n---\n"),
    confidential: true,
    parse: readList,
  };
}

interface CrdOptions {
  /** Lets the API server check everything without keeping anything. */
  readonly dryRun?: boolean;
  /** Takes over fields that something else applied, such as Helm when it installed the CRDs. */
  readonly force?: boolean;
}

/** Helm 4 applies objects under the name of its program, and would be refused fields that another manager owns. */
const FIELD_MANAGER = "helm";

/**
 * Applies CRDs with server-side apply: they are too long for the annotation that `kubectl apply` otherwise writes, and the server
 * says whose fields would be changed (Kubernetes: server-side apply, conflicts). They remain Helm's.
 */
export function applyCrds(
  target: ClusterTarget,
  manifest: string,
  { dryRun = false, force = false }: CrdOptions = {},
): Invocation<readonly AppliedObject[]> {
  const { args, ...rest } = apply(target, manifest, { dryRun });
  const flags = ["--server-side", "--field-manager", FIELD_MANAGER];
  return { ...rest, args: [...args, ...flags, ...(force ? ["--force-conflicts"] : [])] };
}

function readApplied(stdout: string): AppliedObject[] {
  const applied = stdout.split(/\r?\n/).flatMap((line) => {
    const [, object, change] = /^([^\s/]+\/\S+) (\S+)( \(.*\))?$/.exec(line) ?? [];
    return object === undefined || change === undefined ? [] : [{ object, change }];
  });
  if (applied.length === 0) throw noObjects();
  return applied;
}

/** Something that a person may be allowed to do. */
export interface Permission {
  readonly verb: string;
  /** Plural name with its group, such as `deployments.apps`. */
  readonly resource: string;
  /** In all namespaces, or for a cluster-wide resource. */
  readonly everywhere?: boolean;
}

/**
 * Asks the API server whether this user may do something. If not, `kubectl` prints `no` and ends with exit code 1, so `readCanI`
 * also reads a run that failed.
 */
export function canI(
  target: ClusterTarget,
  { verb, resource, everywhere = false }: Permission,
): Invocation<boolean> {
  return {
    program: "kubectl",
    args: ["auth", "can-i", ...scoped(target, undefined, everywhere), ...names(verb, resource)],
    parse(stdout) {
      const can = readCanI({ exitCode: 0, stdout });
      if (can === undefined) throw new Error(l10n.t("kubectl answered neither yes nor no."));
      return can;
    },
  };
}

/** The answer to `canI`; undefined if `kubectl` could not ask. */
export function readCanI({ exitCode, stdout }: Pick<RunResult, "exitCode" | "stdout">): boolean | undefined {
  if (/^no\b/m.test(stdout)) return false;
  return exitCode === 0 && /^yes\b/m.test(stdout) ? true : undefined;
}

/** The API groups and versions that the API server knows, such as `networking.istio.io/v1`. */
export function apiVersions(target: ClusterTarget): Invocation<readonly string[]> {
  return raw(target, "/apis", (answer) =>
    discovered(answer, "groups").flatMap((group) =>
      listAt(group, "versions").flatMap(({ groupVersion }) =>
        typeof groupVersion === "string" ? [groupVersion] : [],
      ),
    ),
  );
}

/** The plural names of the resources of an API version, such as `gateways` of `networking.istio.io/v1`. */
export function apiResources(target: ClusterTarget, apiVersion: string): Invocation<readonly string[]> {
  return raw(target, `/apis/${apiVersion.split("/").map(subdomain).join("/")}`, (answer) =>
    discovered(answer, "resources").flatMap(({ name }) =>
      typeof name === "string" && !name.includes("/") ? [name] : [],
    ),
  );
}

/** A list that each answer of the API server to a discovery has. */
function discovered(answer: unknown, key: string): readonly JsonRecord[] {
  if (!isRecord(answer) || !Array.isArray(answer[key])) throw noObjects();
  return listAt(answer, key);
}

/** Version of this `kubectl`, such as `1.32.4`. No cluster is asked. */
export function clientVersion(): Invocation<string> {
  return {
    program: "kubectl",
    args: ["version", "--client", "-o", "json"],
    parse(stdout) {
      const read = readJson(stdout);
      const client = isRecord(read) ? read.clientVersion : undefined;
      const version = isRecord(client) ? client.gitVersion : undefined;
      const [, numbers] = typeof version === "string" ? (/^v(\d+\.\d+\.\d+)/.exec(version) ?? []) : [];
      if (numbers === undefined) throw new Error(l10n.t("kubectl does not report its version."));
      return numbers;
    },
  };
}

/** Version of the API server, such as `v1.33.1`. */
export function serverVersion(target: ClusterTarget): Invocation<string> {
  return raw(target, "/version", (answer) => {
    if (isRecord(answer) && typeof answer.gitVersion === "string") return answer.gitVersion;
    throw new Error(l10n.t("The API server does not report its version."));
  });
}

/** Reads a path of the API server directly, without the discovery that fails if an aggregated API is down. */
function raw<T>(target: ClusterTarget, path: string, read: (answer: unknown) => T): Invocation<T> {
  return {
    program: "kubectl",
    args: ["get", "--raw", path, ...cluster(target)],
    parse: (stdout) => read(readJson(stdout)),
  };
}

/** Returns the name of an object unchanged; throws if it is not a valid one. */
function subdomain(name: string): string {
  if (name.length <= 253 && SUBDOMAIN.test(name)) return name;
  throw new Error(l10n.t("{0} is not a valid name of a Kubernetes object.", JSON.stringify(name)));
}

/** Returns plural names unchanged, joined by commas; throws if one of them is not valid. */
function resourceNames(resources: string): string {
  return resources.split(",").map(subdomain).join(",");
}

/** The characters of most object names, whatever their length (Kubernetes: RFC 1123 subdomain). */
export const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The arguments that name cluster and namespace in every call, so that the defaults of the machine do not matter. */
function pinned(target: ClusterTarget, namespace = target.namespace): string[] {
  return [...cluster(target), "--namespace", namespace];
}

function scoped(target: ClusterTarget, namespace: string | undefined, everywhere: boolean): string[] {
  return everywhere ? [...cluster(target), "--all-namespaces"] : pinned(target, namespace);
}

function cluster(target: ClusterTarget): string[] {
  // With a timeout, an empty kubeconfig no longer counts as the default one, and kubectl asks localhost:8080 instead of its own
  // cluster (client-go, tools/clientcmd: `IsDefaultConfig`).
  const timeout = isOwnCluster(target) ? [] : ["--request-timeout", REQUEST_TIMEOUT];
  return [...clusterFlags(target, "--context"), ...timeout];
}
