import type { NamedChart, ReadChart, Umbrella } from "../chart/chart.ts";
import { findProperty } from "../yaml/lookup.ts";
import { findModeline } from "../yaml/modeline.ts";
import { narrowed } from "../yaml/narrow.ts";
import type { DocumentKind, ValuesRoot, YamlDocument, YamlFile } from "../yaml/tree.ts";
import {
  type ChartKeys,
  countKeys,
  decidingKey,
  isMostlyForeign,
  topMapping,
  topString,
} from "./chart-keys.ts";
import { type GlobPath, matchingGlob } from "./glob.ts";
import { isOperatorChart } from "./operator-chart.ts";
import { wellKnownFile } from "./well-known-files.ts";

/** Why a file is, or is not, one of ours. */
export type OwnershipReason =
  | "modeline"
  | "modeline-off"
  | "modeline-unknown"
  | "setting"
  | "setting-excluded"
  | "release"
  | "operator-chart"
  | "umbrella-chart"
  | "operator-resource"
  | "content"
  | "file-name"
  | "chart-template"
  | "other-chart"
  | "well-known-file"
  | "no-evidence"
  | "foreign-keys"
  | "too-large";

/**
 * How strong the evidence is that a file is ours. `likely` rests on its name alone: the file gets help with writing (completion,
 * hovers), but nothing is reported about it or done to it that would be a nuisance if it were another product's.
 */
export type EvidenceStrength = "certain" | "likely";

/** The nearest `Chart.yaml` next to or above a file. */
export interface ChartEvidence {
  /** The chart's name; empty if its description has none or cannot be read. */
  readonly name: string;
  /** Its version, if the description has one that can be read. */
  readonly version?: string;
  /** The file's path from the chart's folder, with forward slashes. */
  readonly path: string;
  /** The chart's files, where they were read. */
  readonly atHand?: ReadChart;
  /** The operator's chart, if this one brings it along. */
  readonly brings?: NamedChart;
}

/** What is known about a file besides its text. */
export interface OwnershipEvidence extends GlobPath {
  /** Globs of the settings: files that are ours, and files that are not. */
  readonly files: readonly string[];
  readonly excludeFiles: readonly string[];
  readonly chart: ChartEvidence | undefined;
  /** The name of a release of the settings that has this file among its values files. */
  readonly release?: string | undefined;
  /** The chart that the file's values are for, if that brings the operator's along. */
  readonly umbrella?: Umbrella | undefined;
  readonly keys: ChartKeys;
  /** What the previous version was, if it was ours: while the user types, one odd key does not change that. */
  readonly was?: { readonly strength: EvidenceStrength; readonly reason: OwnershipReason } | undefined;
}

/** The answer: what the file is, why, and where in it our values are. */
export interface Ownership {
  /** `null`: not ours. */
  readonly kind: DocumentKind | null;
  /** `null` if nothing says that it is ours. A file that cannot be read has the strength that it would have had. */
  readonly strength: EvidenceStrength | null;
  readonly reason: OwnershipReason;
  /** One or two sentences for the user. */
  readonly explanation: string;
  readonly roots: readonly ValuesRoot[];
  /** The part of the file that is ours, which the documents of the roots belong to, and whose rest it is; absent if all of it is ours. */
  readonly part?: { readonly file: YamlFile; readonly umbrella: Umbrella };
}

/** The kind of the operator resource. */
const OPERATOR_KIND = "CAPOperator";

