// What client-side updates make of objects, foreseen by our three-way merge and seen after Helm's.
import { isDeepStrictEqual } from "node:util";
import type { UpgradePlan } from "../../../client/cli/changes.ts";
import { getLive, trySending } from "../../../client/cli/trials.ts";
import { nameOnly, withOwner } from "../../../client/install/rehearsal/sendings.ts";
import { sameJson, threeWayMerge } from "../../../client/install/rehearsal/three-way-merge.ts";
import type { Asking } from "../../../client/install/rehearsal/try-sendings.ts";
import { Manifest } from "../../../client/manifests/manifest.ts";
import { identityOf, type RawObject, readObjects } from "../../../client/manifests/objects.ts";
import { mapOf, type YamlMap } from "../../../client/manifests/yaml.ts";

/** One object as it is expected to be. */
export interface Foreseen {
  readonly object: RawObject;
  readonly value: YamlMap;
}

/** What the API server says that each object would be after its update. Objects that are not there, or stay, are left out. */
export async function foresee(
  asking: Asking,
  { at }: UpgradePlan,
  before: Manifest,
  after: Manifest,
): Promise<readonly Foreseen[]> {
  const old = new Map(
    Manifest.sent(before).map((object) => [identityOf(object, at.namespace), object.value]),
  );
  const foreseen: Foreseen[] = [];
  for (const object of Manifest.sent(after)) {
    const live = await liveValue(asking, at, object);
    if (object.hook || object.value === undefined || live === undefined) continue;
    const value = withOwner(object.value, { release: at.release, namespace: at.namespace });
    const was = old.get(identityOf(object, at.namespace)) ?? value;
    const merged = threeWayMerge({ before: was, after: value, live });
    if (sameJson(merged, live)) {
      foreseen.push({ object, value: live });
      continue;
    }
    const { resourceVersion: _version, ...metadata } = mapOf(merged.metadata);
    const text = JSON.stringify({ ...merged, metadata });
    const sending = trySending(at, "replace", object.namespace ?? at.namespace, [text]);
    const args = sending.args.map((arg) => (arg === "name" ? "json" : arg));
    const { exitCode, stdout } = await asking.attempt({ ...sending, args });
    if (exitCode === 0) foreseen.push({ object, value: JSON.parse(stdout) });
  }
  return foreseen;
}

/** The objects that have become something else than was foreseen, with what is there. */
export async function surprises(
  asking: Asking,
  { at }: UpgradePlan,
  foreseen: readonly Foreseen[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { object, value } of foreseen) {
    const live = await liveValue(asking, at, object);
    const [expected, actual] = [lasting(value), lasting(live ?? {})];
    if (!isDeepStrictEqual(expected, actual)) {
      found.push(
        `${object.kind}/${object.name}: ${JSON.stringify(expected)} became ${JSON.stringify(actual)}`,
      );
    }
  }
  return found;
}

async function liveValue(
  asking: Asking,
  at: UpgradePlan["at"],
  object: RawObject,
): Promise<YamlMap | undefined> {
  const stub = JSON.stringify(nameOnly(object));
  const { stdout } = await asking.attempt(getLive(at, object.namespace ?? at.namespace, [stub]));
  return readObjects(stdout)[0]?.value;
}

/** What nobody but a server or a controller writes is left out. */
function lasting({ status: _status, metadata, ...object }: YamlMap): YamlMap {
  const { labels, annotations, finalizers } = mapOf(metadata);
  const { "deployment.kubernetes.io/revision": _revision, ...kept } = mapOf(annotations);
  return { ...object, labels, annotations: kept, finalizers };
}
