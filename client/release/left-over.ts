import * as l10n from "@vscode/l10n";
import { getManifest, history } from "../cli/inspect.ts";
import { deleteObject } from "../cli/kubectl.ts";
import { inCluster, type RecoveryAction, terminal } from "../cli/recovery.ts";
import type { ReleaseRef } from "../cli/release.ts";
import { getLive } from "../cli/trials.ts";
import { type ClusterObject, hasLabels, readObjects } from "../cluster/cluster-object.ts";
import type { Reading } from "../cluster/reading.ts";
import type { KubeObject } from "../manifests/objects.ts";
import { identityOf, type NamedObject } from "../manifests/objects.ts";
import type { Step } from "../operation/operation.ts";
import { Refused } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import { listed } from "../sentence-parts.ts";

/** An object that a rollback leaves behind. */
interface LeftObject extends NamedObject {
  /** The first of the skipped revisions that has it. */
  readonly revision: number;
}

/** An object that belongs to the release, as far as the API server tells. */
interface OwnedObject extends LeftObject {
  readonly uid: string;
}

/** An object that stays, with the reason as a sentence. */
interface StayingObject extends LeftObject {
  readonly why: string;
}

/** The objects that Helm does not delete in a rollback, although the revision that it goes back to does not have them. */
export interface LeftOver {
  /** The revision to go back to. */
  readonly to: number;
  /** What is deleted after the rollback, if the person agrees. */
  readonly deleted: readonly OwnedObject[];
  /** What is not deleted, or could not be checked. */
  readonly staying: readonly StayingObject[];
}

/** How many objects a question names. */
const MOST_NAMED = 5;

/** Kinds that are never deleted here: no question names what would be deleted with them. */
const TAKES_OTHERS: Readonly<Record<string, () => string>> = {
  CustomResourceDefinition: () => l10n.t("Deleting it would delete all resources of its kind."),
  Namespace: () => l10n.t("Deleting it would delete everything in it."),
};

/**
 * Finds what a rollback to the revision `to` leaves behind. Helm compares that revision with the newest one only (Helm:
 * `performRollback` in pkg/action/rollback.go), so nothing deletes what a revision between them brought. Leaves out objects that
 * no longer belong to the release, its hooks, and what Helm is told to keep.
 */
export async function leftOverBy(step: Step, at: ReleaseRef, to: number): Promise<LeftOver> {
  const revisions = (await step.call(history(at))).map(({ revision }) => revision);
  const newest = Math.max(...revisions);
  const skipped = revisions.filter((revision) => revision > to && revision < newest);
  if (skipped.length === 0) return { to, deleted: [], staying: [] };
  const objectsOf = async (revision: number) =>
    (await step.call(getManifest(at, revision))).objects(at.namespace);
  const kept = [...(await objectsOf(to)), ...(await objectsOf(newest))];
  const brought = new Map<string, LeftObject>();
  for (const revision of skipped.reverse()) {
    for (const object of await objectsOf(revision)) {
      const left = { ...nameOf(object), revision };
      const key = identityOf(object, at.namespace);
      if (isReadable(object) && !object.hook && !isAmong(kept, left, at) && !brought.has(key))
        brought.set(key, left);
    }
  }
  return { to, ...(await lookedAt(step, at, kept, [...brought.values()])) };
}

/** Looks up each object that may be left behind. */
async function lookedAt(
  step: Step,
  at: ReleaseRef,
  kept: readonly KubeObject[],
  objects: readonly LeftObject[],
): Promise<Pick<LeftOver, "deleted" | "staying">> {
  const deleted: OwnedObject[] = [];
  const staying: StayingObject[] = [];
  const unreadable = kept.every(isReadable)
    ? undefined
    : l10n.t("It is not known what else it belongs to: part of a revision cannot be read as YAML.");
  for (const object of objects) {
    const found = await readLive(step, at, object);
    if ("unread" in found) staying.push({ ...object, why: found.unread });
    else if (
      found.answer !== undefined &&
      isOwned(found.answer, at) &&
      !isAmong(kept, placeOf(found.answer), at)
    ) {
      const why = TAKES_OTHERS[object.kind]?.() ?? unreadable;
      const { uid } = found.answer.metadata;
      if (why !== undefined) staying.push({ ...object, why });
      else if (uid !== undefined) deleted.push({ ...object, uid });
    }
  }
  return { deleted, staying };
}

