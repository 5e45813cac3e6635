// `npm run judge -- --charts FOLDER`: holds the engine against charts that are at hand, each in a folder, by rendering them with Helm's
// own libraries. Nothing of the charts is kept: the page has only the names of keys.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { dump, load } from "js-yaml";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { ReleaseStack } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { engine } from "../core/support/engine.ts";
import { Dice } from "../helm/dice.ts";
import { askLibrary, type LibraryAnswer } from "../helm/library.ts";
import { type Rendering, renderAll } from "../helm/render.ts";
import type { Json } from "../schemas/facts.ts";
import type { JudgedCase } from "./cases.ts";
import { editorVerdict } from "./editor.ts";

type Values = Readonly<Record<string, Json>>;
type Files = Readonly<Record<string, string>>;

/** A chart that is judged: its files, with what makes each rendering different taken out, and its values. */
export interface GivenChart {
  readonly name: string;
  readonly version: string;
  readonly files: Files;
  readonly values: Values;
  /** What names it at the top of a values file. */
  readonly modeline: string;
}

/** The charts in a folder, or the one that it is, the oldest first. */
export function chartsIn(folder: string): GivenChart[] {
  const folders = existsSync(path.join(folder, "Chart.yaml"))
    ? [folder]
    : readdirSync(folder).map((name) => path.join(folder, name));
  return folders
    .filter((one) => existsSync(path.join(one, "Chart.yaml")))
    .map(readGiven)
    .sort((a, b) => a.version.localeCompare(b.version, undefined, { numeric: true }));
}

function readGiven(folder: string): GivenChart {
  const files = Object.fromEntries(
    textsIn(folder).map((file) => [
      path.relative(folder, file).replaceAll(path.sep, "/"),
      lasting(readFileSync(file, "utf8")),
    ]),
  );
  const { name, version } = load(files["Chart.yaml"] ?? "") as { name: string; version: string };
  const modeline = name === "cap-operator" ? `version=${version}` : `chart=${name}`;
  return { name, version, files, values: load(files["values.yaml"] ?? "") as Values, modeline };
}

function textsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (!statSync(file).isDirectory()) return [file];
    return name === "crds" ? [] : textsIn(file);
  });
}

/** A template without what is another thing each time, for a cluster that has all APIs. */
function lasting(text: string): string {
  return text
    .replace(/\.Capabilities\.APIVersions\.Has "[^"]+"/g, "(eq 1 1)")
    .replace(
      /\bgen(?:CA|SignedCert|SelfSignedCert)(?:WithKey)?\b[^{}]*?(?=\s*-?\}\})/g,
      '(dict "Cert" "cert" "Key" "key")',
    )
    .replace(/\bnow \| unixEpoch/g, "1700000000");
}

type Path = readonly string[];

/** Every key of a chart that is no mapping with keys of its own. */
function leavesOf(values: Json, at: Path = []): Path[] {
  if (!isMapping(values) || Object.keys(values).length === 0) return [at];
  return Object.entries(values).flatMap(([key, below]) => leavesOf(below, [...at, key]));
}

function sectionsOf(values: Json, at: Path = []): Path[] {
  if (!isMapping(values) || Object.keys(values).length === 0) return [];
  const below = Object.entries(values).flatMap(([key, one]) => sectionsOf(one, [...at, key]));
  return at.length > 0 ? [at, ...below] : below;
}

