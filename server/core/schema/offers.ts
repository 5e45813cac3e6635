import * as l10n from "@vscode/l10n";
import type { ClusterNames } from "../wire/values.ts";
import type { Path } from "../yaml/tree.ts";
import { defaultText, scalarChoices } from "./insert-text.ts";
import { isScalar, type SchemaModel, type SchemaNode } from "./model.ts";
import { scalarText } from "./scalar-text.ts";
import type { Snippet } from "./snippet-catalog.ts";
import { stringText } from "./string-text.ts";
import { exampleNameIn } from "./types/placeholders.ts";

/** A key that a mapping does not have yet. */
interface KeyOffer {
  readonly key: string;
  readonly node: SchemaNode;
  /** True if the mapping is of no use without the key. */
  readonly required: boolean;
}

/** A value that fits a place, as YAML on one line. */
export interface ValueOffer {
  readonly text: string;
  /** The reason for the proposal, in a few words. */
  readonly reason: string;
  /** True for the default of the place, unless another value is more likely by the rest of the text. */
  readonly isDefault: boolean;
  /** True for one of a few values that the place accepts; otherwise users may just as well write another one. */
  readonly isChoice: boolean;
}

/** The keys that a mapping could have in addition to those that are present, in the schema's order. */
export function keyOffers(container: SchemaNode, present: ReadonlySet<string>): KeyOffer[] {
  return [...container.properties, ...usualKeys(container)]
    .filter(([key]) => !present.has(key))
    .map(([key, node]) => ({
      key,
      node,
      required: container.required.has(key) || isNeeded(node),
    }));
}

/** True if every installation needs a key, or one in it. */
function isNeeded({ annotations, properties, shared }: SchemaNode): boolean {
  return annotations.requiredForInstall === true || (!shared && [...properties.values()].some(isNeeded));
}

/** Keys of a map that the schema does not name, but that its default or its examples use, with the value they have there. */
function usualKeys(container: SchemaNode): Map<string, SchemaNode> {
  const usual = new Map<string, SchemaNode>();
  if (!container.additional) return usual;
  const other = { ...container.additional, properties: new Map() };
  for (const [key, value] of scalarEntries(container.default)) {
    if (!container.properties.has(key)) usual.set(key, { ...other, default: value, hasDefault: true });
  }
  for (const [key, value] of container.examples.flatMap(scalarEntries)) {
    if (!container.properties.has(key) && !usual.has(key)) usual.set(key, { ...other, examples: [value] });
  }
  return usual;
}

function scalarEntries(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter(([, entry]) => typeof entry !== "object");
}

/** Sources of proposed values beside the schema. */
export interface ValueSources {
  /** Names that exist in clusters. */
  readonly names: readonly ClusterNames[];
  /** Values that others make likely, with the keys of those. */
  readonly likely?: readonly { readonly text: string; readonly from: string }[];
}

/**
 * The values proposed at a path, each once: those that other values make likely, the default, allowed values, names that exist in clusters,
 * examples, and the form of a value. A default that is a host belongs to another cluster if the file names one. An example with a reserved
 * name is left out, because nobody could keep it. An empty string is proposed only among other allowed values, as the last of them.
 */
export function valueOffers(
  model: SchemaModel,
  path: Path,
  { names, likely = [] }: ValueSources,
  flow = false,
): ValueOffer[] {
  const node = valueNode(model, path);
  if (!node) return [];
  const offers = new Map<string, ValueOffer>();
  const choices = scalarChoices(node);
  const add = (text: string, reason: string, isDefault = false) => {
    if (!offers.has(text)) offers.set(text, { text, reason, isDefault, isChoice: choices.includes(text) });
  };
  for (const { text, from } of likely) add(text, l10n.t("as in {0}", from));
  const standard = isEmpty(node.default) ? scalarText(node.default) : isScalar(node) && defaultText(node);
  if (standard) add(standard, l10n.t("default"), likely.length === 0);
  const { perChart = [], requiredForInstall } = node.annotations;
  for (const [index, { chart, ...facts }] of perChart.entries()) {
    const chartDefault = "default" in facts ? scalarText(facts.default) : scalarText("");
    if (chartDefault !== scalarText("") && !requiredForInstall)
      add(chartDefault, l10n.t("default in {0}", chart), index === 0 && likely.length === 0);
  }
  for (const choice of choices) {
    const only = perChart.find(({ values = [] }) => values.some((value) => scalarText(value) === choice));
    add(choice, only ? l10n.t("allowed in {0}", only.chart) : l10n.t("allowed"));
  }
  for (const { name, contexts } of nameOffers(model, path, names)) {
    add(stringText(name, { flow, quote: "" }), l10n.t("from context {0}", contexts.join(", ")));
  }
  for (const example of node.examples) {
    const isReserved = String(example).includes("example") && exampleNameIn(String(example)) !== undefined;
    if (typeof example !== "object" && !isReserved) add(scalarText(example), l10n.t("example"));
  }
  if (node.annotations.placeholder) add(node.annotations.placeholder, l10n.t("form"));
  return [...offers.values()];
}

/** The schema at a path. A key that the schema does not name takes its value from the default or example that has it. */
function valueNode(model: SchemaModel, path: Path): SchemaNode | undefined {
  const container = model.at(path.slice(0, -1));
  const key = path.at(-1);
  const usual = typeof key === "string" && container ? usualKeys(container).get(key) : undefined;
  return usual ?? model.at(path);
}

/**
 * The parent keys to write before a snippet's keys so that it fits in the mapping at `path`; none if its keys belong right there.
 * `undefined` if the snippet does not belong there, or if a key that it would write is already present.
 */
export function snippetParents(snippet: Snippet, path: Path, present: ReadonlySet<string>): Path | undefined {
  const target = snippet.paths.find((place) => path.every((segment, index) => place[index] === segment));
  if (!target) return undefined;
  const parents = target.slice(path.length);
  const written = parents[0] === undefined ? snippet.keys : [String(parents[0])];
  return written.some((key) => present.has(key)) ? undefined : parents;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** A name that fits a place, and the contexts in which it exists. */
interface NameOffer {
  readonly name: string;
  readonly contexts: readonly string[];
}

/** The names of clusters that fit a place, each once, in the order in which they were reported. */
function nameOffers(model: SchemaModel, path: Path, known: readonly ClusterNames[]): NameOffer[] {
  if (known.length === 0) return [];
  const contexts = new Map<string, Set<string>>();
  for (const names of known) {
    for (const name of namesAt(model, path, names)) {
      if (name === undefined || name === "") continue;
      const inContexts = contexts.get(name) ?? new Set();
      contexts.set(name, inContexts.add(names.context));
    }
  }
  return [...contexts].map(([name, inContexts]) => ({ name, contexts: [...inContexts] }));
}

function namesAt(
  model: SchemaModel,
  path: Path,
  { issuers, domains, dnsTargets }: ClusterNames,
): readonly (string | undefined)[] {
  // The manager that reads this part of the configuration; issuers of others are of no use here.
  const manager = model.at(path.slice(0, -1))?.annotations.manager;
  const fitting = issuers.filter((issuer) => issuer.manager === manager);
  switch (model.at(path)?.annotations.fact) {
    case "domain":
      return domains;
    case "dnsTarget":
      return dnsTargets;
    case "issuerName":
      return fitting.map(({ name }) => name);
    case "issuerNamespace":
      return fitting.map(({ namespace }) => namespace);
    case "issuerKind":
      return fitting.map(({ kind }) => kind);
    case "issuerGroup":
      return fitting.map(({ group }) => group);
    default:
      return [];
  }
}