/** What a question says about it: a line each for what is deleted and what stays. */
export function leftOverLines({ to, deleted, staying }: LeftOver): readonly string[] {
  return [
    ...(deleted.length === 0 ? [] : [deletedLine(deleted, to)]),
    ...(staying.length === 0
      ? []
      : [
          `${l10n.t("Stays, although revision {0} does not have it: {1}.", to, someOf(staying))} ${reasonsOf(staying)}`,
        ]),
  ];
}

function deletedLine(deleted: readonly OwnedObject[], to: number): string {
  const revisions = revisionsOf(deleted);
  const [first = 0] = revisions;
  return revisions.length === 1
    ? l10n.t(
        "Deletes what revision {0} created and revision {1} does not have: {2}.",
        first,
        to,
        someOf(deleted),
      )
    : l10n.t(
        "Deletes what revisions {0} created and revision {1} does not have: {2}.",
        listed(revisions.map(String)),
        to,
        someOf(deleted),
      );
}

/** All objects that are deleted, one line each, if there are too many to name in a question; otherwise empty. */
export function unnamedOf({ deleted }: LeftOver): readonly string[] {
  return deleted.length <= MOST_NAMED ? [] : deleted.map(shown);
}

/**
 * Deletes what the person agreed to, as far as it is still the same object, still belongs to the release, and is not in its
 * newest revision. Throws `Refused` if anything stays, saying what it is and how to delete it. Call it after the rollback.
 */
export async function deleteLeftOver(
  step: Step,
  at: ReleaseRef,
  { to, deleted, staying }: LeftOver,
): Promise<void> {
  const left: StayingObject[] = [...staying];
  const now = deleted.length === 0 ? { answer: [] } : await newestObjects(step, at);
  for (const object of deleted) {
    step.report(l10n.t("Deleting {0}", shown(object)));
    const why = "unread" in now ? now.unread : await deleteOne(step, at, object, now.answer);
    if (why !== undefined) left.push({ ...object, why });
  }
  if (left.length === 0) return;
  const sentence = `${notDeleted(at, to, left)} ${reasonsOf(left)}`;
  const next =
    left.length === 1
      ? l10n.t("If nothing needs it, delete it in a terminal.")
      : l10n.t("If nothing needs them, delete them in a terminal.");
  throw new Refused(
    { kind: "refused", sentence, next, recovery: byHand(at, left) },
    { tone: "warning", release: at },
  );
}

function notDeleted({ release }: ReleaseRef, to: number, left: readonly StayingObject[]): string {
  const revisions = revisionsOf(left);
  const [first = 0] = revisions;
  const objects = someOf(left);
  if (left.length === 1) {
    return l10n.t(
      "{0} is rolled back to revision {1}, but {2}, which revision {3} created, was not deleted.",
      release,
      to,
      objects,
      first,
    );
  }
  return revisions.length === 1
    ? l10n.t(
        "{0} is rolled back to revision {1}, but {2}, which revision {3} created, were not deleted.",
        release,
        to,
        objects,
        first,
      )
    : l10n.t(
        "{0} is rolled back to revision {1}, but {2}, which revisions {3} created, were not deleted.",
        release,
        to,
        objects,
        listed(revisions.map(String)),
      );
}

async function newestObjects(step: Step, at: ReleaseRef): Promise<Reading<readonly KubeObject[]>> {
  try {
    const answer = (await step.call(getManifest(at))).objects(at.namespace);
    return answer.every(isReadable)
      ? { answer }
      : { unread: l10n.t("The newest revision cannot be read as YAML.") };
  } catch (error) {
    return { unread: explainError(error, at, l10n.t("reading the release"), at.release).sentence };
  }
}

