// Compares the notes of `upgrade` about another version of a chart with the renderings of both versions: a setting that loses its
// effect must be reported, and each note must be true.

import { dump, load } from "js-yaml";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import { differencesOf, type ValuesUpgrade } from "../../../server/core/language-service.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../../../test/core/support/engine.ts";
import { Dice } from "../../../test/helm/dice.ts";
import { renderAll } from "../../../test/helm/render.ts";
import type { Json } from "../../../test/schemas/facts.ts";
import type { GivenChart } from "./given-charts.ts";
import { leavesOf, type Path, type Values, valueAt, withKey, withoutKey } from "./paths.ts";
import { rightFile, rightFor, UNDECLARED } from "./right-files.ts";

/** The results of upgrades. Each line names the charts, the key and the note. */
export interface UpgradeCount {
  readonly pairs: number;
  readonly files: number;
  readonly atHand: number;
  /** Settings, and those of them that were in effect, and still are. */
  readonly settings: number;
  readonly inEffect: number;
  readonly kept: number;
  /** Settings that were in effect and are not, without a word. */
  readonly lost: readonly string[];
  /** Settings that had no effect and come to have one, without a word. */
  readonly untold: readonly string[];
  /** Sentences that rendering shows to be false. */
  readonly wrong: readonly string[];
  /** Keys of which `check` and `diff` report something else than `upgrade`. */
  readonly disagreements: readonly string[];
  readonly comments: { readonly before: number; readonly after: number };
}

interface Case {
  readonly from: GivenChart;
  readonly to: GivenChart;
  readonly isAtHand: boolean;
  readonly text: string;
  readonly values: Values;
}

interface Upgraded extends Case {
  readonly name: string;
  readonly upgrade: ValuesUpgrade;
  readonly after: string;
  readonly now: Values;
  readonly keys: readonly Path[];
  /** Keys that are reported as removed from the chart, and are not set. */
  readonly removed: readonly Path[];
}

