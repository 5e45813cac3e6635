import * as l10n from "@vscode/l10n";
import type { ReleaseRef } from "../helm/release.ts";
import { liveObjects, reappliedObjects } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { pairs } from "../manifests/comparing.ts";
import { Manifest } from "../manifests/manifest.ts";
import { mapOf } from "../manifests/yaml.ts";
import type { Step } from "../operation/operation.ts";
import type { TextPair } from "../ports/installation.ts";

/**
 * The objects in the cluster that differ from a revision: before, as they are; after, as the API server would have them if they
 * were applied again. Both sides come from the API server, so that its additions and those of controllers are on both.
 */
export async function drift(
  step: Step,
  target: ReleaseRef,
  manifest: Manifest,
): Promise<readonly TextPair[]> {
  step.report(l10n.t("Comparing the objects on the API server"));
  const objects = Manifest.sent(manifest).filter(({ hook, value }) => !hook && value !== undefined);
  const namespaces = [...new Set(objects.map(({ namespace = target.namespace }) => namespace))];
  const before: ClusterObject[] = [];
  const after: ClusterObject[] = [];
  for (const namespace of namespaces) {
    const inNamespace = objects.filter((object) => (object.namespace ?? target.namespace) === namespace);
    const texts = inNamespace.map(({ value }) => JSON.stringify(value));
    const [live, again] = await Promise.all([
      step.call(liveObjects({ ...target, namespace }, texts)),
      step.call(reappliedObjects({ ...target, namespace }, texts)),
    ]);
    for (const object of live) before.push(object);
    for (const object of again) after.push(object);
  }
  return pairs(listOf(before), listOf(after), target.namespace);
}

/** The metadata that the API server writes at each change (Kubernetes API, `ObjectMeta`). */
const OF_THE_SERVER = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"];

function listOf(objects: readonly ClusterObject[]): Manifest {
  const items = objects.map(({ status: _, metadata, ...object }: ClusterObject & { status?: unknown }) => {
    const entries = Object.entries(mapOf(metadata)).filter(([key]) => !OF_THE_SERVER.includes(key));
    return { ...object, metadata: Object.fromEntries(entries) };
  });
  return new Manifest(JSON.stringify({ apiVersion: "v1", kind: "List", items }));
}
