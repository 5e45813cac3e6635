import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { findProperty } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "./anchors.ts";
import { fixWith } from "./fix.ts";
import { quoted } from "./list-of.ts";
import { changeTextFix } from "./rewrite.ts";
import type { Fix, RuleContext } from "./rule.ts";

/** Removes a key. */
export function removeKeyFix(
  { document }: RuleContext,
  property: PropertyNode,
  how: Pick<Fix, "preferred"> = {},
): Fix[] {
  return fixWith(l10n.t('Remove "{0}"', property.keyNode.value), document.at(property).edit.remove(), how);
}

/** Removes a field from a mapping; nothing is offered if it is merged in, or if an alias elsewhere needs what is in it. */
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
