import * as l10n from "@vscode/l10n";
import { holdsMapping, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import { findProperty, resolveAlias } from "../../yaml/lookup.ts";
import { cut } from "../../yaml/shown.ts";
import type { ObjectNode, PropertyNode, ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Fix, Place, RuleContext } from "../engine/rule.ts";
import { indentTitle } from "../engine/sentences.ts";
import { hasFormOf, wouldBeValid } from "./value-fits.ts";

/**
 * The key that a value was meant for instead of its own: the only other one of its mapping that has just these keys below it, or the only one
 * that must be set there, is not, and takes the value. `undefined` without such a key, or with more than one.
 */
function keyMeantFor(holder: Place, { key: present, valueNode }: PropertyNode): string | undefined {
  const [schema, ...others] = holder.schemas;
  if (!schema || others.length > 0) return undefined;
  const value = resolveAlias(valueNode);
  const hasKeys = holdsKeys(value);
  const meant: string[] = [];
  for (const [key, child] of schema.properties) {
    if (key === present) continue;
    const isFor = hasKeys
      ? hasFormOf(value, child)
      : mustBeSet(key, child, schema) && value.type !== "null" && wouldBeValid(value, child);
    if (isFor && !findProperty(holder.node, key)) meant.push(key);
  }
  return meant.length === 1 ? meant[0] : undefined;
}

/** Renames a key to the one that fits its value. The fix is preferred for a value with keys, which tells more than a scalar. */
export function changeKeyFix(context: RuleContext, holder: Place, property: PropertyNode): Fix[] {
  const key = keyMeantFor(holder, property);
  if (key === undefined) return [];
  const preferred = property.valueNode.alias === undefined && holdsKeys(property.valueNode);
  return renameFix(context, property, key, { preferred });
}

/** Changes a key to another one. */
export function renameFix(
  { document }: RuleContext,
  property: PropertyNode,
  key: string,
  how: Pick<Fix, "preferred"> = {},
): Fix[] {
  return fixWith(
    l10n.t('Change "{0}" to "{1}"', property.key, key),
    document.at(property).edit.rename(key),
    how,
  );
}

/** The fixes of a value that its key does not take, with those that change the key; or its removal, if nothing else helps. */
export function withOtherKeys(
  context: RuleContext,
  { property, parent }: Place,
  fixes: readonly Fix[],
): Fix[] {
  if (!property || !parent) return [...fixes];
  return [
    ...fixes,
    ...changeKeyFix(context, parent, property),
    ...dedentFix(context, parent, property),
    ...removeFix(context, parent, property).map((fix) => ({ ...fix, lastResort: true as const })),
  ];
}

/** Changes an unknown key of a mapping to a similar one that is missing there. */
export function similarKeyFix(context: RuleContext, mapping: ObjectNode, key: string): Fix[] {
  const known = context.placeOf(mapping)?.schemas[0]?.properties;
  const property = mapping.properties.find(
    (other) => !known?.has(other.key) && closestMatches(other.key, [key]).length > 0,
  );
  return property ? renameFix(context, property, key, { preferred: true }) : [];
}

/**
 * Indents the line of a key less, if one of the mappings around its own has the key and not yet a value for it. The lines below the key stay
 * below it; if there are none, the rest of its mapping moves below it.
 */
export function dedentFix({ analysis, document }: RuleContext, holder: Place, property: PropertyNode): Fix[] {
  const { lines } = analysis;
  const { key, keyNode, valueNode } = property;
  if (holder.node.type !== "object" || holder.node.flow) return [];
  const isLast = holder.node.properties.at(-1) === property;
  const isEmpty = valueNode.type === "null";
  if (isEmpty === isLast) return [];
  for (let around = holder.parent; around; around = around.parent) {
    const { node, schemas } = around;
    const [schema] = schemas;
    const first = node.type === "object" ? node.properties[0] : undefined;
    const child = schema?.properties.get(key);
    if (!first || !child || findProperty(node, key)) continue;
    const column = lines.columnOf(first.keyNode.offset);
    const isTaken = isEmpty ? holdsMapping(child) : wouldBeValid(resolveAlias(valueNode), child);
    if (column >= lines.columnOf(keyNode.offset) || !isTaken) continue;
    const title = indentTitle(lines.lineAt(keyNode.offset), column);
    return fixWith(title, document.at(property).edit.indentTo(column), { preferred: true });
  }
  return [];
}

/**
 * Indents a key below the one directly above it, if that has keys below it, or nothing, and can contain this one: as in a block that was
 * pasted at the wrong column.
 */
export function indentBelowFix({ document }: RuleContext, holder: Place, property: PropertyNode): Fix[] {
  if (holder.node.type !== "object") return [];
  const above = holder.node.properties[holder.node.properties.indexOf(property) - 1];
  const child = above && document.at(above).schema?.properties.get(property.key);
  if (!child || findProperty(above.valueNode, property.key)) return [];
  if (!wouldBeValid(resolveAlias(property.valueNode), child)) return [];
  const edits = document.at(property).edit.moveInto(above);
  return fixWith(l10n.t('Indent below "{0}"', above.key), edits, { preferred: true });
}

/** Removes a value, so that its default counts; empty for a value that must be set. */
export function removeFix(context: RuleContext, holder: Place, property: PropertyNode): Fix[] {
  const [schema] = holder.schemas;
  const child = schema?.properties.get(property.key);
  if (!schema || !child || mustBeSet(property.key, child, schema) || holdsAnchor(property)) return [];
  const title = child.hasDefault
    ? l10n.t('Remove "{0}" to use the default {1}', property.key, cut(scalarText(child.default), 40))
    : l10n.t('Remove "{0}"', property.key);
  return removeKeyFix(context, property, {}, title);
}

/** True if there are keys in a value. Aliases in it are not followed: their values may be huge. */
function holdsKeys(node: ValueNode): boolean {
  if (node.alias !== undefined) return false;
  if (node.type === "object") return node.properties.length > 0;
  return node.type === "array" && node.items.some(holdsKeys);
}

function mustBeSet(key: string, { annotations }: SchemaNode, { required }: SchemaNode): boolean {
  return required.has(key) || annotations.requiredForInstall === true || annotations.neededByManager === true;
}
