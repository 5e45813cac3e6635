import type { Span } from "../values/helm-tree.ts";
import type { SetEntry } from "../values/set-entry.ts";
import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import type { PropertyNode, ValueNode } from "../yaml/tree.ts";
import { type FoundValue, foundAt, textAt } from "./paths.ts";
import type { Product, SetsAt } from "./product.ts";

/** A key that a document sets over all other values, as `--set` does. */
export interface EmbeddedEntry extends Pick<SetEntry, "flag" | "text">, Span {
  readonly at: string;
  /** The range of the key, if that is another place. */
  readonly key?: Span;
  /** The way to make a text of the value: the key to set, or quotes. */
  readonly advice?: string;
  /** Set if the product replaces parts of the value before Helm reads it. */
  readonly isOpaque?: true;
}

/** The keys that a document sets, the key that holds the first of them, and the paths of those whose values are elsewhere. */
export interface EmbeddedEntries {
  readonly entries: readonly EmbeddedEntry[];
  readonly holder?: FoundValue;
  readonly unknown: readonly string[];
}

/** More entries than these are not read. */
const MOST_ENTRIES = 200;

/** Signs of text that is replaced later: templates, variables, encrypted values and references to secrets. */
const OPAQUE = /\{\{|<<[^<>]*>>|\$[\w{]|\bENC\[|^ref\+/;

/** True if a product replaces parts of a text before Helm reads it. */
export function isOpaque(text: string): boolean {
  return OPAQUE.test(text);
}

/** The single keys that a document sets over all other values. */
export function entriesIn({ sets = [] }: Product, scope: FoundValue, text: string): EmbeddedEntries {
  const entries: EmbeddedEntry[] = [];
  const unknown: string[] = [];
  let holder: FoundValue | undefined;
  for (const row of sets) {
    for (const found of foundAt(scope, row.at)) {
      const written = writtenIn(found);
      if (written.length > MOST_ENTRIES) unknown.push(found.path);
      for (const entry of written.slice(0, MOST_ENTRIES)) {
        if (entry.name === "" || OPAQUE.test(entry.name)) unknown.push(entry.path);
        else if (entry.value !== undefined) add(row, entry.name, entry.value, entry);
        else if (entry.isElsewhere) unknown.push(entry.path);
      }
      if (entries.length > 0) holder ??= found;
    }
  }
  return { entries, unknown, holder };

  function add(row: SetsAt, name: string, value: ValueNode, { path: place, node, item }: Written): void {
    const list = value.type === "array" && item ? value.items : undefined;
    const values = (list ?? [value]).map((node) => scalarIn(node, text));
    const texts = values.flatMap((scalar) => scalar ?? []);
    if (texts.length < values.length) {
      unknown.push(place);
      return;
    }
    const [only = ""] = texts;
    if (!list && only === "" && row.ignoresEmpty) return;
    const all = texts.map((scalar) => escaped(row, scalar)).join(",");
    const { offset, length } = node;
    const isText = isForced(row, value, item);
    const advice = row.forceString ?? (row.isTyped && value.type === "number" ? "quotes" : undefined);
    entries.push({
      flag: isText ? "set-string" : "set",
      text: `${escapedName(row, name)}=${list ? `{${all}}` : all}`,
      at: place,
      offset,
      length,
      advice,
      ...(texts.some((scalar) => OPAQUE.test(scalar)) && { isOpaque: true as const }),
    });
  }
}

/** A key and its value as they are written. */
interface Written {
  readonly name: string;
  readonly value?: ValueNode;
  readonly path: string;
  /** The node with the name of the key. */
  readonly node: Span;
  readonly item?: ValueNode;
  /** True if the value is in a file or in another document. */
  readonly isElsewhere?: boolean;
}

function writtenIn({ node, path }: FoundValue): readonly Written[] {
  const holder = node && resolveAlias(node);
  if (holder?.type === "object")
    return holder.properties.map((property) => ofProperty(property, `${path}.${property.key}`));
  if (holder?.type !== "array") return [];
  return holder.items.map((item, index): Written => {
    const value = (findProperty(item, "value") ?? findProperty(item, "values"))?.valueNode;
    const isElsewhere = ["valueFrom", "file"].some((key) => findProperty(item, key) !== undefined);
    return {
      name: textAt(item, "name") ?? "",
      ...(value && value.type !== "null" && !isElsewhere && { value }),
      path: `${path}[${index}]`,
      node: findProperty(item, "name")?.valueNode ?? item,
      item,
      isElsewhere,
    };
  });
}

function ofProperty({ key, keyNode, valueNode }: PropertyNode, place: string): Written {
  return { name: key, path: place, node: keyNode, ...(valueNode.type !== "null" && { value: valueNode }) };
}

/** A scalar as the text that the product has of it. */
function scalarIn(node: ValueNode, text: string): string | undefined {
  const value = resolveAlias(node);
  if (value.type === "object" || value.type === "array") return undefined;
  return value.type === "string" ? value.value : text.slice(value.offset, value.offset + value.length);
}

function isForced({ forceString, isTyped }: SetsAt, value: ValueNode, item: ValueNode | undefined): boolean {
  if (isTyped) return value.type === "string" && !/^(?:true|false|null)$/i.test(value.value);
  const forced = forceString === undefined ? undefined : findProperty(item, forceString)?.valueNode;
  return forced?.type === "boolean" && forced.value;
}

function escaped({ escapes, isTyped }: SetsAt, text: string): string {
  // A template is replaced before Helm reads the text.
  const isTemplate = escapes === undefined && text.includes("{{");
  if (escapes === "commas-and-braces" || isTemplate) return text.replace(/[{},]/g, "\\$&");
  const isList = !isTyped && text.startsWith("{") && text.endsWith("}");
  if (escapes !== "commas" || isList) return text;
  return text.replace(/(?<!\\),/g, "\\,");
}

function escapedName(row: SetsAt, name: string): string {
  return row.escapes === "commas-and-braces" ? escaped(row, name) : name;
}
