import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import { childOf } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { HelmMap, HelmNode, Origin } from "../values/helm-tree.ts";
import { type OriginText, oneLine, originText, setName, type ValuePlace } from "../values/origin-text.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import { type StackValues, stackValues } from "../values/stack-values.ts";

/** What the operator will run with, as a text. */
export interface EffectiveDocument {
  /** YAML with the origin of each value as a trailing comment. */
  readonly text: string;
  /** The same without comments. */
  readonly plain: string;
  /** Places in `text` that lead to where a value comes from. */
  readonly links: readonly EffectiveLink[];
}

/** Characters of one line of the text, and what they lead to. */
export interface EffectiveLink {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly uri: string;
  readonly target: ValuePlace["name"];
}

interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** A line of YAML, and where its value comes from; or what the chart has of which only words are known. */
interface Row {
  readonly content: string;
  readonly origin?: Origin;
  readonly inWords?: boolean;
}

const INDENT = "  ";
/** Comments stand in one column, unless a line is longer than most. */
const WIDEST_COLUMN = 44;
const HEADER_WIDTH = 110;

/**
 * The values of a stack, in the order of the schema: the top level, then each component as it will run. `remarks` stand
 * above them, with what cannot be read.
 */
export function effectiveDocument(
  stack: ReleaseStack,
  model: SchemaModel,
  remarks: readonly string[] = [],
): EffectiveDocument {
  const found = stackValues(stack, model);
  const rows = topRows(found, model);
  const column = commentColumn(rows);
  const lines: string[] = header(found, remarks);
  const links: EffectiveLink[] = [];
  for (const { content, origin } of rows) {
    if (!origin) lines.push(content);
    else {
      const before = `${content.padEnd(column)}  # `;
      const { text, link } = originText(origin, stack);
      if (link) links.push(linkAt(lines.length, before.length, link));
      lines.push(before + text);
    }
  }
  const plain = rows.filter(({ inWords }) => !inWords).map(({ content }) => content);
  return { text: `${lines.join("\n")}\n`, plain: `${plain.join("\n")}\n`, links };
}

function linkAt(line: number, column: number, link: NonNullable<OriginText["link"]>): EffectiveLink {
  const { start, end, place } = link;
  return {
    range: { start: { line, character: column + start }, end: { line, character: column + end } },
    uri: place.uri,
    target: place.name,
  };
}

function topRows({ values, components }: StackValues, { root }: SchemaModel): Row[] {
  const named = new Map(components.map((component) => [component.name, component.values]));
  const isComponent = (key: string) => root.properties.get(key)?.annotations.meaning === "component";
  const entries = inOrder(values, root);
  const rows = entries
    .filter(([key]) => !isComponent(key))
    .flatMap(([key, node]) => keyRows(key, node, "", root));
  for (const key of [...root.properties.keys()].filter(isComponent)) {
    const node = named.get(key) ?? values.entries.get(key);
    if (!node) continue;
    if (rows.length > 0) rows.push({ content: "" });
    rows.push(...keyRows(key, node, "", root));
  }
  return rows.length > 0 ? rows : [{ content: "{}" }];
}

function keyRows(key: string, node: HelmNode, indent: string, parent: SchemaNode | undefined): Row[] {
  const name = `${indent}${scalarText(key)}:`;
  const schema = parent && childOf(parent, key);
  if (isFlat(node)) return [{ content: `${name} ${flatText(node)}`, origin: node.origin }];
  return [{ content: name }, ...rowsBelow(node, indent + INDENT, schema)];
}

function rowsBelow(node: HelmNode, indent: string, schema: SchemaNode | undefined): Row[] {
  if (node.type === "map") {
    const rows = inOrder(node, schema).flatMap(([key, child]) => keyRows(key, child, indent, schema));
    return [...rows, ...wordRows(node, indent, schema)];
  }
  if (node.type !== "list") return [];
  return node.items.flatMap((item): Row[] => {
    if (isFlat(item)) return [{ content: `${indent}- ${flatText(item)}`, origin: item.origin }];
    const [first, ...others] = rowsBelow(item, indent + INDENT, schema?.items);
    if (!first) return [];
    return [{ ...first, content: `${indent}- ${first.content.slice(indent.length + 2)}` }, ...others];
  });
}

/** Keys that the chart fills with something that depends on the cluster or the version. */
function wordRows(map: HelmMap, indent: string, schema: SchemaNode | undefined): Row[] {
  if (!schema || schema.shared) return [];
  return [...schema.properties].flatMap(([key, { annotations }]) => {
    if (annotations.chartDefault === undefined || map.entries.has(key) || map.removed.has(key)) return [];
    return [{ content: `${indent}# ${key}: (in the chart: ${annotations.chartDefault})`, inWords: true }];
  });
}

function inOrder(map: HelmMap, schema: SchemaNode | undefined): [string, HelmNode][] {
  const known = schema?.shared ? [] : [...(schema?.properties.keys() ?? [])];
  const order = new Map(known.map((key, index) => [key, index]));
  const place = ([key]: [string, HelmNode]) => order.get(key) ?? order.size;
  return [...map.entries].sort((a, b) => place(a) - place(b));
}

function isFlat(node: HelmNode): boolean {
  return node.type === "leaf" || (node.type === "map" ? node.entries.size === 0 : node.items.length === 0);
}

function flatText(node: HelmNode): string {
  if (node.type === "map") return "{}";
  if (node.type === "list") return "[]";
  return typeof node.value === "bigint" ? String(node.value) : scalarText(node.value);
}

function commentColumn(rows: readonly Row[]): number {
  const widths = rows.filter(({ origin }) => origin).map(({ content }) => content.length);
  return Math.max(0, ...widths.filter((width) => width <= WIDEST_COLUMN));
}

function header({ stack, problems }: StackValues, remarks: readonly string[]): string[] {
  const { release, namespace, files, sets } = stack;
  const first = files[0]?.name ?? "";
  const inNamespace = namespace === undefined ? "" : ` in namespace ${namespace}`;
  const what = release === undefined ? `${first} alone` : `release ${release}${inNamespace}`;
  const sources = [
    "chart defaults",
    ...files.map(({ name }) => name),
    ...sets.map(({ text }, index) => `${setName(stack, index)} ${text}`),
  ];
  return [
    ...comment(`What the operator will run with: ${what}.`),
    ...comment(`Later sources win: ${sources.map((source) => shorten(oneLine(source))).join(", ")}.`),
    ...[...problems.map(({ message }) => message), ...remarks].flatMap((said) => ["#", ...comment(said)]),
    "",
  ];
}

function comment(text: string): string[] {
  const lines: string[] = [];
  let line = "#";
  for (const word of oneLine(text).split(" ")) {
    if (line !== "#" && line.length + word.length + 1 > HEADER_WIDTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