/** A right value for a key, and another one than its default, by its name. */
function rightFor(key: Path, dice: Dice, standard: Json): Json {
  const name = key.at(-1) ?? "";
  const team = dice.pick(["alpha", "beta"]);
  const known: Readonly<Record<string, Json>> = {
    ...{ replicas: 2, port: 8443, targetPort: 9443, memory: "800Mi", cpu: 0.4, tag: "1.2.3", logLevel: 2 },
    ...{
      pullPolicy: "Always",
      priorityClassName: "high",
      type: "LoadBalancer",
      commonName: "short.internal",
    },
    ...{ domain: "cop.cluster-a.landscape.internal", dnsTarget: "in.cluster-a.landscape.internal" },
    ...{ repository: "registry.cluster-a.internal/own", issuerName: "own", issuerNamespace: "own-issuers" },
    ...{
      issuerKind: "ClusterIssuer",
      issuerGroup: "cert-manager.io",
      rolloutDelay: "45m",
      qps: "20",
      burst: "30",
    },
    ...{ podLabels: { team }, podAnnotations: { note: team }, nodeSelector: { pool: team } },
    ...{ imagePullSecrets: [{ name: "own" }], tolerations: [{ key: "own", operator: "Exists" }] },
    ...{ podSecurityContext: { runAsNonRoot: true }, securityContext: { readOnlyRootFilesystem: true } },
    ...{ certManager: "gardener", dnsManager: "kubernetes", metricsEvaluationInterval: "30m" },
    ...{ promClientAcquireRetryDelay: "30m", metricsClientAcquireRetryDelay: "30m" },
    ...{
      capApplication: "2",
      capApplicationVersion: "2",
      capTenant: "2",
      capTenantOperation: "2",
      clusterDomain: "2",
    },
  };
  if (key.includes("maxConcurrentReconciles")) return "2";
  if (key.includes("requests")) return name === "memory" ? "60Mi" : 0.05;
  if (name in known) return known[name] ?? standard;
  return typeof standard === "boolean" ? !standard : standard;
}

/** Keys that the templates read although the charts of that name do not declare them. */
const UNDECLARED: readonly Path[] = [["logLevel"], ["webhook", "logLevel"], ["securityContext"]];

interface Mutant {
  readonly right: Values;
  readonly without: Values;
  readonly text: Values;
  readonly key: Path;
}

type Make = (chart: GivenChart, dice: Dice) => Mutant | undefined;

const isOften = (key: Path) => !key.includes("ingressGatewayLabels") && !key.includes("configMapLabels");

/** Something right with one key in it that is meant. */
function meant(chart: GivenChart, dice: Dice, keys: readonly Path[]) {
  const key = dice.pick(keys.filter(isOften));
  const base = rightFile(chart, dice, 3);
  const without = withoutKey(base, key);
  const right = withKey(without, key, rightFor(key, dice, at(chart.values, key) ?? ""));
  return { key, without, right };
}

function leafMutant(
  change: (key: Path, right: Json, dice: Dice) => readonly [at: Path, value: Json] | undefined,
): Make {
  return (chart, dice) => {
    const made = meant(chart, dice, leavesOf(chart.values));
    const changed = change(made.key, at(made.right, made.key) ?? "", dice);
    return changed && { ...made, text: withKey(made.without, ...changed) };
  };
}

function misspelt(name: string, dice: Dice): string {
  const where = 1 + dice.below(Math.max(1, name.length - 2));
  return dice.pick([
    name.slice(0, where) + name.slice(where + 1),
    `${name}s`,
    `${name.slice(0, where)}x${name.slice(where)}`,
  ]);
}

const OTHER: Readonly<Record<string, readonly Json[]>> = {
  string: [{ own: "x" }, ["own"]],
  number: ["two", { own: 1 }, [2]],
  boolean: [{ own: true }, [true], "maybe"],
  list: ["own", 7],
  mapping: ["own", 7],
};

const kindOf = (value: Json): string =>
  Array.isArray(value) ? "list" : isMapping(value) ? "mapping" : typeof value;

/** The kinds of mutants, each with one thing wrong. */
const MUTANTS: Readonly<Record<string, Make>> = {
  "typo in a key": leafMutant((key, right, dice) => [
    [...key.slice(0, -1), misspelt(key.at(-1) ?? "", dice)],
    right,
  ]),
  "typo in a section": leafMutant((key, right, dice) =>
    key.length < 2 ? undefined : [[misspelt(key[0] ?? "", dice), ...key.slice(1)], right],
  ),
  "moved key": leafMutant((key, right) =>
    key.length < 3 ? undefined : [[...key.slice(0, -2), key.at(-1) ?? ""], right],
  ),
  "wrong type": leafMutant((key, right, dice) => [key, dice.pick(OTHER[kindOf(right)] ?? ["own"])]),
  null: (chart, dice) => {
    const made = meant(chart, dice, [...leavesOf(chart.values), ...sectionsOf(chart.values)]);
    const without = withoutKey(made.without, made.key);
    return { ...made, without, text: withKey(without, made.key, null) };
  },
  "section as text or list": (chart, dice) => {
    const made = meant(chart, dice, sectionsOf(chart.values));
    return { ...made, text: withKey(made.without, made.key, dice.pick<Json>(["own", ["own"]])) };
  },
};

