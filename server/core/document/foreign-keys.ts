import type { ObjectNode, YamlDocument } from "./tree.ts";

/** How many of a document's keys are this chart's, on its two upper levels. */
export interface KeyCount {
  readonly known: number;
  /** Top-level keys that are not this chart's. */
  readonly unknownTop: readonly string[];
  readonly knownSecond: number;
  /** Dotted second-level keys that are not this chart's. */
  readonly unknownSecond: readonly string[];
}

type KnowsKey = (path: readonly string[]) => boolean;

/** Counts a mapping's keys. A key that is still being typed (no colon yet) and a merge key count as nothing. */
export function countKeys(root: ObjectNode, knowsKey: KnowsKey): KeyCount {
  let known = 0;
  let knownSecond = 0;
  const unknownTop: string[] = [];
  const unknownSecond: string[] = [];
  for (const [top, value] of writtenKeys(root)) {
    if (!knowsKey([top])) {
      unknownTop.push(top);
      continue;
    }
    known++;
    if (value.type !== "object") continue;
    for (const [second] of writtenKeys(value)) {
      if (knowsKey([top, second])) knownSecond++;
      else unknownSecond.push(`${top}.${second}`);
    }
  }
  return { known, unknownTop, knownSecond, unknownSecond };
}

/** Whether so few keys are known that the document must be another product's. */
export function mostlyForeign(known: number, unknown: number): boolean {
  return unknown >= 2 && known < unknown;
}

/** The mapping at the top of a document; nothing where the document is empty or its first key is being typed. */
export function topMapping(document: YamlDocument): ObjectNode | "nothing" | "something-else" {
  const { root } = document;
  if (root === undefined || root.type === "null") return "nothing";
  if (root.type === "object") return root;
  return root.type === "string" && root.style === "plain" && !/\s/.test(root.value)
    ? "nothing"
    : "something-else";
}

/** The text of a top-level key's value, if that is a string. */
export function topString(document: YamlDocument, key: string): string | undefined {
  if (document.root?.type !== "object") return undefined;
  const value = document.root.properties.find((property) => property.keyNode.value === key)?.valueNode;
  return value?.type === "string" ? value.value : undefined;
}

function writtenKeys(node: ObjectNode) {
  return node.properties
    .filter((property) => property.colonOffset !== undefined && property.keyNode.value !== "<<")
    .map((property) => [property.keyNode.value, property.valueNode] as const);
}
