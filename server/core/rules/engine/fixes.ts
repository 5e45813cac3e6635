import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import { findProperty } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode, ScalarNode, ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor, isUnshared } from "./anchors.ts";
import type { Fix, RuleContext } from "./rule.ts";
import { quoted } from "./sentences.ts";

/** A fix with these edits; an empty list if there are no edits, because the fix cannot be written. */
export function fixWith(
  title: string,
  edits: readonly Edit[],
  how: Omit<Fix, "title" | "edits"> = {},
): Fix[] {
  return edits.length === 0 ? [] : [{ title, edits, ...how }];
}

/** Replaces a value with another text, in the same quotes. Not offered if the value is written elsewhere, at an anchor. */
export function changeTextFix(
  { document }: RuleContext,
  node: ScalarNode,
  text: string,
  preferred: boolean,
): Fix[] {
  const edits = document.at(node).edit.setText(text);
  return fixWith(l10n.t('Change to "{0}"', text), edits, { preferred: preferred && isUnshared(node) });
}

/**
 * Puts quotes around a plain scalar, so that Helm reads the text as written. Not preferred if the text is wrong as well; not offered after a
 * tag, which decides the type with or without quotes.
 */
export function quoteFix(
  { analysis, document }: RuleContext,
  node: ValueNode,
  meaning: Meaning | undefined,
): Fix[] {
  if (node.tag !== undefined) return [];
  const source = analysis.source(node);
  const text = JSON.stringify(source);
  // Only the user knows whether there should be a volume of that name.
  const isRight = isUnshared(node) && meaning !== "volume-name" && textFault(meaning, source) === undefined;
  const edits = document.at(node).edit.replace(text);
  return fixWith(l10n.t("Quote: {0}", text), edits, { preferred: isRight, safe: isRight });
}

/** Removes a key. */
export function removeKeyFix(
  { document }: RuleContext,
  property: PropertyNode,
  how: Pick<Fix, "preferred"> = {},
  title = l10n.t('Remove "{0}"', property.keyNode.value),
): Fix[] {
  const { valueNode } = property;
  const isBlock =
    (valueNode.type === "object" && valueNode.properties.length > 0) ||
    (valueNode.type === "array" && valueNode.items.length > 0);
  const losesBlock = isBlock && valueNode.alias === undefined;
  return fixWith(title, document.at(property).edit.remove(), { ...how, ...(losesBlock && { losesBlock }) });
}

/** Removes a field from a mapping; nothing is offered if the field is merged in, or if an alias elsewhere needs an anchor in it. */
export function removeFieldFix(context: RuleContext, { properties }: ObjectNode, name: string): Fix[] {
  const property = properties.findLast(({ key }) => key === name);
  return !property || holdsAnchor(property) ? [] : removeKeyFix(context, property);
}

/** Replaces the scalar of a field, or adds the field after the others. */
export function setFieldFix(
  context: RuleContext,
  mapping: ObjectNode,
  name: string,
  value: string | boolean,
): Fix[] {
  const title = l10n.t("Set {0}", quoted(`${name}: ${value}`));
  const written = findProperty(mapping, name)?.valueNode;
  if (written && written.type !== "null") {
    if (written.alias !== undefined) return [];
    if (typeof value === "string") {
      return written.type === "string"
        ? changeTextFix(context, written, value, false).map((fix) => ({ ...fix, title }))
        : [];
    }
    if (written.type !== "boolean") return [];
    return fixWith(title, context.document.at(written).edit.replace(String(value)));
  }
  if (written) return [];
  return fixWith(title, context.document.at(mapping).edit.insert([`${name}: ${scalarText(value)}`]));
}
