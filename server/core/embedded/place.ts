import * as l10n from "@vscode/l10n";
import { faultText } from "../fault-text.ts";
import { editDistance } from "../yaml/edit-distance.ts";
import { resolveAlias } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { belowUmbrella } from "./below-umbrella.ts";
import { embeddedFile } from "./embedded-file.ts";
import { type EmbeddedValues, embeddedIn, interpolationOf, usesOuterAnchor } from "./find.ts";

/** Values at a place that a person names, as a separate file; or the reason why there are none, as the end of a sentence about the file. */
export type PlacedValues =
  | { readonly values: EmbeddedValues; readonly file: YamlFile }
  | { readonly problem: string };

/** The name of a file and the place in it, if a name may have both: `release.yaml#spec.values`. */
export function placeIn(name: string): { readonly file: string; readonly place: string } | undefined {
  const sign = name.lastIndexOf("#");
  return sign > 0 && sign < name.length - 1
    ? { file: name.slice(0, sign), place: name.slice(sign + 1) }
    : undefined;
}

/** The largest edit distance to a key that may be meant. */
const NEAR = 2;

/**
 * The values at a place in a file: those of the operator's chart in the document of a product, or else any mapping or text. Of values for an umbrella chart, only those below
 * `key` count. The same object for the same file and place; `path` is that of the file.
 */
export function placedIn(
  file: YamlFile,
  place: string,
  names: readonly string[],
  path: string,
  key?: string,
): PlacedValues {
  const answers = answersIn(file);
  const asked = JSON.stringify([place, key]);
  const known = answers.get(asked) ?? embeddedPlace(file, place, names, path, key);
  answers.set(asked, known);
  return known;
}

const answersIn = memo((_: YamlFile) => new Map<string, PlacedValues>());
/** Files by the nodes that hold their values, because a place can be named in several ways. */
const filesIn = memo((_: YamlFile) => new Map<object, YamlFile>());

function embeddedPlace(
  file: YamlFile,
  place: string,
  names: readonly string[],
  path: string,
  key: string | undefined,
): PlacedValues {
  if (file.refused !== undefined)
    return { problem: l10n.t("cannot be read ({0})", faultText(file.refused).replace(/\.$/, "")) };
  const products = embeddedIn(file, names, path);
  const places = placesOf(products);
  const known = products[places.indexOf(place)] ?? products.find((found) => found.at === place);
  const all = known ? [known] : file.documents.flatMap((document) => valuesAt(document, place, path) ?? []);
  const [values, ...others] = all;
  if (values === undefined) return { problem: notThere(file, place, places) };
  if (others.length > 0)
    return { problem: l10n.t("has several documents with {0}, so it is not clear which is meant", place) };
  const meant = key === undefined ? values : belowUmbrella(file, values, key);
  if (meant === undefined || meant.form === "none" || meant.unread?.is === "outer-anchor")
    return { problem: l10n.t("has no values at {0} that can be read on their own", place) };
  const files = filesIn(file);
  const holder = meant.item ?? meant.holder;
  const valuesFile = files.get(holder) ?? embeddedFile(file, meant).file;
  files.set(holder, valuesFile);
  return { values: meant, file: valuesFile };
}

/** The path of each of some values; equal paths get the release or a number in front. */
export function placesOf(found: readonly EmbeddedValues[]): readonly string[] {
  return found.map(({ at: path, release = "" }, index) => {
    const same = found.filter((other) => other.at === path);
    if (same.length === 1) return path;
    const isNamed = same.filter((other) => (other.release ?? "") === release).length === 1;
    return `${isNamed ? release : index + 1}:${path}`;
  });
}

/** A mapping or text as values, in any document. */
function valuesAt(document: YamlDocument, place: string, path: string): EmbeddedValues | undefined {
  const { node, holder, item } = follow(document.root, place) ?? {};
  if (node === undefined || holder === undefined) return undefined;
  const interpolation = interpolationOf(document, path);
  const isInBrackets =
    item && (item !== node || (holder.valueNode.type === "array" && holder.valueNode.flow));
  const isMapping = node.type === "object" || (node.type === "null" && !item);
  const isText = node.type === "string" && !item;
  const isRead = (isMapping || isText) && node.alias === undefined && !isInBrackets;
  return {
    product: "",
    at: place,
    form: isRead ? (isText ? "text" : "mapping") : "none",
    holder,
    document,
    references: [],
    files: [],
    entries: [],
    unknown: [],
    isPartial: false,
    item,
    interpolation,
    ...(usesOuterAnchor(node) && { unread: { is: "outer-anchor" } }),
  };
}

interface Followed {
  readonly node: ValueNode | undefined;
  /** The last key on the way, and the item below it. */
  readonly holder?: PropertyNode;
  readonly item?: ValueNode;
  /** As it is written. */
  readonly path: string;
}

/** Follows a path. Keys with dots may be in it as they are, in brackets, or with backslashes. With `guesses`, a key that is nearly right is taken as well. */
function follow(root: ValueNode | undefined, place: string, guesses = false): Followed | undefined {
  let reached: Followed = { node: root, path: "" };
  let rest = place.replace(/\["([^"]*)"\]/g, ".$1").replace(/\\(?=[\\.[\]])/g, "");
  while (rest !== "") {
    const node = reached.node && resolveAlias(reached.node);
    const [index] = /^\[\d{1,9}\]/.exec(rest) ?? [];
    const next = index === undefined ? below(node, rest, guesses) : undefined;
    if (next) {
      const { property, length } = next;
      const path = reached.path === "" ? property.key : `${reached.path}.${property.key}`;
      reached = { node: property.valueNode, holder: property, path };
      rest = rest.slice(length);
    } else {
      const item = node?.type === "array" && index ? node.items[Number(index.slice(1, -1))] : undefined;
      if (item === undefined) return undefined;
      reached = { ...reached, node: item, item, path: reached.path + index };
      rest = rest.slice(index?.length);
    }
    if (rest.startsWith(".")) rest = rest.slice(1);
  }
  return reached;
}

/** The property with the longest key that a path begins with, and the length of that part of the path. */
function below(node: ValueNode | undefined, rest: string, guesses: boolean) {
  if (node?.type !== "object") return undefined;
  let found: { readonly property: PropertyNode; readonly length: number } | undefined;
  for (const property of node.properties) {
    const { length } = property.key;
    const isHead = rest.startsWith(property.key) && /^[.[]?$/.test(rest.charAt(length));
    if (length > 0 && isHead && length >= (found?.length ?? 0)) found = { property, length };
  }
  if (found || !guesses) return found;
  const { length } = /^[^.[]*/.exec(rest)?.[0] ?? "";
  let least = Math.min(NEAR, length / 2) + 1;
  for (const property of node.properties) {
    const distance = editDistance(rest.slice(0, length), property.key, NEAR);
    if (distance < least) found = { property, length };
    least = Math.min(least, distance);
  }
  return found;
}

/** The message that nothing is at a place, with the most likely place. */
function notThere({ documents }: YamlFile, place: string, known: readonly string[]): string {
  const near = documents.flatMap(({ root }) => follow(root, place, true)?.path ?? []);
  const [meant] = [...near, ...(known.length === 1 ? known : [])];
  return meant === undefined
    ? l10n.t("has nothing at {0}", place)
    : l10n.t("has nothing at {0} (did you mean {1}?)", place, meant);
}
