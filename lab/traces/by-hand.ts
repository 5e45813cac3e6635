// Compares the trace of a key with changing that key by hand: values are changed, rendered and compared here without the engine.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { load, loadAll } from "js-yaml";
import { openProject } from "../../server/cli/options/project-option.ts";
import { chooseValues } from "../../server/cli/options/values-options.ts";
import { type ResolvedValues, resolveValues } from "../../server/cli/values/resolve-values.ts";
import { type FieldChange, fieldId, objectId } from "../../server/core/rendered/rendered-object.ts";
import { isAtOrBelow, keyText } from "../../server/core/yaml/key-path.ts";
import type { Path } from "../../server/core/yaml/tree.ts";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import type { Trace, Traces } from "../../server/workspace/helm/traces.ts";
import type { Dice } from "../../test/helm/dice.ts";
import { silentIo } from "../../test/support/silent-io.ts";

type Fields = ReadonlyMap<string, readonly string[]>;

/** The result for one key. */
export interface Held {
  readonly key: string;
  readonly outcome: "as by hand" | "wrong" | "rejected";
  readonly fields: number;
  /** The fields that are only in the trace, and those that only changing the key by hand gives. */
  readonly wrong: readonly string[];
}

/** Values over a chart, with the program that renders them. */
export interface Scene {
  readonly folder: string;
  readonly text: string;
  readonly chart: string;
  readonly helm: string;
}

/** The values of a scene as the command line puts them together. */
export async function openScene({
  folder,
  text,
  chart,
  helm,
}: Scene): Promise<ResolvedValues & { traces: Traces }> {
  writeFileSync(path.join(folder, "values.yaml"), text);
  const io = silentIo(folder);
  const project = openProject({}, io);
  const chosen = await chooseValues({ values: ["values.yaml"], chart }, project, io);
  const ask = helmAsker(() => findHelm(helm));
  const values = await resolveValues(chosen, project, io, (question, signal) =>
    ask({ ...question, release: "cap-operator" }, signal),
  );
  const { traces } = values.workspace;
  if (traces === undefined) throw new Error("Helm is asked.");
  return { ...values, traces };
}

/** Holds the trace of each key that a text sets. */
export async function holdTraces(scene: Scene): Promise<Held[]> {
  const { traces, stack } = await openScene(scene);
  const values = load(scene.text);
  const before = render(scene, values);
  // Dates are different only in another second.
  await wait(1100);
  const unstable = new Set(differences(before, render(scene, values)));
  const held: Held[] = [];
  const traceOf = async (key: Path, given?: { readonly value: unknown }): Promise<Trace> => {
    const trace = await traces.of(stack, key, new AbortController().signal, given);
    if ("changes" in trace) return trace;
    throw new Error(`No answer for ${keyText(key)}: ${JSON.stringify(trace)}`);
  };
  for (const key of [...leavesOf(values), ...blocksOf(values)]) {
    const trace = await traceOf(key);
    if (!("tried" in trace)) {
      held.push({ key: keyText(key), outcome: "rejected", fields: 0, wrong: [] });
      continue;
    }
    const wrong: string[] = [];
    const parts: Trace[] = [];
    // A mapping or a list is changed in two ways, each of which is held against that change by hand.
    const others = [trace.tried, ...("alsoTried" in trace ? [trace.alsoTried] : [])];
    for (const value of others) {
      const part = others.length === 1 ? trace : await traceOf(key, { value });
      const after = render(scene, changed(values, key, value));
      const byHand = differences(before, after).filter((field) => !unstable.has(field));
      for (const field of difference(fieldsOf(part), byHand)) wrong.push(field);
      parts.push(part);
    }
    const sideOf = (change: FieldChange) => `${change.before === undefined ? "new " : ""}${fieldId(change)}`;
    const all = new Set(parts.flatMap(({ changes }) => changes.map(sideOf)));
    for (const side of difference(trace.changes.map(sideOf), [...all])) wrong.push(side);
    held.push({
      key: keyText(key),
      outcome: wrong.length === 0 ? "as by hand" : "wrong",
      fields: trace.changes.length,
      wrong,
    });
  }
  return held;
}

