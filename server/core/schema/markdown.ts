import * as l10n from "@vscode/l10n";
import type { KeyComment } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import { cut } from "../yaml/shown.ts";
import type { Path } from "../yaml/tree.ts";
import type { ChartFacts, Inheritance } from "./annotations.ts";
import type { SchemaNode, TypeName } from "./model.ts";
import { scalarText } from "./scalar-text.ts";

/** The types of a place and its default, in a few words: `whole number, default 1`. */
export const summary = memo((node: SchemaNode): string => {
  const type = typeText(node);
  if (node.hasDefault) return l10n.t("{0}, default {1}", type, cut(scalarText(node.default), 40));
  if (node.annotations.requiredForInstall) return l10n.t("{0}, required for the installation", type);
  return type;
});

/** A path as people write it: `controller.volumes[0].name`. */
export function pathText(path: Path): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join("");
}

/** The heading above the documentation of a place: its path and its types, or the type that the chart's comment names if nothing else is known. */
export function heading(path: Path, node: SchemaNode, comment?: KeyComment): string {
  const named = node.annotations.guessed ? comment?.type : undefined;
  return `**${literal(cut(pathText(path), 200))}** · ${code(named === undefined ? typeText(node) : cut(named, 60))}`;
}

/**
 * The documentation of a place as Markdown: its description, the comment in the local chart, default and allowed values, overriding keys, and
 * a link to the page about it.
 */
