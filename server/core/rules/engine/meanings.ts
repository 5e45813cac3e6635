import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/annotations.ts";
import { pathText } from "../../schema/markdown.ts";
import { placesIn } from "../../semantics/places.ts";
import { memo } from "../../yaml/memo.ts";
import type { BooleanNode, NumberNode, StringNode, YamlNode } from "../../yaml/tree.ts";
import { quoted } from "./list-of.ts";
import type { Place, RuleContext } from "./rule.ts";

/** A place with a scalar where text is expected. */
export interface TextPlace {
  readonly place: Place;
  readonly node: StringNode | NumberNode | BooleanNode;
  /** The text; for a number or a boolean, which Helm reads without quotes, its source. */
  readonly text: string;
}

const placesByMeaning = memo((context: RuleContext) =>
  memo(
    (meaning: Meaning) =>
      placesIn(context.groups.filter(({ schemas }) => schemas[0]?.annotations.meaning === meaning)),
    new Map(),
  ),
);

/** The places of a document whose values have a meaning, in the order of the text. */
export function placesMeaning(context: RuleContext, meaning: Meaning): readonly Place[] {
  return placesByMeaning(context)(meaning);
}

const textsByMeaning = memo((context: RuleContext) =>
  memo((meaning: Meaning) => readTexts(context, meaning), new Map()),
);

/** The texts at those of these places that hold a scalar, if it is not blank and can be read. */
export function textsMeaning(context: RuleContext, meaning: Meaning): readonly TextPlace[] {
  return textsByMeaning(context)(meaning);
}

function readTexts(context: RuleContext, meaning: Meaning): TextPlace[] {
  return placesMeaning(context, meaning).flatMap((place): TextPlace[] => {
    const { node } = place;
    if (node.type === "object" || node.type === "array" || node.type === "null") return [];
    const source = context.analysis.source(node);
    const text = node.type === "string" ? node.value : source;
    return text.trim() === "" ? [] : [{ place, node, text }];
  });
}

/** The key of a place, or for an item that of its list with the index: `volumes[0]`. `undefined` for a document as a whole. */
export function labelOf({ property, path, node }: Place): string | undefined {
  const key = property?.key ?? node.holder?.key;
  if (key !== undefined) return key;
  const list = path.findLastIndex((segment) => typeof segment === "string");
  return list < 0 ? undefined : pathText(path.slice(list));
}

/** What is marked of a place: a block at its key, because its lines are not what is wrong. */
export function markOf({ node, property }: Place): YamlNode {
  const isBlock = (node.type === "object" || node.type === "array") && !node.alias;
  return isBlock && property ? property.keyNode : node;
}

/** A place as messages name it, at the beginning of a sentence or in it. */
export function nameOf(place: Place): string {
  const label = labelOf(place);
  return label === undefined ? l10n.t("This document") : quoted(label);
}

/** That a mapping lacks fields which it requires; `names` lists them for the sentence. */
export function requiredText(mapping: Place, names: string, count = 1): string {
  const holder = labelOf(mapping);
  if (holder === undefined) {
    return count === 1
      ? l10n.t("{0} is required but not set.", names)
      : l10n.t("{0} are required but not set.", names);
  }
  return count === 1
    ? l10n.t('{0} is required in "{1}" but not set.', names, holder)
    : l10n.t('{0} are required in "{1}" but not set.', names, holder);
}

/** What the API server does with an unknown field; it depends on how the object is applied (Helm 3 or 4, kubectl). */
export function droppedText(): string {
  return l10n.t("Kubernetes drops it or refuses the object.");
}

/** Whether a place belongs to a Kubernetes type, which Helm passes on to the API server, or to a resource. */
export function isReadByKubernetes({ root }: RuleContext, place: Place): boolean {
  if (root.kind === "operator") return true;
  for (let at: Place | undefined = place; at; at = at.parent) {
    if (at.schemas.some(({ shared, annotations }) => shared || annotations.meaning === "resources"))
      return true;
  }
  return false;
}
