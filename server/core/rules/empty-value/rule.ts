import * as l10n from "@vscode/l10n";
import { accepts, failsWithNull, type SchemaNode } from "../../schema/model.ts";
import { renderKey } from "../../schema/render-defaults.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { READERS } from "../engine/reader.ts";
import type { Edit, Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { endsRendering } from "../topics/ends-rendering.ts";
import { allFitBeside } from "../topics/resource-pairs.ts";

export const rule: Rule = {
  code: "empty-value",
  severity: "warning",
  proven: true,
  docs: {
    what: "A key without a value, where the chart expects a mapping, a list, a number or a boolean, or has a default that is not empty.",
    why: "Helm reads this as null and removes the chart's default, so templates that rely on it fail or render nothing.",
    wrong: "controller:\n  resources:",
    right: "controller:\n  resources:\n    limits:\n      memory: 500Mi",
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
      const { value } = property.keyNode;
      findings.push({
        ...rangeOf(property.keyNode),
        ...(root.kind === "values" && endsRendering(document, place.path, schema) && { severity: "error" }),
        message:
          root.kind === "values"
            ? l10n.t('"{0}" has no value. Helm reads null and removes the chart\'s default.', value)
            : l10n.t('"{0}" has no value. {1} reads null.', value, READERS[root.kind]),
        fixes: () => fixes(context, place, property, schema),
      });
    }
    return findings;
  },
};

function hasText({ default: value }: SchemaNode): boolean {
  return value !== undefined && value !== "";
}

function fixes(context: RuleContext, { path }: Place, property: PropertyNode, schema: SchemaNode): Fix[] {
  const { analysis } = context;
  const inBrackets = property.parent?.type === "object" && property.parent.flow;
  // `? key` has a line of its own, and so does its value, which is missing here.
  if (property.colonOffset === undefined && !inBrackets) return [];
  const toNull = { title: l10n.t("Write {0}", "null"), edits: [behind(analysis, property, "null")] };
  const isNeeded = failsWithNull(schema);
  if (isNeeded && !schema.hasDefault) {
    const edits = [behind(analysis, property, '""')];
    return [{ title: l10n.t("Write {0}", '""'), edits, preferred: isUnshared(property.valueNode) }];
  }
  if (!schema.hasDefault) return [{ ...toNull, preferred: isUnshared(property.valueNode) }];
  const text = scalarText(schema.default);
  const [, ...lines] = renderKey(property.key, schema, {
    comments: false,
    indent: analysis.style.indent,
    column: 0,
  });
  const isBlock = lines.length > 0 && !inBrackets;
  const edit = isBlock ? below(analysis, property, lines) : behind(analysis, property, text);
  const title = lines.length > 0 ? l10n.t("Write the default") : l10n.t("Write {0}", text);
  // A default limit may be too low for a request in this file, and the other way round.
  const preferred = isUnshared(property.valueNode) && allFitBeside(context, path, schema.default);
  return [{ title, edits: [edit], preferred }, ...(isNeeded ? [] : [toNull])];
}

/** Writes a value after a key's colon or anchor; in brackets the colon may be missing. */
function behind({ file }: Analysis, { valueNode, colonOffset }: PropertyNode, text: string): Edit {
  const start = valueNode.offset;
  const line = file.text.slice(start, start + 200);
  const spaces = /^[ \t]*(?=[,}\r\n]|$)/.exec(line)?.[0].length ?? 0;
  return { start, end: start + spaces, text: colonOffset === undefined ? `: ${text}` : ` ${text}` };
}

/** Writes lines below the line of a key, one level deeper. */
function below({ lines, style }: Analysis, { offset }: PropertyNode, added: readonly string[]): Edit {
  const line = lines.lineAt(offset);
  const column = offset - lines.start(line);
  const end = lines.start(line) + lines.text(line).length;
  const text = added.map((one) => style.lineBreak + " ".repeat(column) + one).join("");
  return { start: end, end, text };
}
