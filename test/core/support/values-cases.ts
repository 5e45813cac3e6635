import assert from "node:assert/strict";
import { faultText } from "../../../server/core/fault-text.ts";
import { emptyMap, fromJson, type HelmMap, toJson } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import type { HelmMajor, Refusal } from "../../../server/core/values/refusal.ts";
import type { SetContext } from "../../../server/core/values/set-entry.ts";
import { applySet } from "../../../server/core/values/set-flag.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { effective, originText, type ShortStack } from "../values/stack.ts";
import type { NamedCase } from "./case-files.ts";
import { setEntry } from "./case-text.ts";

/** A case of Helm's values: those of a text, those that a flag sets, or those of files and flags over defaults. */
export interface ValuesCase extends NamedCase {
  /** A values file. The part that Helm rejects is between « and ». */
  readonly text?: string;
  /** A flag, such as `--set a=b`. The part that Helm rejects is between « and ». */
  readonly flag?: string;
  /** The values that the flag finds. */
  readonly over?: object;
  readonly defaults?: object;
  readonly files?: readonly string[];
  readonly flags?: readonly string[];
  readonly helm?: HelmMajor;
  readonly values?: unknown;
  /** Helm's reason to reject the text or the flag. */
  readonly refusal?: string;
  /** The origins of values, by their paths: the source, and the text at that place. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** The keys of a case. */
export const VALUES_CASE: Readonly<Record<keyof ValuesCase, true>> = {
  case: true,
  text: true,
  flag: true,
  over: true,
  defaults: true,
  files: true,
  flags: true,
  helm: true,
  values: true,
  refusal: true,
  origins: true,
};

/** Helm has the values that a case says, or refuses what is marked. */
export function checkValuesCase(one: ValuesCase): void {
  if (one.text !== undefined) checkText(one, one.text);
  else if (one.flag !== undefined) checkFlag(one, one.flag);
  else checkStack(one);
}

function checkText(one: ValuesCase, marked: string): void {
  const { text, place } = withoutMarks(marked);
  const { values, refusal } = readValues(parseYaml(text), one.helm ?? 3, (value) => ({
    kind: "file",
    file: 0,
    name: "values.yaml",
    value,
  }));
  checkRefusal(refusal, one.refusal, place);
  if ("values" in one) assert.deepEqual(values && toJson(values), one.values);
}

function checkFlag(one: ValuesCase, marked: string): void {
  const { text, place } = withoutMarks(marked);
  const entry = setEntry(text);
  const start = text.length - entry.text.length;
  const values = fromJson(one.over ?? {}, { kind: "chart-default", chart: "before" });
  const map: HelmMap = values.type === "map" ? values : emptyMap(values.origin);
  const refusal = applySet(map, entry, setContext(one.helm));
  checkRefusal(refusal, one.refusal, place && { ...place, offset: place.offset - start });
  if ("values" in one) assert.deepEqual(toJson(map), one.values);
}

/** The context in which a flag is applied. The only file that `--set-file` can read is `known.txt`. */
export function setContext(helm: HelmMajor = 3): SetContext {
  return {
    helm,
    originOf: (key, value) => ({ kind: "set", set: 0, key, value }),
    readFile: (path) => (path === "known.txt" ? "content" : undefined),
  };
}

function checkStack(one: ValuesCase): void {
  const { defaults = {}, files = [], flags = [], helm = 3 } = one;
  const stack: ShortStack = { defaults, files, sets: flags.map(setEntry), helm };
  const result = effective(stack);
  if ("values" in one) {
    assert.deepEqual(result.refused, []);
    assert.deepEqual(toJson(result.values), one.values);
  }
  for (const [path, origin] of Object.entries(one.origins ?? {})) {
    const segments = path.split(".").map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
    assert.equal(originText(stack, result, segments), origin, path);
  }
}

function checkRefusal(
  found: Refusal | undefined,
  message: string | undefined,
  place: { offset: number; length: number } | undefined,
): void {
  assert.equal(found && faultText(found.fault), message);
  if (found && place) assert.deepEqual({ offset: found.offset, length: found.length }, place);
}

/** A text without its marks, and what is between them. */
function withoutMarks(marked: string): { text: string; place?: { offset: number; length: number } } {
  const offset = marked.indexOf("«");
  const text = marked.replace(/[«»]/g, "");
  return offset < 0 ? { text } : { text, place: { offset, length: marked.indexOf("»") - offset - 1 } };
}