/** A right file: what every installation needs, and some more. */
function rightFile(chart: GivenChart, dice: Dice, most: number): Values {
  // Issuers belong to a manager, and of a label that the top level has too, only one is in effect.
  const isRight = (key: Path) =>
    !key.includes("certificateConfig") && !(key.length === 1 && /^pod[LA]/.test(key[0] ?? ""));
  const keys = leavesOf(chart.values).filter((key) => isOften(key) && isRight(key));
  const chosen = dice.several(1, most, () => dice.pick(keys));
  const needed = [
    ["subscriptionServer", "domain"],
    ["subscriptionServer", "dnsTarget"],
  ];
  return [...needed, ...chosen].reduce<Values>(
    (values, key) => withKey(values, key, rightFor(key, dice, at(chart.values, key) ?? "")),
    {},
  );
}

/** What came of the files of one kind. */
export interface KindCount {
  readonly kind: string;
  readonly files: number;
  /** How many Helm refuses, how many change nothing although what was meant would, and how many render otherwise or the same. */
  readonly refused: number;
  readonly ignored: number;
  readonly loud: number;
  /** Files that are refused or ignored about which nothing is said. */
  readonly missed: readonly string[];
  /** Right files about which something is said. */
  readonly alarms: readonly string[];
}

/** Judges right files and mutants of all charts. */
export async function judgeCharts(
  charts: readonly GivenChart[],
  program: string,
  count: number,
  seed: number,
): Promise<readonly KindCount[]> {
  const dice = new Dice(seed);
  const kinds: [string, Make][] = [
    [
      "right",
      (chart, from) => {
        const text = rightFile(chart, from, 12);
        return { text, right: text, without: text, key: [] };
      },
    ],
    ...Object.entries(MUTANTS),
  ];
  const counts: KindCount[] = [];
  for (const [kind, make] of kinds) {
    const made: { readonly chart: GivenChart; readonly mutant: Mutant }[] = [];
    for (let index = 0; made.length < count; index++) {
      const chart = charts[index % charts.length];
      const mutant = chart && make(chart, dice);
      if (chart && mutant) made.push({ chart, mutant });
    }
    const renderings = await renderAll(
      program,
      made.map(({ chart: { files }, mutant: { text, right, without } }) => ({
        files,
        values: [text, right, without],
      })),
    );
    const judged = await Promise.all(made.map((one, index) => judgedOf(kind, one, renderings[index] ?? [])));
    counts.push({
      kind,
      files: judged.length,
      refused: judged.filter(({ truth }) => truth === "refused").length,
      ignored: judged.filter(({ truth }) => truth === "ignored").length,
      loud: judged.filter(({ said }) => said.length > 0).length,
      missed: judged.flatMap(({ truth, said, line }) =>
        truth !== "other" && said.length === 0 ? [line] : [],
      ),
      alarms:
        kind === "right"
          ? judged.flatMap(({ said, line }) => (said.length > 0 ? [`${line} ${said[0]}`] : []))
          : [],
    });
  }
  return counts;
}

async function judgedOf(
  kind: string,
  { chart, mutant }: { readonly chart: GivenChart; readonly mutant: Mutant },
  [text, right, without]: readonly Rendering[],
) {
  const written = (values: Values) => `# cap-operator: values ${chart.modeline}\n${dump(values)}`;
  const base = kind === "right" ? "" : written(mutant.without);
  const { errors, warnings } = await editorVerdict({
    base,
    text: written(mutant.text),
    helm: 3,
  } as JudgedCase);
  const isIgnored =
    text?.text === without?.text && right?.text !== without?.text && kind !== "null" && kind !== "right";
  return {
    truth: text?.error === undefined ? (isIgnored ? "ignored" : "other") : "refused",
    said: [...errors, ...warnings].map(({ code, message }) => `${code}: ${message}`),
    line: `${chart.name} ${chart.version}, ${kind}: ${mutant.key.join(".")}: ${JSON.stringify(at(mutant.text, mutant.key))?.slice(0, 200)} ${(text?.error ?? "").slice(-120)}`,
  } as const;
}