/** Takes a field that a key of the values makes, and asks which keys make it: whether that key is among them; `undefined` if no key makes a field. */
export async function holdBack(
  scene: Scene,
  dice: Dice,
): Promise<{ field: string; isFound: boolean } | undefined> {
  const { traces, stack } = await openScene(scene);
  const { signal } = new AbortController();
  const rendering = await traces.rendered(stack, signal);
  if (!("objects" in rendering)) throw new Error(JSON.stringify(rendering));
  const keys = leavesOf(load(scene.text));
  const first = dice.below(keys.length);
  for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
    const trace = await traces.of(stack, key, signal);
    const made = "changes" in trace ? trace.changes.filter(({ before }) => before !== undefined) : [];
    if (made.length === 0) continue;
    const { object, path: fieldPath } = dice.pick(made);
    const found = rendering.objects.find((candidate) => objectId(candidate) === objectId(object));
    const reasons = found && (await traces.whyOf(stack, found, fieldPath, signal));
    const named = reasons && "keys" in reasons ? reasons.keys : [];
    return {
      field: `${keyText(key)} -> ${object}:${keyText(fieldPath)}`,
      isFound: named.some((reason) => isAtOrBelow(key, reason.path)),
    };
  }
  return undefined;
}

/** The fields of what Helm renders: their values by object and path, in which items of lists have no number. */
function render({ folder, chart, helm }: Scene, values: unknown): Fields {
  const file = path.join(folder, "by-hand.json");
  writeFileSync(file, JSON.stringify(values));
  const args = ["template", "cap-operator", chart, "--namespace=cap-operator-system", `--values=${file}`];
  const printed = execFileSync(helm, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  // Helm takes the last of several equal keys, which charts print.
  const objects = loadAll(printed, { json: true });
  const fields = new Map<string, string[]>();
  const visit = (value: unknown, place: string): void => {
    const below = typeof value === "object" && value !== null ? Object.entries(value) : [];
    for (const [key, child] of below) visit(child, `${place}/${Array.isArray(value) ? "#" : key}`);
    if (below.length === 0) fields.set(place, [...(fields.get(place) ?? []), JSON.stringify(value)]);
  };
  for (const object of objects) {
    const { kind, metadata } = Object(object);
    if (kind !== undefined) visit(object, `${kind} ${metadata?.name ?? ""}`);
  }
  return fields;
}

/** The paths at which two renderings have not the same values, as often as they have not. */
function differences(before: Fields, after: Fields): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const gone = difference(before.get(place) ?? [], after.get(place) ?? [], false).length;
    const come = difference(after.get(place) ?? [], before.get(place) ?? [], false).length;
    return Array<string>(Math.max(gone, come)).fill(place);
  });
}

/** The items that one of two lists has more often than the other, each as often as that. */
function difference(items: readonly string[], other: readonly string[], isBoth = true): string[] {
  const left = [...other];
  const only = items.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return isBoth
    ? [...only.map((item) => `only traced: ${item}`), ...left.map((item) => `only by hand: ${item}`)]
    : only;
}

function fieldsOf({ changes }: Trace): string[] {
  return changes.map(({ object, path: fieldPath }) =>
    [
      `${object.kind} ${object.name}`,
      ...fieldPath.map((part) => (typeof part === "number" ? "#" : part)),
    ].join("/"),
  );
}

function leavesOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [above];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, child]) =>
    leavesOf(child, [...above, isList ? Number(key) : key]),
  );
}

/** The mappings and lists that have something in them, without the whole. */
function blocksOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [];
  const below = Object.entries(value).flatMap(([key, child]) =>
    blocksOf(child, [...above, Array.isArray(value) ? Number(key) : key]),
  );
  return above.length === 0 ? below : [above, ...below];
}

function changed(value: unknown, [part, ...rest]: Path, to: unknown): unknown {
  if (part === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === part ? changed(item, rest, to) : item));
  return { ...Object(value), [part]: changed(Object(value)[part], rest, to) };
}
