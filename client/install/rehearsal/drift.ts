import { hideSecrets, secretValues } from "../../cli/hide-secrets.ts";
import type { TextPair } from "../../installation-ports.ts";
import { comparableYaml } from "../../manifests/comparing.ts";
import { identityOf, keyOf } from "../../manifests/objects.ts";
import { isMap, mapOf, type YamlMap } from "../../manifests/yaml.ts";
import { quantityOf } from "./quantity.ts";
import type { Known } from "./sendings.ts";

/**
 * Live objects that are not as the last revision set them, because somebody or something changed them since. Only what its
 * manifest sets is compared: what the API server and controllers add is nobody's change.
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

/** The workloads whose number of pods an autoscaler decides. */
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

/** A Secret keeps what was given as text in its data: the same, as the manifest has it. */
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

/** What is there of what was set, written as it was set; `set` itself where nothing differs. */
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

/** What leaves a field to the API server, such as `clusterIP: ""`; where texts are kept, an empty one is a text. */
function isUnset(value: unknown, isText: boolean): boolean {
  return value === null || (value === "" && !isText);
}

/** Entries by their name where they have one, else by their place. What others added to a list with names is theirs. */
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

/** Whether all entries of a list have a plain value under a key, and no two the same. */
function isNameIn(list: readonly unknown[], key: string): boolean {
  const names = list.map((entry) => mapOf(entry)[key]);
  const arePlain = names.every((name) => name !== undefined && typeof name !== "object");
  return list.length > 0 && arePlain && new Set(names).size === list.length;
}

/** By which entries of lists are known (Kubernetes API, merge keys). */
const NAMES = ["mountPath", "name", "containerPort", "port", "ip", "topologyKey", "uid"];

/** Mappings in which each value is a text of the chart. */
const TEXTS = new Set(["data", "stringData", "binaryData", "labels", "annotations", "matchLabels"]);

/** Certificates that controllers put into webhooks and CRDs, in the place of what a chart gives. */
const WRITTEN_FOR = new Set(["caBundle", "creationTimestamp"]);

/** Whether two values mean the same to Kubernetes. What is empty, it may leave out. */
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
