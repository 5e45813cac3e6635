import { pathText } from "../../schema/markdown.ts";
import type { Meaning } from "../../schema/meanings.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { nodeAt } from "../../values/helm-tree.ts";
import type { ArrayNode, Path } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { keyMeaning, placesMeaning } from "../engine/meanings.ts";
import type { RuleContext } from "../engine/rule.ts";
import { type Entry, entryOf } from "./entries.ts";

/** A list of volumes or of mounts, as written in the text. */
export interface VolumeList {
  readonly node: ArrayNode;
  /** The path of the component that it belongs to. */
  readonly owner: Path;
  /** The schema of its entries. */
  readonly items: SchemaNode;
}

/** The lists of a document that hold volumes, or mounts. */
export function volumeLists(
  context: RuleContext,
  meaning: "volume-mounts" | "volumes",
): readonly VolumeList[] {
  return placesMeaning(context, meaning).flatMap(({ node, path, schemas }): VolumeList[] => {
    const items = schemas[0]?.items;
    const isList = node.type === "array" && !node.alias;
    return isList && items ? [{ node, owner: path.slice(0, -1), items }] : [];
  });
}

/** The entries of a list, each with the text under the key with this meaning; entries without such a text are left out. */
export function entriesOf(context: RuleContext, { node, items }: VolumeList, meaning: Meaning): Entry[] {
  const key = keyMeaning(items, meaning);
  return key === undefined ? [] : node.items.flatMap((item) => entryOf(context, item, key) ?? []);
}

/** The key of a component that holds its volumes, or mounts, and the key of an entry that names the volume. */
export function volumeKeys(
  { document }: RuleContext,
  owner: Path,
  meaning: "volume-mounts" | "volumes",
): { readonly key: string; readonly name: string } | undefined {
  const { schema: component } = document.at(owner);
  const key = component && keyMeaning(component, meaning);
  const items = key === undefined ? undefined : component?.properties.get(key)?.items;
  const name = items && keyMeaning(items, "volume-name");
  return key === undefined || name === undefined ? undefined : { key, name };
}

/** The names in the other list of a component, as Helm merges it; `undefined` if it is not a list, or is still empty. */
export function namesBeside(
  context: RuleContext,
  { owner }: VolumeList,
  meaning: "volume-mounts" | "volumes",
): ReadonlySet<string> | undefined {
  const { key, name } = volumeKeys(context, owner, meaning) ?? {};
  if (key === undefined || name === undefined) return undefined;
  if (isBeingTyped(context, [...owner, key])) return undefined;
  const list = context.document.release.given([...owner, key]);
  if (list === undefined) return new Set();
  if (list.type !== "list") return undefined;
  // A list comes from one source as a whole; in this text, it has the names of its own entries.
  const written = context.document.isHere(list.origin)
    ? volumeLists(context, meaning).find((other) => pathText(other.owner) === pathText(owner))
    : undefined;
  if (written) return new Set(entriesOf(context, written, "volume-name").map(({ text }) => text));
  const names = list.items.flatMap((item) => {
    const found = nodeAt(item, [name]);
    return found?.type === "leaf" && typeof found.value === "string" ? [found.value] : [];
  });
  return new Set(names);
}
