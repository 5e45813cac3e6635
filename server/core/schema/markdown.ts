import type { KeyComment } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import type { Path } from "../yaml/tree.ts";
import { code, literal, prose } from "./markdown-text.ts";
import type { SchemaNode } from "./model.ts";
import { scalarText } from "./scalar-text.ts";
import { cut } from "./shown.ts";

/** The types of a place and its default, in a few words: `integer, default 1`. */
export function summary(node: SchemaNode): string {
  const type = typeText(node);
  if (node.hasDefault) return `${type}, default ${cut(scalarText(node.default), 40)}`;
  if (node.annotations.requiredForInstall) return `${type}, required for the installation`;
  return type;
}

/** A path as people write it: `controller.volumes[0].name`. */
export function pathText(path: Path): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index > 0 ? `.${part}` : part))
    .join("");
}

/** The heading above the documentation of a place: its path and its types. */
export function heading(path: Path, node: SchemaNode): string {
  return `**${literal(cut(pathText(path), 200))}** · ${code(typeText(node))}`;
}

/**
 * The documentation of a place as Markdown: its description, what the chart at hand says about it, default and allowed values,
 * what overrides what, and a link to the page about it.
 */
export function documentation(
  path: Path,
  node: SchemaNode,
  root: SchemaNode,
  link: string,
  comment?: KeyComment,
): string {
  const { description, facts } = ownTextsOf(node);
  const overridden = overriddenText(path, node, root);
  const all = (overridden === undefined ? facts : [...facts, overridden]).map((fact) => `- ${fact}`);
  const parts = [
    description,
    commentText(comment, description === ""),
    all.join("\n"),
    `[Documentation](${link})`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What a node of the schema says wherever it applies, as Markdown. */
interface OwnTexts {
  readonly description: string;
  readonly facts: readonly string[];
}

const ownTextsOf = memo(
  (node: SchemaNode): OwnTexts => ({ description: prose(node.description ?? ""), facts: ownFacts(node) }),
);

/** What the chart's author says about a key, as Markdown that is text; empty if that is nothing. */
function commentText(comment: KeyComment | undefined, isAlone: boolean): string {
  if (comment === undefined || comment.text === "") return "";
  const paragraphs = cut(comment.text, LONGEST_COMMENT)
    .split(/\n\s*\n/)
    .map(literal)
    .join("\n\n");
  return isAlone ? paragraphs : `The chart says: ${paragraphs}`;
}

/** A comment is read in a hover, not in a window of its own. */
const LONGEST_COMMENT = 1000;

function ownFacts(node: SchemaNode): string[] {
  const facts: string[] = [];
  if (node.hasDefault) facts.push(`Default: ${code(cut(scalarText(node.default), 120))}`);
  const { annotations } = node;
  if (annotations.chartDefault) facts.push(`In the chart: ${prose(annotations.chartDefault)}`);
  if (annotations.requiredForInstall) facts.push("**Must be set for the installation to work.**");
  if (annotations.placeholder) facts.push(`Form: ${code(annotations.placeholder)}`);
  if (node.allowed) facts.push(`Allowed: ${node.allowed.map((value) => code(scalarText(value))).join(", ")}`);
  const range = rangeText(node);
  if (range) facts.push(range);
  facts.push(...limitTexts(node));
  if (node.examples.length > 0) {
    facts.push(`Examples: ${node.examples.map((value) => code(cut(scalarText(value), 60))).join(", ")}`);
  }
  if (annotations.since) facts.push(`Since chart version ${annotations.since}`);
  if (annotations.sinceManager) facts.push(`Since manager version ${annotations.sinceManager}`);
  if (annotations.removed) facts.push(`Removed in chart version ${annotations.removed}`);
  if (annotations.topLevel) {
    const { key, how } = annotations.topLevel;
    facts.push(
      how === "merge"
        ? `Merged over the top-level \`${key}\`; the entry here wins.`
        : `Overrides the top-level \`${key}\` when it is not empty.`,
    );
  }
  return facts;
}

function overriddenText(path: Path, { annotations }: SchemaNode, root: SchemaNode): string | undefined {
  if (!annotations.componentLevel) return undefined;
  const text = pathText(path);
  const keys = componentsWith(path, root)
    .map((component) => `\`${component}.${text}\``)
    .join(", ");
  return annotations.componentLevel === "merge"
    ? `Added to every component. Merged with ${keys}; the component's entry wins.`
    : `For all components. Overridden by ${keys} where that is not empty.`;
}

/** The type names of a place, joined: `string or number`. */
export function typeText(node: SchemaNode): string {
  if (node.types.length === 0) return "any";
  const names = node.types.map((type) => (type === "array" && node.items ? listName(node.items) : type));
  return names.join(" or ");
}

function listName(items: SchemaNode): string {
  return items.types.length === 1 && items.types[0] !== undefined ? `list of ${items.types[0]}s` : "list";
}

/** What the API server demands of a text or list, as Markdown. */
function limitTexts({ limits, fieldGroups }: SchemaNode): string[] {
  const { pattern, minLength, maxLength, minItems, maxItems } = limits ?? {};
  const span = (what: string, least: number | undefined, most: number | undefined) => {
    if (least === undefined && most === undefined) return [];
    if (most === undefined) return [`${what}: at least ${least}`];
    return [`${what}: ${least === undefined ? `at most ${most}` : `${least} to ${most}`}`];
  };
  return [
    ...(pattern === undefined ? [] : [`Pattern: ${code(cut(pattern, 200))}`]),
    ...span("Characters", minLength, maxLength),
    ...span("Entries", minItems, maxItems),
    ...fieldGroups.map(({ message }) => `Rule: ${literal(message)}`),
  ];
}

function rangeText({ minimum, maximum }: SchemaNode): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `Range: ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `At least ${minimum}`;
  if (maximum !== undefined) return `At most ${maximum}`;
  return undefined;
}

function componentsWith(path: Path, root: SchemaNode): string[] {
  return [...root.properties]
    .filter(([, component]) => component.annotations.meaning === "component" && holds(component, path))
    .map(([name]) => name);
}

function holds(node: SchemaNode, path: Path): boolean {
  let current: SchemaNode | undefined = node;
  for (const segment of path)
    current = typeof segment === "string" ? current?.properties.get(segment) : current?.items;
  return current !== undefined;
}