export function documentation(
  path: Path,
  node: SchemaNode,
  root: SchemaNode,
  link: string,
  comment?: KeyComment,
): string {
  const texts = ownTextsOf(node);
  const { description, facts } = texts;
  const overridden = overriddenText(path, node, root);
  const all = [
    ...defaultTexts(node, texts, comment),
    ...facts,
    ...(overridden === undefined ? [] : [overridden]),
  ];
  const parts = [
    description,
    commentText(comment, description === ""),
    all.map((fact) => `- ${fact}`).join("\n"),
    `[${l10n.t("Documentation")}](${link})`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * The description of a place in the schema, in the language of the reader. Texts that are not in the bundles (documentation of Kubernetes,
 * comments of a chart's author) stay as they are.
 */
export function described({ description }: SchemaNode): string {
  return description === undefined ? "" : l10n.t(description);
}

/** The texts of a schema node that hold wherever it applies, as Markdown. */
interface OwnTexts {
  readonly description: string;
  /** Its default, if it has one. */
  readonly standard: readonly string[];
  readonly facts: readonly string[];
}

const ownTextsOf = memo(
  (node: SchemaNode): OwnTexts => ({
    description: prose(described(node)),
    standard: node.hasDefault ? [l10n.t("Default: {0}", code(cut(scalarText(node.default), 120)))] : [],
    facts: ownFacts(node),
  }),
);

/** The comment of the chart's author on a key, as Markdown that is text; empty if there is none. */
function commentText(comment: KeyComment | undefined, isAlone: boolean): string {
  if (comment === undefined || comment.text === "") return "";
  const paragraphs = cut(comment.text, LONGEST_COMMENT)
    .split(/\n\s*\n/)
    .map(literal)
    .join("\n\n");
  return isAlone ? paragraphs : l10n.t("Comment in the chart: {0}", paragraphs);
}

/** A hover shows the comment, not a window of its own, so it is cut. */
const LONGEST_COMMENT = 1000;

/** The default, and its name in the chart's comment (`@default -- text` of helm-docs), which stands for an empty one. */
function defaultTexts(
  node: SchemaNode,
  { standard }: OwnTexts,
  comment: KeyComment | undefined,
): readonly string[] {
  if (comment?.default === undefined) return standard;
  const words = literal(cut(comment.default, 200));
  return isEmptyValue(node.default)
    ? [l10n.t("Default: {0}", words)]
    : [...standard, l10n.t("In the chart: {0}", words)];
}

function isEmptyValue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === "";
}

function ownFacts(node: SchemaNode): string[] {
  const facts: string[] = [];
  const { annotations } = node;
  if (annotations.subchart !== undefined)
    facts.push(l10n.t("From the subchart {0}", code(cut(annotations.subchart, 80))));
  if (annotations.onlyIn !== undefined) facts.push(l10n.t("Only in the chart {0}", annotations.onlyIn));
  for (const each of (annotations.perChart ?? []).flatMap(ofChart)) facts.push(each);
  if (annotations.chartDefault)
    facts.push(l10n.t("In the chart: {0}", prose(l10n.t(annotations.chartDefault))));
  if (annotations.requiredForInstall) facts.push(`**${l10n.t("Required for the installation.")}**`);
  if (annotations.placeholder) facts.push(l10n.t("Form: {0}", code(annotations.placeholder)));
  if (node.allowed) {
    facts.push(l10n.t("Allowed: {0}", node.allowed.map((value) => code(scalarText(value))).join(", ")));
  }
  const range = rangeText(node);
  if (range) facts.push(range);
  for (const each of limitTexts(node)) facts.push(each);
  if (node.examples.length > 0) {
    const examples = node.examples.map((value) => code(cut(scalarText(value), 60)));
    facts.push(l10n.t("Examples: {0}", examples.join(", ")));
  }
  if (annotations.since) facts.push(l10n.t("Since chart version {0}", annotations.since));
  if (annotations.sinceManager) facts.push(l10n.t("Since manager version {0}", annotations.sinceManager));
  if (annotations.removed) facts.push(l10n.t("Removed in chart version {0}", annotations.removed));
  if (annotations.topLevel) {
    const { key, how } = annotations.topLevel;
    facts.push(inheritanceText(key, how));
  }
  return facts;
}

/** The facts of one of the possible charts while the chart is not decided. */
function ofChart({ chart, values = [], chartDefault, ...facts }: ChartFacts): string[] {
  const allowed = values.map((value) => code(scalarText(value))).join(", ");
  return [
    ...("default" in facts
      ? [l10n.t("Default in {0}: {1}", chart, code(cut(scalarText(facts.default), 120)))]
      : chartDefault === undefined
        ? []
        : [l10n.t("In {0}: {1}", chart, prose(l10n.t(chartDefault)))]),
    ...(allowed === "" ? [] : [l10n.t("Only {0} allows: {1}", chart, allowed)]),
  ];
}

function inheritanceText(key: string, how: Inheritance): string {
  switch (how) {
    case "replace":
      return l10n.t("Overrides the top-level `{0}` when it is not empty.", key);
    case "merge":
      return l10n.t("Merged with the top-level `{0}`; the entry here wins.", key);
    case "merge-top-wins":
      return l10n.t("Merged with the top-level `{0}`; the entry of the top level wins.", key);
  }
}

function overriddenText(path: Path, { annotations }: SchemaNode, root: SchemaNode): string | undefined {
  if (!annotations.componentLevel) return undefined;
  const text = pathText(path);
  const components = [...root.properties].filter(([, node]) => node.annotations.meaning === "component");
  const takers = components.filter(([, component]) => takes(component, path, text));
  const keys = takers.map(([component]) => `\`${component}.${text}\``).join(", ");
  if (takers.length < components.length) return l10n.t("Used only where {0} is empty.", keys);
  switch (annotations.componentLevel) {
    case "replace":
      return l10n.t("For all components. Overridden by {0} where that is not empty.", keys);
    case "merge":
      return l10n.t("Added to every component. Merged with {0}; the component's entry wins.", keys);
    case "merge-top-wins":
      return l10n.t("Added to every component. Merged with {0}; the entry here wins.", keys);
  }
}

/** The type names of a place in the words of the messages, joined: `text or number`. */
export function typeText(node: SchemaNode): string {
  if (node.types.length === 0) return l10n.t("any");
  const names = node.types.map((type) => (type === "array" ? listName(node.items) : TYPE_NAMES[type]()));
  return names.reduce((before, name) => l10n.t("{0} or {1}", before, name));
}

const TYPE_NAMES: Record<TypeName, () => string> = {
  array: () => l10n.t("list"),
  boolean: () => l10n.t({ message: "boolean", comment: "type" }),
  integer: () => l10n.t({ message: "whole number", comment: "type" }),
  null: () => "null",
  number: () => l10n.t({ message: "number", comment: "type" }),
  object: () => l10n.t({ message: "mapping", comment: "type" }),
  string: () => l10n.t({ message: "text", comment: "type" }),
};

const LIST_NAMES: Partial<Record<TypeName, () => string>> = {
  boolean: () => l10n.t("list of booleans"),
  integer: () => l10n.t("list of whole numbers"),
  number: () => l10n.t("list of numbers"),
  object: () => l10n.t("list of mappings"),
  string: () => l10n.t("list of texts"),
};

function listName(items: SchemaNode | undefined): string {
  const [type, ...others] = items?.types ?? [];
  const named = type === undefined || others.length > 0 ? undefined : LIST_NAMES[type];
  return (named ?? TYPE_NAMES.array)();
}

/** The demands of the API server on a text or list, as Markdown. */
function limitTexts({ limits, fieldGroups }: SchemaNode): string[] {
  const { pattern, minLength, maxLength, minItems, maxItems } = limits ?? {};
  return [
    ...(pattern === undefined ? [] : [l10n.t("Pattern: {0}", code(cut(pattern, 200)))]),
    ...lengthText(minLength, maxLength),
    ...countText(minItems, maxItems),
    ...fieldGroups.map(({ message }) => l10n.t("Rule: {0}", literal(message))),
  ];
}

function lengthText(least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && most !== undefined) return [l10n.t("Characters: {0} to {1}", least, most)];
  if (least !== undefined) return [l10n.t("Characters: at least {0}", least)];
  return most === undefined ? [] : [l10n.t("Characters: at most {0}", most)];
}

function countText(least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && most !== undefined) return [l10n.t("Entries: {0} to {1}", least, most)];
  if (least !== undefined) return [l10n.t("Entries: at least {0}", least)];
  return most === undefined ? [] : [l10n.t("Entries: at most {0}", most)];
}