/** Upgrades files between pairs of charts, every other file with the local charts. */
export async function judgeUpgrades(
  charts: readonly GivenChart[],
  program: string,
  pairs: number,
  files: number,
  seed: number,
): Promise<UpgradeCount> {
  const dice = new Dice(seed);
  const chosen = pairsOf(charts, pairs, dice);
  const cases = Array.from({ length: files }, (_, index) => caseOf(chosen, index, dice));
  const upgraded: Upgraded[] = [];
  for (const judgedCase of cases) upgraded.push(await upgradedOf(judgedCase));
  const rendered = await renderAll(
    program,
    upgraded.flatMap(({ from, to, values, now, keys, removed }) => [
      { files: from.files, values: [values, ...keys.map((key) => withoutKey(values, key))] },
      {
        files: to.files,
        values: [
          now,
          ...keys.map((key) => withoutKey(now, key)),
          ...removed.map((key) =>
            withKey(now, key, rightFor(key, new Dice(1), valueAt(from.values, key) ?? "own")),
          ),
        ],
      },
    ]),
  );
  const judged = await Promise.all(
    upgraded.map((upgrade, index) => {
      const [before, after] = [rendered[2 * index] ?? [], rendered[2 * index + 1] ?? []];
      const differs = (renderings: typeof before, position: number) =>
        renderings[0]?.error !== renderings[position]?.error ||
        renderings[0]?.text !== renderings[position]?.text;
      return judgedOf(upgrade, {
        before: (key) => differs(before, 1 + key),
        after: (key) => differs(after, 1 + key),
        removed: (key) => differs(after, 1 + upgrade.keys.length + key),
        refused: before[0]?.error === undefined ? after[0]?.error : undefined,
      });
    }),
  );
  const all = (list: (verdict: (typeof judged)[number]) => readonly string[]) => judged.flatMap(list);
  const sum = (figure: (verdict: (typeof judged)[number]) => number) =>
    judged.reduce((total, verdict) => total + figure(verdict), 0);
  const comments = (text: string) => text.match(/# note \d+/g)?.length ?? 0;
  return {
    pairs: chosen.length,
    files,
    atHand: cases.filter(({ isAtHand }) => isAtHand).length,
    settings: upgraded.reduce((total, { keys }) => total + keys.length, 0),
    inEffect: sum(({ inEffect }) => inEffect),
    kept: sum(({ kept }) => kept),
    lost: all(({ lost }) => lost),
    untold: all(({ untold }) => untold),
    wrong: all(({ wrong }) => wrong),
    disagreements: all(({ disagreements }) => disagreements),
    comments: {
      before: upgraded.reduce((total, { text }) => total + comments(text), 0),
      after: upgraded.reduce((total, { after }) => total + comments(after), 0),
    },
  };
}

type Pair = readonly [from: GivenChart, to: GivenChart];

/** Different pairs of charts; four of five go up. */
function pairsOf(charts: readonly GivenChart[], count: number, dice: Dice): readonly Pair[] {
  const all = charts.flatMap((from, old) =>
    charts.flatMap((to, now) => (old === now ? [] : [{ pair: [from, to] as const, isUp: old < now }])),
  );
  const found: Pair[] = [];
  while (found.length < count && all.length > 0) {
    const wanted = all.filter(({ isUp }) => isUp === found.length % 5 < 4);
    const drawn = dice.pick(wanted.length > 0 ? wanted : all);
    found.push(drawn.pair);
    all.splice(all.indexOf(drawn), 1);
  }
  return found;
}

function caseOf(pairs: readonly Pair[], index: number, dice: Dice): Case {
  const [from, to] = pairs[index % pairs.length] as Pair;
  const undeclared = from.name === "cap-operator" ? UNDECLARED.filter(() => dice.oneIn(2)) : [];
  // Keys that only the other version declares may be written already.
  const early = leavesOf(to.values).filter((key) => valueAt(from.values, key) === undefined && dice.oneIn(4));
  const values = [...undeclared, ...early].reduce<Values>(
    (made, key) => withKey(made, key, rightFor(key, dice, valueAt(to.values, key) ?? "")),
    withOwnTexts(rightFile(from, dice, 40), [from, to], dice),
  );
  let notes = 0;
  const lines = dump(values, { lineWidth: -1 })
    .split("\n")
    .map((line) => (/^ *[\w.-]+:( \S+)?$/.test(line) && dice.oneIn(2) ? `${line} # note ${++notes}` : line));
  // Every other time that a pair comes, its charts are available.
  const isAtHand = from.name !== "cap-operator" || (index + Math.floor(index / pairs.length)) % 2 === 1;
  return { from, to, isAtHand, values, text: lines.join("\n") };
}

/** Values with another text for what both charts have as a default; sometimes a manager that neither knows. */
function withOwnTexts(values: Values, pair: Pair, dice: Dice): Values {
  const texts: readonly (readonly [Path, Json])[] = [
    [["subscriptionServer", "istioSystemNamespace"], "own-system"],
    [["subscriptionServer", "certificateManager"], "Other"],
  ];
  return texts.reduce(
    (made, [key, value]) =>
      pair.every((chart) => valueAt(chart.values, key) !== undefined) && dice.oneIn(4)
        ? withKey(made, key, value)
        : made,
    values,
  );
}

async function upgradedOf(given: Case): Promise<Upgraded> {
  const { from, to, isAtHand, text, values } = given;
  const upgrade = await engine.upgradeValues(
    stackOf(given, text, from),
    isAtHand ? { atHand: readOf(to) } : { name: `${to.name} ${to.version}` },
  );
  if (!upgrade) throw new Error(`${to.name} ${to.version} is not known.`);
  const after = upgrade.files[0]?.after ?? text;
  return {
    ...given,
    name: `${from.name} ${from.version} to ${to.version}${isAtHand ? ", at hand" : ""}`,
    upgrade,
    after,
    now: load(after) as Values,
    keys: leavesOf(values),
    removed: upgrade.notes.flatMap(({ sentence }) => {
      const [, key] = /^"([^"]+)" is removed\.$/.exec(sentence) ?? [];
      return key === undefined ? [] : [key.split(".")];
    }),
  };
}

const read = new Map<GivenChart, ReturnType<typeof readChart>>();

function readOf(chart: GivenChart): ReturnType<typeof readChart> {
  const known =
    read.get(chart) ??
    readChart(new Map(Object.entries(chart.files)), "", `${chart.name} ${chart.version} ${read.size}`);
  read.set(chart, known);
  return known;
}

function stackOf({ isAtHand }: Case, text: string, chart: GivenChart): ReleaseStack {
  const { name, version } = chart;
  const file = parseYaml(text);
  return {
    release: "own",
    files: [{ name: "values.yaml", uri: "file:///values.yaml", file }],
    helm: 3,
    sets: [],
    problems: [],
    chart: isAtHand ? { beside: { atHand: readOf(chart) } } : { release: { chart: name, version } },
  } as ReleaseStack;
}

interface Effects {
  readonly before: (key: number) => boolean;
  readonly after: (key: number) => boolean;
  readonly removed: (key: number) => boolean;
  readonly refused: string | undefined;
}

