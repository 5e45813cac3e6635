import type { SendingWay } from "../../cli/trials.ts";
import type { RawObject } from "../../manifests/objects.ts";
import { identityOf, keyOf } from "../../manifests/objects.ts";
import { mapOf, type YamlMap } from "../../manifests/yaml.ts";
import { sameJson, threeWayMerge } from "./three-way-merge.ts";

/** How this Helm changes objects: by server-side apply, or by creating and patching them. */
export type ApplyMethod = "client-side" | "server-side";

/** One object as Helm will send it. */
export interface Sending {
  /** The name that people see: `kind/name`, with the namespace if it is not that of the release. */
  readonly key: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace: string;
  readonly way: SendingWay;
  /** What is sent, including the data of Secrets. */
  readonly value: YamlMap;
  /** The name that it is tried under, if not its own. */
  readonly triedAs?: string;
  /** Whether it is in the cluster already. */
  readonly isThere: boolean;
  /** Whether it is one of Helm's hooks. */
  readonly isHook: boolean;
  /** Whether Helm carries on if an object of this name already exists. */
  readonly mayBeThere?: true;
}

/** What is known before anything is sent. */
export interface Known {
  readonly release: string;
  /** The namespace of the release. */
  readonly namespace: string;
  readonly method: ApplyMethod;
  readonly isUpgrade: boolean;
  /** Whether Helm makes the namespace of the release. */
  readonly isNewNamespace: boolean;
  /** The variable HELM_DRIVER. */
  readonly driver?: string;
  /** The objects of the revision that Helm compares with. */
  readonly before: readonly RawObject[];
  readonly after: readonly RawObject[];
  /** What is in the chart's `crds/` folder. */
  readonly crds: readonly RawObject[];
  /** Those of all these objects that are in the cluster. */
  readonly live: readonly RawObject[];
}

/**
 * What Helm sends: CRDs on a first installation, then the objects in the order of the manifest (which Helm writes in its
 * installation order), then the deletions of objects that are no longer wanted. The hooks come last. With the client-side method,
 * objects that do not change are not sent.
 */
export function sendingsOf(known: Known): readonly Sending[] {
  const { after, before, namespace, isUpgrade, crds } = known;
  const idOf = (object: RawObject) => identityOf(object, namespace);
  const live = new Map(known.live.map((object) => [idOf(object), object]));
  const old = new Map(before.filter(({ hook }) => !hook).map((object) => [idOf(object), object]));
  const objects = after.filter(({ hook }) => !hook);
  const wanted = new Set(objects.map(idOf));
  return [
    ...(isUpgrade ? [] : crds.flatMap((crd) => crdSending(crd, known, live.get(idOf(crd))))),
    ...objects.flatMap((object) =>
      objectSending(object, known, live.get(idOf(object)), old.get(idOf(object))),
    ),
    ...[...old.entries()]
      .filter(([id]) => !wanted.has(id))
      .flatMap(([id, object]) => deletion(object, known, live.get(id))),
    ...after
      .filter((object) => runsAsHook(object, isUpgrade))
      .flatMap((hook) => hookSendings(hook, known, live.get(idOf(hook)))),
  ];
}

/** The objects that Helm creates for itself: the namespace, and the object in which it stores the revision. */
export function ownSendings(known: Known): readonly Sending[] {
  const { release, namespace, method, isNewNamespace } = known;
  const make = (kind: string, name: string, way: SendingWay): Sending => ({
    ...{ key: `${kind}/${name}`, kind, apiVersion: "v1", name, namespace, way },
    value: { apiVersion: "v1", kind, metadata: { name } },
    ...{ isThere: false, isHook: false },
  });
  const space = make("Namespace", namespace, method === "server-side" ? "apply" : "create");
  const kind = recordKind(known.driver);
  const record = kind === undefined ? [] : [make(kind, `sh.helm.release.v1.${release}`, "create")];
  return [...(isNewNamespace ? [space] : []), ...record.map(asRecord)];
}

/** The object that stores the next revision, whose number does not matter. */
function asRecord(sending: Sending): Sending {
  const { kind, name, value } = sending;
  const triedAs = `${name}.next`;
  const type = kind === "Secret" ? { type: "helm.sh/release.v1" } : {};
  return { ...sending, triedAs, value: { ...value, metadata: { name: triedAs }, ...type } };
}

/**
 * The kind of object in which Helm stores revisions (Helm, `pkg/action/action.go`, `Init`). Undefined if it does not store them
 * in the cluster.
 */
function recordKind(driver = ""): "Secret" | "ConfigMap" | undefined {
  if (/^(secrets?)?$/.test(driver)) return "Secret";
  return /^configmaps?$/.test(driver) ? "ConfigMap" : undefined;
}

/** An object with the label and the annotations by which Helm recognises its own objects (Helm, `pkg/action/validate.go`). */
export function withOwner(
  value: YamlMap,
  { release, namespace }: Pick<Known, "release" | "namespace">,
): YamlMap {
  const metadata = mapOf(value.metadata);
  return {
    ...value,
    metadata: {
      ...metadata,
      labels: { ...mapOf(metadata.labels), "app.kubernetes.io/managed-by": "Helm" },
      annotations: {
        ...mapOf(metadata.annotations),
        "meta.helm.sh/release-name": release,
        "meta.helm.sh/release-namespace": namespace,
      },
    },
  };
}