function rangeText({ minimum, maximum }: SchemaNode): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return l10n.t("Range: {0} to {1}", minimum, maximum);
  if (minimum !== undefined) return l10n.t("At least {0}", minimum);
  if (maximum !== undefined) return l10n.t("At most {0}", maximum);
  return undefined;
}

/** True if a component has a key that takes the value of the top level at a path. */
function takes(component: SchemaNode, path: Path, topLevel: string): boolean {
  let current: SchemaNode | undefined = component;
  for (const segment of path)
    current = typeof segment === "string" ? current?.properties.get(segment) : current?.items;
  return current?.annotations.topLevel?.key === topLevel;
}

/**
 * Prose as Markdown. Code in backticks, lists and addresses of the documentation of Kubernetes stay; plain text of upstream descriptions that
 * looks like markup, such as `<key, value>`, is shown as it stands. No other address becomes a link, because a chart or a definition (CRD)
 * may have the text.
 */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeProse(part)))
    .join("");
}

/** Text that someone else wrote, shown character by character and on one line. Nothing in it becomes a link. */
export function literal(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()<>#|~!]/g, "\\$&")
    .replace(ADDRESS_SIGN, "\\$&");
}

/**
 * The signs by which readers of Markdown recognize an address that is not in brackets: `//`, `www.`, and `@` before a host with a dot (GitHub
 * Flavored Markdown, "Autolinks (extension)"; linkify-it also links `//host`).
 */
const ADDRESS_SIGN = /:(?=\/\/)|\/(?=\/)|(?<=www)\.|@(?=[^\s@]*\.)/gi;

/** The documentation of Kubernetes, which descriptions of its types name. */
const DOCUMENTATION = /(https:\/\/(?:kubernetes\.io|examples\.k8s\.io)\/)/;

/** Text as code, whatever backticks it contains. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = [...line.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function escapeProse(text: string): string {
  return text
    .replace(/[\\<|~[\]]/g, "\\$&")
    .replaceAll("*", "\\*")
    .replace(/^([ \t]*)\\\*(?= )/gm, "$1*")
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
    .replace(/^([ \t]*)([#>])/gm, "$1\\$2")
    .split(DOCUMENTATION)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(ADDRESS_SIGN, "\\$&")))
    .join("");
}