/** What was compared of effective values, and where the engine and the rendering disagree. */
export interface EffectiveCount {
  readonly stacks: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}

/**
 * Compares effective values with what renders: Helm's own values of a stack, and the engine's with everything taken out of the top
 * level that components inherit, must render the same.
 */
export async function judgeEffective(
  charts: readonly GivenChart[],
  programs: { readonly render: string; readonly library: string },
  helm: HelmMajor,
  count: number,
  seed: number,
): Promise<EffectiveCount> {
  const dice = new Dice(seed);
  const stacks = Array.from({ length: count }, (_, index) => {
    const chart = charts[index % charts.length] as GivenChart;
    const files = dice.several(1, 3, () => `${dump(stackFile(chart, dice))}`);
    return { chart, files };
  });
  const given = await askLibrary(
    programs.library,
    stacks.map(({ chart, files }) => ({
      chart: { name: chart.name, values: chart.files["values.yaml"] ?? "", dependencies: [] },
      files,
      sets: [],
    })),
  );
  const told = stacks.map(({ chart, files }) => effectiveOf(chart, files, helm));
  const questions = stacks.map(({ chart }, index) => ({
    files: { ...chart.files, "values.yaml": "{}\n" },
    values: [valuesOf(given[index]), told[index]?.values ?? {}],
  }));
  const rendered = await renderAll(programs.render, questions);
  const wrong = stacks.flatMap(({ chart, files }, index) => {
    const [helms, ours] = rendered[index] ?? [];
    const isRefused = given[index]?.error !== undefined || helms?.error !== undefined;
    if (isRefused === told[index]?.isRefused && (isRefused || helms?.text === ours?.text)) return [];
    const why = isRefused
      ? (helms?.error ?? given[index]?.error)
      : (ours?.error ?? difference(helms?.text, ours?.text));
    return [`${chart.name} ${chart.version}, Helm ${helm}: ${why}\n${files.join("---\n")}`];
  });
  const refused = rendered.filter(([helms]) => helms?.error !== undefined).length;
  return { stacks: count, refused, wrong };
}

function stackFile(chart: GivenChart, dice: Dice): Values {
  const keys = [
    ...leavesOf(chart.values).filter(isOften),
    ...(chart.name === "cap-operator" ? UNDECLARED : []),
  ];
  const inherited = keys.filter((key) => key.some((one) => /^(pod|image|log|security|node|toler)/.test(one)));
  const chosen = dice.several(2, 8, () => dice.pick(dice.oneIn(2) ? inherited : keys));
  return chosen.reduce<Values>((values, key) => {
    const value =
      chart.name === "cap-operator" && dice.oneIn(25)
        ? null
        : rightFor(key, dice, at(chart.values, key) ?? "");
    return withKey(values, key, value);
  }, {});
}

function valuesOf(answer: LibraryAnswer | undefined): Values {
  return answer?.values === undefined ? {} : (JSON.parse(answer.values) as Values);
}

/** What the engine says the operator runs with, as values of which components inherit nothing. */
function effectiveOf(chart: GivenChart, texts: readonly string[], helm: HelmMajor) {
  const reference = { chart: chart.name, version: chart.version };
  const files = texts.map((text, index) => ({
    name: `${index}.yaml`,
    uri: `file:///${index}.yaml`,
    file: parseYaml(text),
  }));
  const stack = {
    release: "own",
    files,
    helm,
    sets: [],
    problems: [],
    chart: { release: reference },
  } as ReleaseStack;
  const data = engine.effectiveData(stack);
  let values: Values = {};
  for (const { path: key, value, described } of data) {
    const names = key.map(String);
    if (described !== undefined) values = withKey(values, names, at(chart.values, names) ?? "");
    else if (value !== undefined && !key.some((one) => typeof one === "number"))
      values = withKey(values, names, value as Json);
  }
  values = listsOf(data, values);
  const component = (chart.values.webhook ?? {}) as Values;
  for (const key of Object.keys(values)) {
    const isInherited = key in component || ["logLevel", "securityContext"].includes(key);
    if (isInherited) values = { ...values, [key]: emptied(values[key] ?? "") };
  }
  const isRefused =
    engine.fatalNulls(stack).length > 0 ||
    engine.stackProblems(stack).some(({ severity }) => severity === "error");
  return { values, isRefused };
}

