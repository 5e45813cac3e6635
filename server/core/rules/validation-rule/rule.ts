import * as l10n from "@vscode/l10n";
import type { FieldGroup } from "../../schema/resource/field-groups.ts";
import { renderKey } from "../../semantics/render-defaults.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { isBeingTypedIn } from "../engine/being-typed.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { similarKeyFix } from "../topics/other-key.ts";

export const rule: Rule = {
  code: "validation-rule",
  severity: "error",
  only: "definition",
  docs: {
    what: "Too many or too few fields of a group are set in the operator resource, such as both `dnsTarget` and `ingressGatewayLabels`. The groups are read from the definition of the resource. Rules of the definition that do not count fields are left to the API server.",
    why: "The API server evaluates these rules, and rejects the resource.",
    fix: "Removes one of the fields, or inserts one that has a usual value.",
  },
  check(context) {
    if (!context.document.schemas.chart.resource) return [];
    return context.groups.flatMap((group) => {
      const rules = group.schemas.flatMap(({ fieldGroups }) => fieldGroups);
      if (rules.length === 0) return [];
      return group.nodes.object.flatMap((node) =>
        node.alias !== undefined
          ? []
          : rules.flatMap((rule) => findings(context, group.place(node), node, rule)),
      );
    });
  },
};

function findings(
  context: RuleContext,
  place: Place,
  node: ObjectNode,
  { fields, least, most, message: violated }: FieldGroup,
): Finding[] {
  const set = fields.flatMap((field) => findProperty(node, field) ?? []).filter(isSet);
  const message = l10n.t("{0} is not valid: {1}.", placeName(place), violated);
  if (set.length > most) {
    const inOrder = set.toSorted((a, b) => a.offset - b.offset);
    const [first, ...others] = inOrder;
    const last = others.at(-1);
    if (!first || !last) return [];
    return [
      {
        ...rangeOf(last.keyNode),
        message,
        related: inOrder
          .filter((property) => property !== last)
          .map((property) => ({
            ...rangeOf(property.keyNode),
            message: l10n.t('"{0}" is set here.', property.key),
          })),
        fixes: () => inOrder.toReversed().flatMap((property) => removal(context, property)),
      },
    ];
  }
  const absent = fields.filter((field) => !findProperty(node, field));
  if (set.length >= least || absent.some((field) => isBeingTypedIn(context, node, field))) return [];
  const mark = place.property?.keyNode ?? node.properties[0]?.keyNode ?? node;
  return [
    {
      ...rangeOf(mark),
      unfinished: rangeOf(node),
      message,
      fixes: () => {
        const similar = absent.flatMap((field) => similarKeyFix(context, node, field));
        const insertions = absent.flatMap((field) => insertion(context, place, field, similar.length === 0));
        return [...similar, ...insertions];
      },
    },
  ];
}

/** True if a field counts as set: the API server drops a null before it evaluates the rules, or refuses it for its type. */
function isSet({ valueNode }: PropertyNode): boolean {
  return valueNode.type !== "null";
}

function removal({ document, root }: RuleContext, property: PropertyNode): Fix[] {
  const edits = holdsAnchor(property) ? [] : document.at(property).edit.remove(root.node);
  return fixWith(l10n.t('Remove "{0}"', property.key), edits);
}

/** Writes a field with its usual value. */
function insertion(
  { analysis, document }: RuleContext,
  { schemas, path }: Place,
  field: string,
  preferred: boolean,
): Fix[] {
  const schema = schemas[0]?.properties.get(field);
  if (!schema?.hasDefault) return [];
  const lines = renderKey(field, schema, { comments: false, indent: analysis.style.indent, column: 0 });
  const title = l10n.t('Insert "{0}" with its usual value', field);
  return fixWith(title, document.at(path).edit.insert(lines), { preferred });
}
