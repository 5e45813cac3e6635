import { described } from "../schema/markdown.ts";
import { childOf, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { HelmMap, HelmNode } from "../values/helm-tree.ts";
import { DEFAULT_HELM } from "../values/release-stack.ts";
import { smallestValues } from "../values/smallest-values.ts";
import { cut } from "../yaml/shown.ts";
import type { Path } from "../yaml/tree.ts";
import { chartOf } from "./chart-defaults.ts";

const COMMENT_WIDTH = 160;
const INDENT = "  ";

/** The lines of the smallest values file with the same effective values under the chart of these schemas, and the keys that it leaves out. */
export function smallestLines(
  given: HelmMap,
  schemas: Schemas,
): { readonly lines: string[]; readonly leftOut: readonly Path[] } {
  const smallest = smallestValues(given, chartOf(schemas), DEFAULT_HELM);
  return {
    lines: commentedValues(smallest, schemas.model("values").root),
    leftOut: missing(given, smallest),
  };
}

/** The paths of the values that only the first mapping has. */
function missing({ entries }: HelmMap, kept: HelmMap | undefined, above: Path = []): Path[] {
  return [...entries].flatMap(([key, node]) => {
    const path = [...above, key];
    const other = kept?.entries.get(key);
    if (node.type === "map" && node.entries.size > 0 && (other === undefined || other.type === "map"))
      return missing(node, other, path);
    return other === undefined ? [path] : [];
  });
}

/**
 * Values as the lines of a file, with the keys in the order of the schema and a documenting line above each. Lists and types of Kubernetes
 * stay as they are.
 */
export function commentedValues({ entries }: HelmMap, schema?: SchemaNode): string[] {
  const described = schema?.shared === false ? schema : undefined;
  const first =
    described === undefined ? [] : [...described.properties.keys()].filter((key) => entries.has(key));
  const ordered = new Map([...first, ...entries.keys()].map((key) => [key, entries.get(key)]));
  return [...ordered].flatMap(([key, node]) => {
    if (node === undefined) return [];
    const [head = "", ...below] = valueLines(node, described && childOf(described, key));
    return [...comment(described?.properties.get(key)), `${scalarText(key)}:${head}`, ...below];
  });
}

/** The text after a colon or a dash, and the lines below. */
function valueLines(node: HelmNode, schema?: SchemaNode): string[] {
  switch (node.type) {
    case "map":
      return node.entries.size === 0 ? [" {}"] : ["", ...indented(commentedValues(node, schema))];
    case "list":
      return node.items.length === 0 ? [" []"] : ["", ...indented(node.items.flatMap(itemLines))];
    case "leaf": {
      const { value } = node;
      if (typeof value === "bigint") return [` ${value}`];
      if (typeof value !== "string" || !isBlock(value)) return [` ${scalarText(value)}`];
      const isEnded = value.endsWith("\n");
      return [isEnded ? " |" : " |-", ...indented(value.slice(0, isEnded ? -1 : undefined).split("\n"))];
    }
  }
}

/** The lines of an item, the first one behind its dash. */
function itemLines(item: HelmNode): string[] {
  const [head = "", ...below] = valueLines(item);
  if (head !== "") return [`-${head}`, ...below];
  return below.map((line, index) => (index === 0 ? `- ${line.slice(INDENT.length)}` : line));
}

/** True if a block can hold a text unchanged. Its first line decides the indentation, and its end which line breaks count. */
function isBlock(text: string): boolean {
  return (
    text.includes("\n") &&
    /^\S/.test(text) &&
    /\S\n?$/.test(text) &&
    !/(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/u.test(text)
  );
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? line : INDENT + line));
}

/** The first sentence of the documentation. Texts from a chart may contain anything. */
function comment(node: SchemaNode | undefined): string[] {
  const text = (node ? described(node) : "").replace(/[\s\p{C}]+/gu, " ").trim();
  const end = text.search(/\. \p{Lu}/u);
  return text === "" ? [] : [`# ${cut(end < 0 ? text : text.slice(0, end + 1), COMMENT_WIDTH)}`];
}