/** Values with the items of lists, which come one by one. */
function listsOf(data: ReturnType<typeof engine.effectiveData>, values: Values): Values {
  let made = values;
  for (const { path: key, value } of data) {
    const first = key.findIndex((one) => typeof one === "number");
    if (first < 0 || value === undefined) continue;
    const names = key.slice(0, first).map(String);
    const items = [...((at(made, names) ?? []) as Json[])];
    const [index = 0, ...below] = key.slice(first) as [number, ...string[]];
    items[index] =
      below.length === 0 ? (value as Json) : withKey((items[index] ?? {}) as Values, below, value as Json);
    made = withKey(made, names, items);
  }
  return made;
}

function emptied(value: Json): Json {
  if (Array.isArray(value)) return [];
  return isMapping(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, one]) => [key, emptied(one)])
          .filter(([, one]) => isMapping(one as Json)),
      )
    : "";
}

function difference(a = "", b = ""): string {
  const [one, other] = [a.split("\n"), b.split("\n")];
  const first = one.findIndex((line, index) => line !== other[index]);
  return `line ${first + 1}: Helm has ${JSON.stringify(one[first])}, the engine ${JSON.stringify(other[first])}`;
}

function isMapping(value: Json | undefined): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(values: Json, key: Path): Json | undefined {
  return key.reduce<Json | undefined>((value, name) => (isMapping(value) ? value[name] : undefined), values);
}

function withKey(values: Values, [first = "", ...rest]: Path, value: Json): Values {
  const below = values[first];
  return {
    ...values,
    [first]: rest.length === 0 ? value : withKey(isMapping(below) ? below : {}, rest, value),
  };
}

function withoutKey(values: Values, [first = "", ...rest]: Path): Values {
  const { [first]: below, ...others } = values;
  if (rest.length === 0 || !isMapping(below)) return others;
  const left = withoutKey(below, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [first]: left };
}

/** The page about a run. */
export function chartsPage(
  charts: readonly GivenChart[],
  counts: readonly KindCount[],
  effective: Readonly<Record<HelmMajor, EffectiveCount>>,
  seed: number,
): string {
  const rows = counts.map(({ kind, files, refused, ignored, loud, missed, alarms }) => {
    const found = refused + ignored - missed.length;
    const share = refused + ignored === 0 ? "" : `${((100 * found) / (refused + ignored)).toFixed(1)} %`;
    return `| ${kind} | ${files} | ${refused} | ${ignored} | ${loud} | ${missed.length} | ${share} | ${kind === "right" ? alarms.length : ""} |`;
  });
  const stacks = ([3, 4] as const).map(
    (helm) =>
      `| ${helm} | ${effective[helm].stacks} | ${effective[helm].refused} | ${effective[helm].wrong.length} |`,
  );
  return `# Charts at hand, judged by rendering

\`npm run judge -- --charts FOLDER --seed ${seed}\` writes this page. It was written for ${charts.map(({ name, version }) => `${name} ${version}`).join(", ")}. The charts are not
part of this project. Each file is a right one, or a right one with one change, and is rendered with the libraries of Helm 3. *Ignored* means that Helm
renders the same as without the change, although what was meant renders something else. A refused or ignored file is *missed* if it has no error or warning.

| change | files | refused | ignored | with an error or warning | missed | found | false alarms |
|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join("\n")}

The effective values of generated stacks, with what components inherit and nothing left at the top level to inherit, render the same as the values
that Helm itself computes for the stack:

| Helm | stacks | refused by Helm and the engine | disagreements |
|---:|---:|---:|---:|
${stacks.join("\n")}
`;
}
