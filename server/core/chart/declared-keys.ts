import { isMergeKey, mergedInto } from "../yaml/lookup.ts";
import type { ObjectNode, PropertyNode, ValueNode, YamlFile } from "../yaml/tree.ts";
import type { ChartKey, KeyComment } from "./chart.ts";
import { keyComments } from "./comments/key-comments.ts";

/** Entries that aliases and merge keys may bring along, and levels down to which they are followed: they can name each other without end. */
const MOST_BROUGHT = 5000;
const DEEPEST_DECLARED = 50;

/**
 * The keys that a chart's values file declares, with their defaults; `name` is its path from the folder of the outermost chart. Keys from
 * a merge key or an alias have the place and the comment of the original.
 */
export function declaredKeys(file: YamlFile, name: string): ReadonlyMap<string, ChartKey> {
  const root = mappingOf(file);
  return (root && new DeclaredKeys(file.text, root, name).keysOf(root, 0)) ?? new Map();
}

/** The mapping in a file with a single document that matters: the first. */
export function mappingOf({ documents: [document] }: YamlFile): ObjectNode | undefined {
  return document?.root?.type === "object" ? document.root : undefined;
}

class DeclaredKeys {
  readonly #text: string;
  readonly #root: ObjectNode;
  readonly #name: string;
  #comments: ReadonlyMap<PropertyNode, KeyComment> | undefined;
  #room = MOST_BROUGHT;

  constructor(text: string, root: ObjectNode, name: string) {
    this.#text = text;
    this.#name = name;
    this.#root = root;
  }

  /** The keys of a mapping, in which the last one with a name wins; `undefined` if its merge keys bring too much along. */
  keysOf(node: ObjectNode, depth: number): ReadonlyMap<string, ChartKey> | undefined {
    const entries = this.#entries(node, depth);
    return entries && new Map([...entries].map(([key, property]) => [key, this.#key(property, depth)]));
  }

  /** The comments are read when one is first asked for. */
  #commentOf(property: PropertyNode): KeyComment | undefined {
    this.#comments ??= keyComments(this.#text, this.#root);
    return this.#comments.get(property);
  }

  #key(property: PropertyNode, depth: number): ChartKey {
    const { keyNode, valueNode } = property;
    const value = this.#followed(valueNode, depth);
    const keys = value?.type === "object" ? this.keysOf(value, depth + 1) : undefined;
    const json = value?.type === "object" ? composed(keys) : value && this.#json(value, depth);
    return {
      ...(json !== undefined && { default: json }),
      place: { file: this.#name, start: keyNode.offset, end: keyNode.offset + keyNode.length },
      ...(keys && keys.size > 0 && { keys }),
      comment: () => this.#commentOf(property),
    };
  }

  /**
   * The entries of a mapping as Helm reads them: the last one with a name wins, and a merge key takes effect where it stands.
   * `undefined` beyond the limits.
   */
  #entries(node: ObjectNode, depth: number): ReadonlyMap<string, PropertyNode> | undefined {
    const entries = new Map<string, PropertyNode>();
    for (const property of node.properties) {
      if (!isMergeKey(property)) {
        if (property.colonOffset !== undefined) entries.set(property.key, property);
        continue;
      }
      for (const named of mergedInto(property)) {
        const source = this.#followed(named, depth);
        const brought = source?.type === "object" ? this.#entries(source, depth + 1) : undefined;
        if (!brought) return undefined;
        for (const [key, entry] of brought) entries.set(key, entry);
      }
    }
    return entries;
  }

  /** The target of an alias; `undefined` beyond the limits. */
  #followed(node: ValueNode, depth: number): ValueNode | undefined {
    const { target } = node;
    if (!target || !("children" in target)) return node;
    this.#room -= target.children.length + 1;
    return this.#room < 0 || depth > DEEPEST_DECLARED ? undefined : target;
  }

  /** A value as JSON; `undefined` if anything in it is beyond the limits. */
  #json(node: ValueNode, depth: number): unknown {
    const value = this.#followed(node, depth);
    if (!value || "value" in value) return value?.value;
    if (value.type === "object") return composed(this.keysOf(value, depth + 1));
    const items = value.items.map((item) => this.#json(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
}

/** The default of a mapping; `undefined` if a key in it has none. */
function composed(keys: ReadonlyMap<string, ChartKey> | undefined): unknown {
  const entries = [...(keys ?? [])].map(([name, key]) => [name, key.default] as const);
  return keys && entries.every(([, value]) => value !== undefined) ? Object.fromEntries(entries) : undefined;
}
