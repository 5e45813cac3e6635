import type { Path } from "../document/tree.ts";
import { scalarChoices } from "./insert-text.ts";
import { isScalar, type SchemaNode } from "./model.ts";
import { scalarText } from "./scalar-text.ts";
import type { Snippet } from "./snippet-catalog.ts";

/** A key that a mapping does not have yet. */
export interface KeyOffer {
  readonly key: string;
  readonly node: SchemaNode;
  /** Whether the mapping is of no use without it. */
  readonly required: boolean;
}

/** A value that fits a place, as YAML on one line, and why it is proposed. */
export interface ValueOffer {
  readonly text: string;
  readonly reason: "default" | "allowed" | "example" | "form";
}

/** The keys that a mapping could have beside those that are present, in the schema's order. */
export function keyOffers(container: SchemaNode, present: ReadonlySet<string>): KeyOffer[] {
  return [...container.properties, ...usualKeys(container)]
    .filter(([key]) => !present.has(key))
    .map(([key, node]) => ({
      key,
      node,
      required: container.required.has(key) || node.annotations.requiredForInstall === true,
    }));
}

/** Keys of a map that the schema does not name, but that its default or its examples use. */
function usualKeys(container: SchemaNode): Map<string, SchemaNode> {
  const usual = new Map<string, SchemaNode>();
  if (!container.additional) return usual;
  for (const sample of [container.default, ...container.examples]) {
    if (typeof sample !== "object" || sample === null || Array.isArray(sample)) continue;
    for (const [key, value] of Object.entries(sample)) {
      if (container.properties.has(key) || usual.has(key) || typeof value === "object") continue;
      usual.set(key, { ...container.additional, properties: new Map(), default: value, hasDefault: true });
    }
  }
  return usual;
}

/** The values proposed for a place, each once: the default, what is allowed, examples, and the form of a value. */
export function valueOffers(node: SchemaNode): ValueOffer[] {
  const offers = new Map<string, ValueOffer>();
  const add = (text: string, reason: ValueOffer["reason"]) => {
    if (!offers.has(text)) offers.set(text, { text, reason });
  };
  if (node.hasDefault && (isEmpty(node.default) || (isScalar(node) && typeof node.default !== "object"))) {
    add(scalarText(node.default), "default");
  }
  for (const choice of scalarChoices(node)) add(choice, "allowed");
  for (const example of node.examples) {
    if (typeof example !== "object") add(scalarText(example), "example");
  }
  if (node.annotations.placeholder) add(node.annotations.placeholder, "form");
  return [...offers.values()];
}

/**
 * The parent keys to write in front of a snippet's keys, so that it can stand in the mapping at `path`: none where its
 * keys belong there. `undefined` where the snippet does not belong, or one of its keys is present already.
 */
export function snippetParents(snippet: Snippet, path: Path, present: ReadonlySet<string>): Path | undefined {
  const at = snippet.at.find((place) => path.every((segment, index) => place[index] === segment));
  if (!at) return undefined;
  const parents = at.slice(path.length);
  const written = parents[0] === undefined ? snippet.keys : [String(parents[0])];
  return written.some((key) => present.has(key)) ? undefined : parents;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