const VALUES_NAME = /^(values|values-.+|.+\.values|.+-values)\.ya?ml$/;
const CHARTS_OWN_VALUES = /^((ci\/)?values([-.][^/]*)?|ci\/[^/]*-values)\.ya?ml$/;
const TEMPLATE_CONTROL = /^\s*\{\{-?\s*(if|else|end|range|with|define|block)\b/m;

/** Decides which documents of a file are ours, and how sure that is. The first evidence in the order below settles it. */
export function ownership(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const modeline = findModeline(file.text);
  if (modeline?.meaning === "off") {
    return notOurs("modeline-off", "The comment `# cap-operator: off` at the top switches this file off.");
  }
  if (modeline && modeline.meaning !== "unknown") {
    const kind = modeline.meaning;
    const what = kind === "values" ? "a values file" : "an operator resource";
    const said = `The comment \`# cap-operator: ${kind}\` at the top marks this file as ${what}.`;
    if (kind === "operator") return readable(file, claim(file, kind, "modeline", said));
    return readable(file, claimValues(file, evidence, "modeline", said));
  }
  const decided = readable(
    file,
    excluded(evidence) ??
      neverOurs(file, evidence) ??
      claimed(file, evidence) ??
      byContent(file, evidence) ??
      whileChanged(file, evidence) ??
      byFileName(file, evidence),
  );
  if (!modeline) return decided;
  const complaint = `The comment \`# cap-operator: ${modeline.word}\` is not recognised: write values, operator or off.`;
  return { ...decided, reason: "modeline-unknown", explanation: `${complaint} ${decided.explanation}` };
}

function excluded(evidence: OwnershipEvidence): Ownership | undefined {
  const glob = matchingGlob(evidence.excludeFiles, evidence);
  if (glob === undefined) return undefined;
  return notOurs("setting-excluded", `The setting capOperator.excludeFiles excludes this file (${glob}).`);
}

function neverOurs(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, path } = evidence;
  const hasBraces = file.text.includes("{{");
  if (chart?.path.startsWith("templates/") || (hasBraces && path.includes("/templates/"))) {
    return notOurs("chart-template", "This file is a template of a chart, not a values file.");
  }
  if (hasBraces && TEMPLATE_CONTROL.test(file.text)) {
    return notOurs("chart-template", "This file contains template actions, so it is not plain YAML.");
  }
  if (chart && !isOurs(chart, evidence) && !evidence.umbrella && CHARTS_OWN_VALUES.test(chart.path)) {
    return notOurs("other-chart", `These are the values of another chart${named(chart)}.`);
  }
  const tool = wellKnownFile(evidence);
  if (tool === undefined) return undefined;
  return notOurs("well-known-file", `By its name and location, this file is ${tool}.`);
}

function claimed(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart } = evidence;
  const glob = matchingGlob(evidence.files, evidence);
  if (glob !== undefined) {
    const said = `The setting capOperator.files includes this file (${glob}).`;
    return claimValues(file, evidence, "setting", said);
  }
  if (evidence.release !== undefined) {
    const said = `The setting capOperator.releases lists this file in the values of release ${evidence.release}.`;
    return claimValues(file, evidence, "release", said);
  }
  if (chart && isOurs(chart, evidence) && VALUES_NAME.test(fileName(evidence))) {
    return claim(file, "values", "operator-chart", `This is a values file of the chart ${chart.name}.`);
  }
  return ofUmbrella(file, evidence);
}

/** The values of a chart that brings the operator's along: by their name beside it, else by its key in them. */
function ofUmbrella(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, umbrella } = evidence;
  if (umbrella === undefined || isManifest(file.documents[0])) return undefined;
  const isOwn = CHARTS_OWN_VALUES.test(chart?.path ?? "");
  const isNamed = isOwn || (VALUES_NAME.test(fileName(evidence)) && hasRoomForKey(file, evidence));
  if (!hasKey(file, umbrella.key) && !(chart?.brings !== undefined && isNamed)) return undefined;
  const who = chart?.brings === undefined ? `The chart ${umbrella.name}` : "Chart.yaml";
  return claimPart(file, umbrella, "umbrella-chart", belowKey(who, umbrella));
}

/** Claims the values in a file, which may be only a part of it. */
function claimValues(
  file: YamlFile,
  evidence: OwnershipEvidence,
  reason: OwnershipReason,
  said: string,
): Ownership {
  const { umbrella } = evidence;
  if (umbrella === undefined) return claim(file, "values", reason, said);
  // What a release installs with a chart is that chart's, whatever is in it.
  const isPart = reason === "release" || hasKey(file, umbrella.key) || hasRoomForKey(file, evidence);
  if (!isPart) return claim(file, "values", reason, said);
  return claimPart(file, umbrella, reason, `${said} ${belowKey(`The chart ${umbrella.name}`, umbrella)}`);
}

function claimPart(file: YamlFile, umbrella: Umbrella, reason: OwnershipReason, said: string): Ownership {
  const part = narrowed(file, umbrella.key);
  return { ...claim(part, "values", reason, said), part: { file: part, umbrella } };
}

function belowKey(who: string, { key, dependency }: Umbrella): string {
  return `${who} lists ${dependency.name} as a dependency, so its values are below "${key}".`;
}

function hasKey({ documents }: YamlFile, key: string): boolean {
  return documents.some(({ root }) => root?.type === "object" && findProperty(root, key) !== undefined);
}

/** Whether a file without the key of the dependency may be for the chart around it: it has no values of the operator at its top. */
function hasRoomForKey({ documents }: YamlFile, { keys }: OwnershipEvidence): boolean {
  return documents.every((document) => {
    const root = topMapping(document);
    return root === "nothing" || (root !== "something-else" && decidingKey(root, keys) === undefined);
  });
}

function byContent(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const decided = new Map<YamlDocument, string | undefined>();
  for (const document of file.documents) {
    if (isOperatorResource(document)) decided.set(document, undefined);
    else {
      const key = valuesKey(document, evidence);
      if (key !== undefined) decided.set(document, key);
    }
  }
  const [first] = decided;
  if (first === undefined) return undefined;
  const roots = rootsOf(file, (document) => {
    if (!decided.has(document)) return undefined;
    return decided.get(document) === undefined ? "operator" : "values";
  });
  const [, key] = first;
  return key === undefined
    ? ours(roots, "operator-resource", `This file contains a resource of kind ${OPERATOR_KIND}.`)
    : ours(roots, "content", `This file sets ${key}, which only the operator's chart has.`);
}

/** The key that makes it certain that a document holds values of our chart. */
function valuesKey(document: YamlDocument, { keys }: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  return typeof root === "string" || isManifest(document) ? undefined : decidingKey(root, keys);
}