function sending(
  object: RawObject,
  known: Known,
  given: Pick<Sending, "way" | "value"> & Partial<Sending>,
): Sending {
  const { kind, apiVersion, name } = object;
  return {
    key: keyOf(object, known.namespace),
    ...{ kind, apiVersion, name },
    namespace: object.namespace ?? known.namespace,
    isThere: false,
    isHook: object.hook,
    ...given,
  };
}

/** Helm 3 creates the CRDs that are missing, Helm 4 applies all of them (`installCRDs`). None of them gets Helm's label. */
function crdSending(crd: RawObject, known: Known, live: RawObject | undefined): readonly Sending[] {
  const { value } = crd;
  if (value === undefined) return [];
  if (known.method === "server-side")
    return [sending(crd, known, { way: "apply", value, isThere: live !== undefined })];
  return live === undefined ? [sending(crd, known, { way: "create", value, mayBeThere: true })] : [];
}

function objectSending(
  object: RawObject,
  known: Known,
  live: RawObject | undefined,
  old: RawObject | undefined,
): readonly Sending[] {
  if (object.value === undefined) return [];
  const value = withOwner(object.value, known);
  const isThere = live?.value !== undefined;
  if (known.method === "server-side") return [sending(object, known, { way: "apply", value, isThere })];
  if (live?.value === undefined) return [sending(object, known, { way: "create", value })];
  // For an object that Helm takes over, the new version also serves as the old one.
  const merged = threeWayMerge({ before: old?.value ?? value, after: value, live: live.value });
  if (sameJson(merged, live.value)) return [];
  return [sending(object, known, { way: "replace", value: withoutVersion(merged), isThere })];
}

/**
 * Helm deletes an object once everything else has succeeded. It keeps objects whose policy says so, and ignores those that are
 * already gone.
 */
function deletion(object: RawObject, known: Known, live: RawObject | undefined): readonly Sending[] {
  if (live === undefined) return [];
  const annotations = mapOf(mapOf(live.value?.metadata).annotations);
  if (annotations["helm.sh/resource-policy"] === "keep") return [];
  return [sending(object, known, { way: "delete", value: nameOnly(object), isThere: true })];
}

/** Whether a hook runs in this installation or upgrade. Tests and hooks of other events do not. */
function runsAsHook({ hook, value }: RawObject, isUpgrade: boolean): boolean {
  if (!hook) return false;
  return turnOf(value, isUpgrade) !== undefined;
}

/** When a hook first runs: 0 before the other objects, 1 after them; `undefined` if it does not run in this operation. */
export function turnOf(hook: RawObject["value"], isUpgrade: boolean): 0 | 1 | undefined {
  const events = String(annotationOf(hook, "helm.sh/hook"))
    .split(",")
    .map((event) => event.trim());
  const operation = isUpgrade ? "upgrade" : "install";
  if (events.includes(`pre-${operation}`)) return 0;
  return events.includes(`post-${operation}`) ? 1 : undefined;
}

/** Helm first deletes the hook of the last run, unless its policy says otherwise. Then it creates the hook, without Helm's label. */
function hookSendings(hook: RawObject, known: Known, live: RawObject | undefined): readonly Sending[] {
  const { value } = hook;
  if (value === undefined) return [];
  const policies = String(annotationOf(value, "helm.sh/hook-delete-policy") ?? "before-hook-creation");
  const isDeleted = policies.includes("before-hook-creation") && hook.kind !== "CustomResourceDefinition";
  const way = known.method === "server-side" ? "apply" : "create";
  const isThere = live !== undefined;
  const created = sending(hook, known, { way, value, isThere });
  if (!isDeleted) return [created];
  const deleted = sending(hook, known, { way: "delete", value: nameOnly(hook), isThere });
  return [deleted, isThere ? renamed(created) : created];
}

/**
 * The same object in the namespace `default`: whether an object is valid does not depend on its namespace, and the API server
 * checks nothing in a namespace that does not exist yet.
 */
export function inDefaultNamespace(sending: Sending): Sending {
  const { namespace: _namespace, ...metadata } = mapOf(sending.value.metadata);
  return { ...renamed({ ...sending, value: { ...sending.value, metadata } }), namespace: "default" };
}

/** The same object under a free name: its own name is taken until Helm has deleted the object that has it. */
function renamed(sending: Sending): Sending {
  const { name, value } = sending;
  const triedAs =
    name.length > ENDING.length ? `${name.slice(0, -ENDING.length)}${ENDING}` : `${name}${ENDING}`;
  return { ...sending, triedAs, value: { ...value, metadata: { ...mapOf(value.metadata), name: triedAs } } };
}

/** An ending that no name has by chance. */
const ENDING = "zq9xz";

/** Only the fields that identify an object. */
export function nameOnly({ apiVersion, kind, name, namespace }: RawObject): YamlMap {
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}

/** Drops the resource version: kubectl asks for the newest one by itself, and controllers may have changed the status meanwhile. */
function withoutVersion(value: YamlMap): YamlMap {
  const { resourceVersion: _version, managedFields: _fields, ...metadata } = mapOf(value.metadata);
  return { ...value, metadata };
}

function annotationOf(value: YamlMap | undefined, name: string): unknown {
  return mapOf(mapOf(value?.metadata).annotations)[name];
}
