import { findProperty, resolveAlias } from "../../yaml/lookup.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import type { RuleContext } from "../engine/rule.ts";

/** An entry of a list with one of its texts: the node to mark, and Helm's reading of it. */
export interface Entry {
  readonly item: ValueNode;
  /** The value if it is written in the entry itself, else the entry. */
  readonly node: ValueNode;
  readonly text: string;
}

/** An entry with the text under a key; `undefined` if there is none. */
export function entryOf(context: RuleContext, item: ValueNode, key: string): Entry | undefined {
  const written = findProperty(item, key)?.valueNode;
  const value = written && resolveAlias(written);
  if (!written || value?.type !== "string" || value.value === "" || context.isBroken(written))
    return undefined;
  const isOwn = written.offset >= item.offset && written.offset < item.offset + item.length;
  return { item, node: isOwn ? written : item, text: value.value };
}

/** The entries that repeat an earlier one, each with the first that has the same text. */
export function repeated<E>(
  entries: readonly E[],
  textOf: (entry: E) => string,
): { readonly entry: E; readonly first: E }[] {
  const known = new Map<string, E>();
  return entries.flatMap((entry) => {
    const first = known.get(textOf(entry));
    if (first) return [{ entry, first }];
    known.set(textOf(entry), entry);
    return [];
  });
}
