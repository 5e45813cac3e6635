import * as l10n from "@vscode/l10n";
import { accepts, failsWithNull, hasUsefulDefault, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import { renderKey } from "../../semantics/render-defaults.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { endsRendering } from "../topics/ends-rendering.ts";
import { allFitBeside } from "../topics/resource-pairs.ts";

export const rule: Rule = {
  code: "empty-value",
  severity: "warning",
  proven: true,
  docs: {
    what: "A key without a value, where the chart expects a mapping, a list, a number or a boolean, or has a default that is not empty.",
    why: "Helm reads this as null and removes the chart's default, so templates that rely on it fail or render nothing.",
    fix: "Writes the default, or `null` if you mean to remove it.",
  },
  check(context) {
    const { groups, root, document } = context;
    const findings: Finding[] = [];
    for (const place of groups.flatMap((group) => group.places("null"))) {
      const { node, property, schemas } = place;
      const [schema] = schemas;
      if (node.type !== "null" || node.style !== "empty" || node.alias || !property || !schema) continue;
      if (
        schema.types.length === 0 ||
        schema.annotations.open ||
        (accepts(schema, "string") && !hasText(schema) && !failsWithNull(schema))
      )
        continue;
      // A field that Kubernetes requires is missing.
      if (place.parent?.schemas.some(({ required }) => required.has(property.key))) continue;
      const { value } = property.keyNode;
      findings.push({
        ...rangeOf(property.keyNode),
        ...(root.kind.isMerged && endsRendering(document, place.path, schema) && { severity: "error" }),
        message: root.kind.isMerged
          ? l10n.t('"{0}" has no value. Helm reads null and removes the chart\'s default.', value)
          : l10n.t('"{0}" has no value. {1} reads null.', value, root.kind.reader),
        fixes: () => fixes(context, place, property, schema),
      });
    }
    return findings;
  },
};

function hasText({ default: value }: SchemaNode): boolean {
  return value !== undefined && value !== "";
}

function fixes(context: RuleContext, place: Place, property: PropertyNode, schema: SchemaNode): Fix[] {
  const { analysis, document } = context;
  const { edit } = document.at(property);
  const isOwn = isUnshared(property.valueNode);
  const write = (text: string, preferred = false) =>
    fixWith(l10n.t("Write {0}", text), edit.fill(text), { preferred });
  const isNeeded = failsWithNull(schema);
  if (!hasUsefulDefault(schema)) return write(isNeeded ? '""' : "null", isOwn);
  const { indent } = analysis.style;
  const [, ...lines] = renderKey(property.key, schema, { comments: false, indent, column: 0 });
  const below = edit.writeBelow(lines.map((line) => line.slice(indent)));
  const text = scalarText(schema.default);
  const edits = lines.length > 0 && below.length > 0 ? below : edit.fill(text);
  const title = lines.length > 0 ? l10n.t("Write the default") : l10n.t("Write {0}", text);
  // A default limit may be too low for a request in this file, and the other way round.
  const preferred = isOwn && allFitBeside(context, place.path, schema.default);
  return [...fixWith(title, edits, { preferred }), ...(isNeeded ? [] : write("null"))];
}
