import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadAll } from "js-yaml";
import { isSameJson, type KeyPath } from "../../server/core/chart/changes/chart-changes.ts";
import {
  type UpgradeTopic,
  upgradeValues,
  type ValuesUpgrade,
} from "../../server/core/features/upgrade-values.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import type { ReleaseStack } from "../../server/core/values/release-stack.ts";
import { isAtOrBelow } from "../../server/core/yaml/key-path.ts";
import { pathOf, valueAt, walk } from "../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { run } from "../helm/ask-helm.ts";
import { Dice } from "../helm/dice.ts";
import type { UpgradeCase } from "./cases.ts";
import { drawValues, writeValues } from "./draw-values.ts";
import { schemasOf } from "./made-schemas.ts";
import { at, type Defaults, keysIn, remove, set } from "./mutate-chart.ts";
import { writeChart } from "./mutated-chart.ts";

/** What came of migrating drawn values and rendering them. */
export interface RenderedCase {
  readonly text: string;
  readonly upgrade: ValuesUpgrade;
  readonly migrated: string;
  /** The objects are the same as before. */
  readonly isSame: boolean;
  /** They are those that the original chart gives with the defaults that changed, and without what was removed. */
  readonly isAsChanged: boolean;
  /** With the old defaults written, they are those of before, but for what was removed. */
  readonly isKept: boolean;
  /** How many comments are in the text. */
  readonly comments: number;
  /** The comments that are gone, but for those of a mapping that was left empty and is gone, too. */
  readonly lost: readonly string[];
  /** Something was said that explains a difference. */
  readonly isSaid: boolean;
}

const SAID: readonly UpgradeTopic[] = ["byHand", "ignored", "running", "error"];
const URI = "file:///values.yaml";

/** Draws values for a case, migrates all of it, and has Helm render chart and values before and after. */
export async function renderCase(helm: string, one: UpgradeCase, seed: number): Promise<RenderedCase> {
  const dice = new Dice(seed);
  const values = drawValues(one.original, one.mutations, dice);
  const text = writeValues(values, dice);
  const stack: ReleaseStack = {
    files: [{ name: "values.yaml", uri: URI, file: parseYaml(text) }],
    sets: [],
    helm: 3,
    problems: [],
  };
  const charts = { from: schemasOf(one.from), to: schemasOf(one.to) };
  const upgrade = await upgradeValues(stack, charts, DEFAULT_SETTINGS, async () => []);
  const migrated = upgrade.files[0]?.after ?? text;
  const kept = upgrade.keepingDefaults?.[0]?.after ?? migrated;
  const folder = await mkdtemp(path.join(tmpdir(), "upgrades-"));
  try {
    const chart = async (name: string, defaults: Defaults, mutations: UpgradeCase["mutations"]) => {
      await writeChart(path.join(folder, name), defaults, mutations, one.original);
      return path.join(folder, name);
    };
    const original = await chart("original", one.original, []);
    const mutated = await chart("mutated", one.mutated, one.mutations);
    const changed = await chart("changed", withChangedDefaults(one), []);
    const objects = async (in_: string, given: string) => {
      const file = path.join(folder, "values.yaml");
      await writeFile(file, given);
      return rendered(helm, in_, file);
    };
    const before = await objects(original, text);
    if (before === "refused") throw new Error(`The drawn values cannot be rendered:\n${text}`);
    const after = await objects(mutated, migrated);
    const left = JSON.stringify(withoutRemoved(values, one));
    return {
      text,
      upgrade,
      migrated,
      isSame: isSameJson(before, after),
      isAsChanged: isSameJson(after, await objects(changed, left)),
      isKept: isSameJson(await objects(mutated, kept), await objects(original, left)),
      comments: commentsIn(text).length,
      lost: commentsIn(text).filter(
        (one) => !commentsIn(migrated).includes(one) && !isOfGoneMapping(one, text, migrated),
      ),
      isSaid: upgrade.notes.some(({ topic }) => SAID.includes(topic)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withChangedDefaults({ original, mutations }: UpgradeCase): Defaults {
  const defaults = structuredClone(original);
  for (const mutation of mutations) {
    if (mutation.kind === "defaultChanged" || mutation.kind === "typeChanged")
      set(defaults, mutation.path, mutation.to);
  }
  return defaults;
}

function withoutRemoved(values: Defaults, { mutations }: UpgradeCase): Defaults {
  const left = structuredClone(values);
  const removed = mutations.flatMap((mutation): KeyPath[] =>
    mutation.kind === "removed" ? [mutation.path] : [],
  );
  for (const path of keysIn(values, [])) {
    if (removed.some((one) => isAtOrBelow(path, one)) && at(left, path) !== undefined) remove(left, path);
  }
  return left;
}

/** The objects that Helm makes, without what is random in them; `refused` if the templates cannot be rendered with these values. */
async function rendered(helm: string, chart: string, values: string): Promise<unknown> {
  const { status, stdout } = await run(helm, [
    "template",
    "cop",
    chart,
    "--namespace",
    "operators",
    "--values",
    values,
  ]);
  if (status !== 0) return "refused";
  const isRandom = (key: string) => ["ca.crt", "tls.crt", "tls.key", "caBundle"].includes(key);
  const text = JSON.stringify(loadAll(stdout), (key, value) => (isRandom(key) ? "random" : value));
  return JSON.parse(text);
}

function commentsIn(text: string): string[] {
  return text.match(/# comment \d+(?!\d)/g) ?? [];
}

/** Whether a comment is above or behind the key of a mapping that the migrated text has no more. */
function isOfGoneMapping(comment: string, text: string, migrated: string): boolean {
  const lines = text.split("\n");
  const line = lines.findIndex((one) => one.endsWith(comment));
  const owner = lines[line]?.trim() === comment ? line + 1 : line;
  const file = parseYaml(text);
  const root = parseYaml(migrated).documents[0]?.root;
  let isGone = false;
  walk(file.documents[0]?.root, (node) => {
    if (node.type !== "property" || node.valueNode.type !== "object") return;
    if (text.slice(0, node.offset).split("\n").length - 1 !== owner) return;
    isGone = valueAt(root, pathOf(node)) === undefined;
  });
  return isGone;
}
