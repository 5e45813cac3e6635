import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { insertProperties, removeProperty } from "../../yaml/edits/edits.ts";
import { findProperty, pathOf } from "../../yaml/lookup.ts";
import type { ObjectNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "./anchors.ts";
import { quoted } from "./list-of.ts";
import { changeTextFix } from "./rewrite.ts";
import type { Fix, RuleContext } from "./rule.ts";

/** Removes a field from a mapping; nothing is offered if it is merged in, or if an alias elsewhere needs what is in it. */
export function removeFieldFix({ analysis }: RuleContext, { properties }: ObjectNode, name: string): Fix[] {
  const property = properties.findLast(({ key }) => key === name);
  if (!property || holdsAnchor(property)) return [];
  return [{ title: l10n.t('Remove "{0}"', name), edits: removeProperty(analysis, property) }];
}

/** Replaces the scalar of a field, or adds the field after the others. */
export function setFieldFix(
  { analysis, root }: RuleContext,
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
        ? changeTextFix(written, value, false).map((fix) => ({ ...fix, title }))
        : [];
    }
    if (written.type !== "boolean") return [];
    const edit = { start: written.offset, end: written.offset + written.length, text: String(value) };
    return [{ title, edits: [edit] }];
  }
  if (written) return [];
  const edit = insertProperties(analysis, root.node, pathOf(mapping), [`${name}: ${scalarText(value)}`]);
  return edit ? [{ title, edits: [edit] }] : [];
}
