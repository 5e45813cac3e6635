import { hideSecrets, secretValues } from "../../cli/hide-secrets.ts";
import type { TextPair } from "../../installation-ports.ts";
import { comparableYaml } from "../../manifests/comparable-yaml.ts";
import { identityOf, keyOf } from "../../manifests/objects.ts";
import { isMap, mapOf, type YamlMap } from "../../manifests/yaml.ts";
import { quantityOf } from "./quantity.ts";
import type { Known } from "./sendings.ts";

/**
 * Live objects that differ from what the last revision set, because somebody or something has changed them since. Only the fields
 * that its manifest sets are compared: what the API server and controllers add does not count as a change.
 */
export function driftOf({
  before,
  live,
  namespace,
}: Pick<Known, "before" | "live" | "namespace">): readonly TextPair[] {
  const there = new Map(live.map((object) => [identityOf(object, namespace), object.value]));
  const scaled = scaledBy(before.concat(live));
  return before.flatMap((object): readonly TextPair[] => {
    const now = there.get(identityOf(object, namespace));
    if (object.hook || object.value === undefined || now === undefined) return [];
    const set = setBy(object.value, scaled.has(`${object.kind}/${object.name}`));
    const is = asSet(set, withTexts(now, set));
    if (is === set) return [];
    return [
      {
        name: keyOf(object, namespace),
        before: comparableYaml(hideSecrets(set)),
        after: comparableYaml(hideSecrets(is, set)),
      },
    ];
  });
}

/** The workloads whose number of pods is controlled by an autoscaler, as `kind/name`. */
function scaledBy(
  objects: readonly { readonly kind: string; readonly value?: YamlMap }[],
): ReadonlySet<string> {
  const autoscalers = objects.filter(({ kind }) => /Autoscaler$|^ScaledObject$/.test(kind));
  return new Set(
    autoscalers.map(({ value }) => {
      const { scaleTargetRef, targetRef } = mapOf(value?.spec);
      const { kind = "Deployment", name } = mapOf(scaleTargetRef ?? targetRef);
      return `${kind}/${name}`;
    }),
  );
}

function setBy(value: YamlMap, isScaled: boolean): YamlMap {
  const { status: _status, ...object } = value;
  if (!isScaled) return object;
  const { replicas: _replicas, ...spec } = mapOf(object.spec);
  return { ...object, spec };
}

/**
 * Kubernetes stores the `stringData` of a Secret in its `data`. Gives the live object its `stringData` back, to be compared with
 * the manifest.
 */
function withTexts(now: YamlMap, set: YamlMap): YamlMap {
  if (!isMap(set.stringData)) return now;
  const values = secretValues(now);
  const texts = Object.keys(set.stringData).map((key) => [key, textOf(values.get(key))] as const);
  return { ...now, stringData: Object.fromEntries(texts.filter(([, text]) => text !== undefined)) };
}

function textOf(bytes: unknown): string | undefined {
  if (typeof bytes !== "string") return undefined;
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** The live value of what was set, written the way it was set; `set` itself if nothing differs. */
function asSet(set: unknown, is: unknown): unknown {
  if (sameValue(set, is)) return set;
  if (isMap(set) && isMap(is)) return mapAsSet(set, is);
  if (Array.isArray(set) && Array.isArray(is)) return listAsSet(set, is);
  return is;
}

function mapAsSet(set: YamlMap, is: YamlMap, areTexts = false): YamlMap {
  const entries = Object.entries(set).map(([key, value]) => {
    if (WRITTEN_FOR.has(key) || isUnset(value, areTexts || key === "value")) return [key, value] as const;
    const now = is[key];
    const isMapOfTexts = TEXTS.has(key) && isMap(value) && isMap(now);
    return [key, isMapOfTexts ? mapAsSet(value, now, true) : asSet(value, now)] as const;
  });
  if (entries.every(([key, value]) => value === set[key])) return set;
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Whether a value leaves the field to the API server, such as `clusterIP: ""`. Among plain strings, an empty one is a value. */
function isUnset(value: unknown, isText: boolean): boolean {
  return value === null || (value === "" && !isText);
}

/** Matches entries by name if they have one, otherwise by position. Entries that others added to a list with names are ignored. */
function listAsSet(set: readonly unknown[], is: readonly unknown[]): readonly unknown[] {
  const key = NAMES.find((name) => isNameIn(set, name));
  if (key === undefined && set.length !== is.length) return is;
  const entries = set.map((entry, index) => {
    const found =
      key === undefined ? is[index] : is.find((one) => sameValue(mapOf(entry)[key], mapOf(one)[key]));
    return found === undefined ? undefined : asSet(entry, found);
  });
  if (entries.every((entry, index) => entry === set[index])) return set;
  return entries.filter((entry) => entry !== undefined);
}

/** Whether all entries of a list have a scalar under a key, each a different one. */
function isNameIn(list: readonly unknown[], key: string): boolean {
  const names = list.map((entry) => mapOf(entry)[key]);
  const arePlain = names.every((name) => name !== undefined && typeof name !== "object");
  return list.length > 0 && arePlain && new Set(names).size === list.length;
}

/** Keys that identify the entries of lists (Kubernetes API, merge keys). */
const NAMES = ["mountPath", "name", "containerPort", "port", "ip", "topologyKey", "uid"];

/** Mappings whose values are all plain strings from the chart. */
const TEXTS = new Set(["data", "stringData", "binaryData", "labels", "annotations", "matchLabels"]);

/**
 * Fields that do not stay as the chart sets them: controllers put certificates into webhooks and CRDs, and the API server sets
 * the timestamp.
 */
const WRITTEN_FOR = new Set(["caBundle", "creationTimestamp"]);

/** Whether two values mean the same to Kubernetes, which may leave out empty ones. */
function sameValue(set: unknown, is: unknown): boolean {
  if (set === is) return true;
  if (isEmpty(set) && isEmpty(is)) return true;
  if (typeof set === "object" || typeof is === "object") return false;
  if (String(set) === String(is)) return true;
  const one = quantityOf(set);
  return one !== undefined && one === quantityOf(is);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false || value === 0) return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.values(value).every(isEmpty);
}
