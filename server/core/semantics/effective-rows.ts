import * as l10n from "@vscode/l10n";
import { childOf, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { HelmMap, HelmNode, Origin, Removal } from "../values/helm-tree.ts";
import { keyText } from "../yaml/key-path.ts";
import type { Path } from "../yaml/tree.ts";
import type { ReleaseValues } from "./release-values.ts";

/** A value that a line shows, or that a null removed. */
export interface RowValue {
  readonly path: Path;
  /** Absent if the value was removed. */
  readonly node?: HelmNode;
  readonly origin: Origin;
  /** The values of earlier sources; oldest first. */
  readonly replaced: readonly HelmNode[];
}

/** One line of YAML. */
export interface EffectiveRow {
  readonly content: string;
  readonly value?: RowValue;
  /** A default of the chart that is too long to be listed, in words. */
  readonly described?: { readonly path: Path; readonly words: string };
}

const INDENT = "  ";

/** Defaults of a chart that are known in words only: the words by the text of the key's path. */
export type DescribedDefaults = ReadonlyMap<string, string>;

/** The defaults of a stack's chart that no source overrides and that are known in words only. */
export function describedDefaults(found: ReleaseValues): DescribedDefaults {
  const rows = effectiveRows(found);
  return new Map(
    rows.flatMap(({ described }) => (described ? [[keyText(described.path), described.words] as const] : [])),
  );
}

/**
 * The values of a stack line by line, in the order of the schema: the top level, then each component as it will run. If two stacks have the
 * same values, they have the same lines, so that they can be compared. With `onlyChanged`, the chart's defaults are left out. A default that
 * the other side of a comparison knows in words only (`described`) is written in these words as well, because nothing tells that the two
 * differ.
 */
export function effectiveRows(
  found: ReleaseValues,
  onlyChanged = false,
  described: DescribedDefaults = new Map(),
): EffectiveRow[] {
  return new Rows(onlyChanged, described).topLevel(found, found.schema.root);
}

class Rows {
  readonly #onlyChanged: boolean;
  readonly #described: DescribedDefaults;

  constructor(onlyChanged: boolean, described: DescribedDefaults) {
    this.#onlyChanged = onlyChanged;
    this.#described = described;
  }

  topLevel({ values, components }: ReleaseValues, root: SchemaNode): EffectiveRow[] {
    const isComponent = (key: string) => root.properties.get(key)?.annotations.meaning === "component";
    const keys = keysOf(values, root);
    const rows = keys
      .filter((key) => !isComponent(key))
      .flatMap((key) => this.#entry(key, values, [], "", root));
    for (const key of [...root.properties.keys()].filter(isComponent)) {
      const node = values.entries.has(key) && components.find(({ name }) => name === key)?.values;
      const component = node ? this.#key(key, node, [key], "", root) : this.#entry(key, values, [], "", root);
      if (rows.length > 0 && component.length > 0) rows.push({ content: "" });
      for (const each of component) rows.push(each);
    }
    return rows;
  }

  #entry(
    key: string,
    map: HelmMap,
    above: Path,
    indent: string,
    schema: SchemaNode | undefined,
  ): EffectiveRow[] {
    const path = [...above, key];
    const node = map.entries.get(key);
    const beside =
      node?.type === "leaf" && isDefault(node.origin) ? this.#described.get(keyText(path)) : undefined;
    if (node && beside === undefined) return this.#key(key, node, path, indent, schema);
    const removal = map.removed.get(key);
    if (removal) return [removedRow(key, removal, path, indent)];
    const words = beside ?? schema?.properties.get(key)?.annotations.chartDefault;
    if (words === undefined || this.#onlyChanged) return [];
    const content = `${indent}# ${key}: (${l10n.t("in the chart: {0}", l10n.t(words))})`;
    return [{ content, described: { path, words } }];
  }

  #key(
    key: string,
    node: HelmNode,
    path: Path,
    indent: string,
    parent: SchemaNode | undefined,
  ): EffectiveRow[] {
    const name = `${indent}${scalarText(key)}:`;
    const below = this.#below(node, path, indent + INDENT, parent && childOf(parent, key));
    if (isFlat(node)) return [...this.#flat(`${name} `, node, path), ...below];
    return below.length > 0 ? [{ content: name }, ...below] : [];
  }

  #below(node: HelmNode, path: Path, indent: string, schema: SchemaNode | undefined): EffectiveRow[] {
    if (node.type === "map") {
      return keysOf(node, schema).flatMap((key) => this.#entry(key, node, path, indent, schema));
    }
    return node.type === "list"
      ? node.items.flatMap((item, index) => this.#item(item, [...path, index], indent))
      : [];
  }

  #item(item: HelmNode, path: Path, indent: string): EffectiveRow[] {
    if (isFlat(item)) return this.#flat(`${indent}- `, item, path);
    const [first, ...others] = this.#below(item, path, indent + INDENT, undefined);
    if (!first) return [];
    return [{ ...first, content: `${indent}- ${first.content.slice(indent.length + 2)}` }, ...others];
  }

  #flat(before: string, node: HelmNode, path: Path): EffectiveRow[] {
    const { origin, replaced } = node;
    if (this.#onlyChanged && isDefault(origin)) return [];
    return [{ content: before + flatText(node), value: { path, node, origin, replaced } }];
  }
}

/** True if a value comes from the chart, directly or by way of the top level. */
function isDefault(origin: Origin): boolean {
  return (origin.kind === "inherited" ? origin.from : origin).kind === "chart-default";
}

/** The comment in place of a removed value. */
function removedRow(
  key: string,
  { by: origin, value, replaced }: Removal,
  path: Path,
  indent: string,
): EffectiveRow {
  return {
    content: `${indent}# ${scalarText(key)}: ${l10n.t("removed")}`,
    value: { path, origin, replaced: [value, ...replaced] },
  };
}

/** The keys that are set, removed or filled by the chart: first those in the schema, in its order, then all others. */
function keysOf(map: HelmMap, schema: SchemaNode | undefined): string[] {
  const known = schema && !schema.shared ? schema.properties : new Map<string, SchemaNode>();
  const isShown = (key: string) =>
    map.entries.has(key) || map.removed.has(key) || known.get(key)?.annotations.chartDefault !== undefined;
  const others = [...map.entries.keys(), ...map.removed.keys()].filter((key) => !known.has(key));
  return [...[...known.keys()].filter(isShown), ...others];
}

function isFlat(node: HelmNode): boolean {
  return node.type === "leaf" || (node.type === "map" ? node.entries.size === 0 : node.items.length === 0);
}

function flatText(node: HelmNode): string {
  if (node.type === "map") return "{}";
  if (node.type === "list") return "[]";
  return typeof node.value === "bigint" ? String(node.value) : scalarText(node.value);
}
