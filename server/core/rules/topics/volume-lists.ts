import type { Meaning } from "../../schema/annotations.ts";
import { pathText } from "../../schema/markdown.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { nodeAt } from "../../values/helm-tree.ts";
import { findProperty, resolveAlias } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { ArrayNode, Path, ValueNode } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { keyMeaning, placesMeaning } from "../engine/meanings.ts";
import type { RuleContext } from "../engine/rule.ts";

/** A list of volumes or of mounts, as written in the text. */
export interface VolumeList {
  readonly node: ArrayNode;
  /** The path of the component that it belongs to. */
  readonly owner: Path;
  /** The schema of its entries. */
  readonly items: SchemaNode;
}

/** One entry of a list and one of its texts: where to mark it, and what Helm reads. */
export interface Entry {
  readonly item: ValueNode;
  /** The value if it is written in the entry itself, else the beginning of the entry. */
  readonly node: ValueNode;
  readonly text: string;
}

const listsByMeaning = memo((context: RuleContext) =>
  memo(
    (meaning: "volume-mounts" | "volumes") =>
      placesMeaning(context, meaning).flatMap(({ node, path, schemas }): VolumeList[] => {
        const items = schemas[0]?.items;
        const isList = node.type === "array" && !node.alias;
        return isList && items ? [{ node, owner: path.slice(0, -1), items }] : [];
      }),
    new Map(),
  ),
);

/** The lists of a document that hold volumes, or mounts. */
export function volumeLists(
  context: RuleContext,
  meaning: "volume-mounts" | "volumes",
): readonly VolumeList[] {
  return listsByMeaning(context)(meaning);
}

const entriesByMeaning = memo((list: VolumeList, context: RuleContext) =>
  memo((meaning: Meaning) => readEntries(context, list, meaning), new Map()),
);

/** The entries of a list, each with the text under the key with this meaning; entries without such a text are left out. */
export function entriesOf(context: RuleContext, list: VolumeList, meaning: Meaning): readonly Entry[] {
  return entriesByMeaning(list, context)(meaning);
}

function readEntries(context: RuleContext, { node, items }: VolumeList, meaning: Meaning): Entry[] {
  const key = keyMeaning(items, meaning);
  if (key === undefined) return [];
  const entries: Entry[] = [];
  for (const item of node.items) {
    const written = findProperty(item, key)?.valueNode;
    const value = written && resolveAlias(written);
    if (!written || value?.type !== "string" || value.value === "" || context.isBroken(written)) continue;
    const isOwn = written.offset >= item.offset && written.offset < item.offset + item.length;
    entries.push({ item, node: isOwn ? written : item, text: value.value });
  }
  return entries;
}

/** The names in the other list of a component, as Helm merges it; `undefined` if it is not a list, or not one yet. */
export function namesBeside(
  context: RuleContext,
  { owner }: VolumeList,
  meaning: "volume-mounts" | "volumes",
): ReadonlySet<string> | undefined {
  const component = context.document.at(owner).schema;
  const key = component && keyMeaning(component, meaning);
  const items = key === undefined ? undefined : component?.properties.get(key)?.items;
  const name = items && keyMeaning(items, "volume-name");
  if (key === undefined || name === undefined) return undefined;
  if (isBeingTyped(context, [...owner, key])) return undefined;
  const list = context.document.release.given([...owner, key]);
  if (list === undefined) return new Set();
  if (list.type !== "list") return undefined;
  // A list comes from one place as a whole; if that is this text, its own entries have the names.
  const own = context.document.isHere(list.origin) ? listOf(context, owner, meaning) : undefined;
  if (own) return new Set(entriesOf(context, own, "volume-name").map(({ text }) => text));
  const names = list.items.flatMap((item) => {
    const found = nodeAt(item, [name]);
    return found?.type === "leaf" && typeof found.value === "string" ? [found.value] : [];
  });
  return new Set(names);
}

function listOf(
  context: RuleContext,
  owner: Path,
  meaning: "volume-mounts" | "volumes",
): VolumeList | undefined {
  return volumeLists(context, meaning).find((list) => pathText(list.owner) === pathText(owner));
}