/**
 * The documents of a file that was ours because of a key that it no longer has, while one of its keys is being changed. That may
 * be the same key, so nothing is taken away between two letters.
 */
function whileChanged(file: YamlFile, { keys, was }: OwnershipEvidence): Ownership | undefined {
  if (was?.reason !== "content") return undefined;
  const roots = rootsOf(file, (document) => {
    const root = topMapping(document);
    if (typeof root === "string" || isManifest(document)) return undefined;
    const count = countKeys(root, keys);
    // A key without its colon is a syntax problem.
    const isChanging = file.problems.length > 0 || count.unknown.length > 0;
    return isChanging && !isMostlyForeign(count) ? "values" : undefined;
  });
  const said = "This file had keys that only the operator's chart has, and one of its keys is being changed.";
  return roots.length === 0 ? undefined : ours(roots, "content", said);
}

/** What a file is likely to be by its name, unless its place or its content speaks against it. */
function byFileName(file: YamlFile, evidence: OwnershipEvidence): Ownership {
  const name = fileName(evidence);
  if (!VALUES_NAME.test(name)) {
    return notOurs("no-evidence", "Nothing in this file's name, location or content indicates CAP Operator.");
  }
  if (evidence.chart && !isOurs(evidence.chart, evidence)) {
    const { chart } = evidence;
    return notOurs("other-chart", `This file is in the folder of another chart${named(chart)}.`);
  }
  const objections = new Map(file.documents.map((document) => [document, objection(document, evidence)]));
  const filled = file.documents.filter((document) => topMapping(document) !== "nothing");
  const said = filled.map((document) => objections.get(document));
  const foreign = said.find((complaint) => complaint !== undefined);
  if (foreign !== undefined && said.every((complaint) => complaint !== undefined)) {
    return notOurs("foreign-keys", `The file is named like a values file, but ${foreign}.`);
  }
  const roots = rootsOf(file, (document) => (objections.get(document) === undefined ? "values" : undefined));
  const why =
    filled.length === 0
      ? "is still empty"
      : "has keys of the operator's chart, but only keys that other charts have as well";
  const meaning = "So it is likely, not certain, that it is for CAP Operator.";
  return {
    ...ours(roots, "file-name", `The file is named like a values file (${name}) and ${why}. ${meaning}`),
    strength: "likely",
  };
}

/** What speaks against a document in a file that is named like a values file. */
function objection(document: YamlDocument, { keys, was }: OwnershipEvidence): string | undefined {
  const root = topMapping(document);
  if (root === "nothing") return undefined;
  if (root === "something-else") return "its top level is not a mapping";
  const count = countKeys(root, keys);
  const isTolerated = was !== undefined && count.known > 0 && !isMostlyForeign(count);
  if (count.unknown.length === 0 || isTolerated) return undefined;
  const are = count.unknown.length === 1 ? "is" : "are";
  return `${quoted(count.unknown)} ${are} not in the operator's chart`;
}

function isOperatorResource(document: YamlDocument): boolean {
  return topString(document, "kind") === OPERATOR_KIND;
}

function isManifest(document: YamlDocument | undefined): boolean {
  if (document === undefined) return false;
  return topString(document, "kind") !== undefined && topString(document, "apiVersion") !== undefined;
}

/** Claims a whole file; in a file of several documents, Kubernetes resources are left to themselves. */
function claim(file: YamlFile, kind: DocumentKind, reason: OwnershipReason, explanation: string): Ownership {
  const several = file.documents.length > 1;
  const roots = rootsOf(file, (own) => {
    const document = own.whole ?? own;
    if (reason !== "modeline" || several) {
      if (isOperatorResource(document)) return "operator";
      if (several && isManifest(document)) return undefined;
    }
    return kind;
  });
  return { kind: roots[0]?.kind ?? kind, strength: "certain", reason, explanation, roots };
}

function rootsOf(file: YamlFile, kindOf: (document: YamlDocument) => DocumentKind | undefined): ValuesRoot[] {
  return file.documents.flatMap((document) => {
    const kind = kindOf(document);
    return kind === undefined ? [] : [{ kind, document, node: document.root }];
  });
}

function ours(roots: readonly ValuesRoot[], reason: OwnershipReason, explanation: string): Ownership {
  return { kind: roots[0]?.kind ?? null, strength: "certain", reason, explanation, roots };
}

function notOurs(reason: OwnershipReason, explanation: string): Ownership {
  return { kind: null, strength: null, reason, explanation, roots: [] };
}

/** A file that would be ours but could not be read is left alone, and the user is told why. */
function readable(file: YamlFile, decided: Ownership): Ownership {
  if (file.refused === undefined || decided.kind === null) return decided;
  return { ...notOurs("too-large", file.refused), strength: decided.strength };
}

function isOurs({ name, atHand }: ChartEvidence, { keys }: OwnershipEvidence): boolean {
  return atHand ? isOperatorChart(atHand, keys) : keys.charts.includes(name);
}

function fileName({ path }: GlobPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function named({ name }: ChartEvidence): string {
  return name === "" ? "" : `, ${name}`;
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(", ")}, ...` : shown.join(", ");
}
