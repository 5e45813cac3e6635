import * as l10n from "@vscode/l10n";

/** Any object as `kubectl` prints it: the fields that all objects have, and the rest unchanged. */
export interface ClusterObject {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly metadata: ObjectMetadata;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

interface ObjectMetadata {
  readonly name: string;
  readonly namespace?: string;
  /** Distinguishes it from an earlier or later object of the same name. */
  readonly uid?: string;
  readonly labels?: Labels;
  readonly annotations?: Readonly<Record<string, string>>;
}

export type Labels = Readonly<Record<string, string>>;

/** True if `labels` has all of `wanted`. An empty `wanted` matches nothing, as a selector must name something. */
export function hasLabels(labels: Labels | undefined, wanted: Labels): boolean {
  const entries = Object.entries(wanted);
  return entries.length > 0 && entries.every(([name, value]) => labels?.[name] === value);
}

/** Labels in one line, as `kubectl` takes them: `app=web,tier=front`. */
export function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** The name of an object in messages: `istio-system/istio-ingressgateway`, or its name alone. */
export function objectName({ metadata: { namespace, name } }: ClusterObject): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The objects in the JSON that `kubectl get` prints: a list, one object, or nothing at all. */
export function readObjects(stdout: string): readonly ClusterObject[] {
  return stdout.trim() === "" ? [] : readList(stdout);
}

/** The same where kubectl prints something in any case. */
export function readList(stdout: string): readonly ClusterObject[] {
  const read = readJson(stdout);
  const items: unknown = isRecord(read) && Array.isArray(read.items) ? read.items : [read];
  if (Array.isArray(items) && items.every(isObject)) return items;
  throw noObjects();
}

export function noObjects(): Error {
  return new Error(l10n.t("kubectl printed something other than objects."));
}

/** The objects of `--output name`, such as `deployment.apps/manager`: one for each that was accepted. */
export function namesIn(stdout: string): readonly string[] {
  return stdout.split(/\r?\n/).filter((line) => /^[a-z][^\s/]*\/\S+$/.test(line));
}

/** The same where there is one at least. */
export function readNames(stdout: string): readonly string[] {
  const found = namesIn(stdout);
  if (found.length === 0) throw noObjects();
  return found;
}

export function readJson(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(l10n.t("kubectl printed something that is not JSON."));
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isObject(value: unknown): value is ClusterObject {
  return (
    isRecord(value) &&
    typeof value.kind === "string" &&
    isRecord(value.metadata) &&
    typeof value.metadata.name === "string"
  );
}