/** Deletes an object, or says why it stays. */
async function deleteOne(
  step: Step,
  at: ReleaseRef,
  object: OwnedObject,
  newest: readonly KubeObject[],
): Promise<string | undefined> {
  if (step.signal.aborted) return l10n.t("Deleting was canceled.");
  const found = await readLive(step, at, object);
  if ("unread" in found) return found.unread;
  const live = found.answer;
  if (live === undefined || isAmong(newest, placeOf(live), at)) return undefined;
  if (live.metadata.uid !== object.uid || !isOwned(live, at))
    return l10n.t("It was changed after you confirmed.");
  try {
    await step.call(deleteObject(at, object), { toLog: true });
    return undefined;
  } catch (error) {
    return explainError(error, at, l10n.t("deleting {0}", shown(object)), at.release).sentence;
  }
}

async function readLive(
  step: Step,
  at: ReleaseRef,
  object: NamedObject,
): Promise<Reading<ClusterObject | undefined>> {
  const { apiVersion, kind, name, namespace = at.namespace } = object;
  const text = JSON.stringify({ apiVersion, kind, metadata: { name } });
  const reading = await step.ask(
    at,
    { ...getLive(at, namespace, [text]), parse: readObjects },
    { ifNone: [] },
  );
  return "unread" in reading ? reading : { answer: reading.answer[0] };
}

/** Whether Helm takes an object to be one of the release's (Helm: pkg/action/validate.go) and would not keep it. */
function isOwned(
  { metadata: { labels, annotations = {} } }: ClusterObject,
  { release, namespace }: ReleaseRef,
): boolean {
  return (
    hasLabels(labels, { "app.kubernetes.io/managed-by": "Helm" }) &&
    annotations["meta.helm.sh/release-name"] === release &&
    annotations["meta.helm.sh/release-namespace"] === namespace &&
    annotations["helm.sh/resource-policy"]?.trim().toLowerCase() !== "keep"
  );
}

/**
 * Whether an object is among those of a manifest. Groups are ignored, as several groups may serve one object. A live object
 * without a namespace is not in any.
 */
function isAmong(
  objects: readonly NamedObject[],
  { kind, name, namespace }: Pick<NamedObject, "kind" | "name" | "namespace">,
  at: ReleaseRef,
): boolean {
  return objects.some(
    (one) =>
      one.kind === kind &&
      one.name === name &&
      (namespace === undefined || (one.namespace ?? at.namespace) === namespace),
  );
}

function placeOf({ kind, metadata: { name, namespace } }: ClusterObject) {
  return { kind, name, ...(namespace !== undefined && { namespace }) };
}

function nameOf({ apiVersion, kind, name, namespace }: KubeObject): NamedObject {
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}

function isReadable({ apiVersion }: NamedObject): boolean {
  return apiVersion !== "";
}

/** The command lines that delete these objects, one for each namespace. */
function byHand(at: ReleaseRef, objects: readonly NamedObject[]): readonly RecoveryAction[] {
  const namespaces = new Set(objects.map(({ namespace = at.namespace }) => namespace));
  return [...namespaces].map((one) => {
    const inside = objects.filter(({ namespace = at.namespace }) => namespace === one);
    return terminal("kubectl", "delete", ...inCluster(at), "--namespace", one, "--", ...inside.map(typed));
  });
}

/** An object as kubectl takes it by its kind: `ConfigMap/cop`, `Deployment.v1.apps/cop`. */
function typed({ apiVersion, kind, name }: NamedObject): string {
  const [version, group] = apiVersion.split("/").reverse();
  return `${group === undefined ? kind : `${kind}.${version}.${group}`}/${name}`;
}

function revisionsOf(objects: readonly LeftObject[]): readonly number[] {
  return [...new Set(objects.map(({ revision }) => revision))].sort((one, other) => one - other);
}

function someOf(objects: readonly NamedObject[]): string {
  const named = objects.slice(0, MOST_NAMED).map(shown);
  const more = objects.length - named.length;
  return listed(more === 0 ? named : [...named, l10n.t("{0} more", more)]);
}

function reasonsOf(objects: readonly StayingObject[]): string {
  return [...new Set(objects.map(({ why }) => why))].join(" ");
}

function shown({ kind, name, namespace }: NamedObject): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