async function judgedOf(upgraded: Upgraded, effects: Effects) {
  const { name, upgrade, keys, values, now, from, to } = upgraded;
  const lost: string[] = [];
  const untold: string[] = [];
  const wrong: string[] = [];
  let [inEffect, kept] = [0, 0];
  const isDefault = (chart: GivenChart, key: Path, given: Values) =>
    isSame(valueAt(chart.values, key), valueAt(given, key));
  for (const [index, key] of keys.entries()) {
    const [before, after] = [effects.before(index), effects.after(index)];
    if (before) inEffect++;
    if (before && after) kept++;
    const line = `${name}: ${key.join(".")}`;
    if (before && !after && !isDefault(to, key, now) && !isTold(upgrade, key)) lost.push(line);
    if (!before && after && !isDefault(from, key, values) && !isTold(upgrade, key)) untold.push(line);
  }
  if (effects.refused !== undefined && !upgrade.notes.some(({ topic }) => topic === "error")) {
    lost.push(`${name}: refused, ${effects.refused.slice(-160)}`);
  }
  for (const { sentence } of upgrade.notes) {
    const ignored = /sets "([^"]+)", which .* It is ignored\.$/.exec(sentence)?.[1]?.split(".");
    const inIt = ignored && keys.flatMap((key, index) => (isBelow(key, ignored) ? [index] : []));
    if (inIt?.some((index) => effects.after(index))) wrong.push(`${name}: ${sentence}`);
    const changed = /^The default of "([^"]+)" changes/.exec(sentence)?.[1]?.split(".");
    if (changed && isSame(valueAt(from.values, changed), valueAt(to.values, changed)))
      wrong.push(`${name}: ${sentence}`);
    const fresh = /sets "([^"]+)" to the new default\.$/.exec(sentence)?.[1]?.split(".");
    if (fresh && !isDefault(to, fresh, now)) wrong.push(`${name}: ${sentence}`);
  }
  for (const [index, key] of upgraded.removed.entries()) {
    if (effects.removed(index)) wrong.push(`${name}: "${key.join(".")}" is removed.`);
  }
  return { inEffect, kept, lost, untold, wrong, disagreements: await disagreements(upgraded, effects) };
}

/** The notes of `upgrade` that `check` of the file with the other chart, or `diff`, contradicts. */
async function disagreements(upgraded: Upgraded, effects: Effects): Promise<string[]> {
  const { name, upgrade, keys, text, after, from, to } = upgraded;
  const unknown = async (source: string, chart: GivenChart) => {
    const file = parseYaml(source);
    const roots = rootsOf(file, KINDS.values);
    const analysis = new Analysis("file:///values.yaml", 0, file, roots, [stackOf(upgraded, source, chart)]);
    const found = await engine.diagnostics(analysis);
    return found
      .filter(({ code }) => code === "unknown-key" || code === "misplaced-key")
      .map(({ range }) => analysis.text.getText(range));
  };
  const [old, now] = [await unknown(text, from), await unknown(after, to)];
  const ignored = upgrade.notes.flatMap(
    ({ sentence }) => /sets "([^"]+)", which .* It is ignored\.$/.exec(sentence)?.[1]?.split(".") ?? [],
  );
  const changes = differencesOf(
    engine.effectiveData(stackOf(upgraded, text, from)),
    engine.effectiveData(stackOf(upgraded, after, to)),
  );
  return [
    ...now
      .filter((key) => !old.includes(key) && !ignored.includes(key))
      .map((key) => `${name}: check calls ${key} unknown, upgrade does not`),
    ...upgrade.notes.flatMap(({ sentence }) => {
      const path = /sets "([^"]+)", which .* It is ignored\.$/.exec(sentence)?.[1]?.split(".") ?? [];
      return path.length > 0 && !path.some((key) => now.includes(key))
        ? [`${name}: check is silent: ${sentence}`]
        : [];
    }),
    ...keys.flatMap((key, index) => {
      const gone = changes.find((change) => change.key === key.join("."));
      const isKept = effects.after(index) && gone?.before !== undefined && gone.after === undefined;
      return isKept ? [`${name}: diff has no ${key.join(".")} after`] : [];
    }),
  ];
}

/** True if a note names a key, something around it or something in it. */
function isTold({ notes }: ValuesUpgrade, key: Path): boolean {
  return notes.some(({ sentence }) =>
    [...sentence.matchAll(/"([^"]+)"/g)].some(([, name = ""]) => {
      const path = name.split(".");
      return isBelow(key, path) || isBelow(path, key);
    }),
  );
}

function isBelow(key: Path, above: Path): boolean {
  return above.every((part, index) => key[index] === part);
}

function isSame(value: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

/** The part about upgrades of the page about a run. */
export function upgradesSection(count: UpgradeCount): string {
  const { pairs, files, atHand, settings, inEffect, kept, lost, untold, wrong, disagreements, comments } =
    count;
  return `
## Upgrades

Generated files are upgraded from one version to another. A setting is in effect if Helm renders something else without it. It is *lost* if it no longer is and
no note names it. A note is *false* if rendering, or the values of the two charts, contradict it. \`check\` of the result with the other version, and \`diff\`, must agree with the notes.

| pairs of versions | files | with both local charts | settings | in effect before | in effect after | lost | false notes | new effects without a note | disagreements | comments kept |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| ${pairs} | ${files} | ${atHand} | ${settings} | ${inEffect} | ${kept} | ${lost.length} | ${wrong.length} | ${untold.length} | ${disagreements.length} | ${comments.after} of ${comments.before} |
`;
}
