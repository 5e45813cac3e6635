import * as l10n from "@vscode/l10n";
import type { SchemaNode } from "../../schema/model.ts";
import { parseDuration } from "../../schema/types/duration.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { StringNode } from "../../yaml/tree.ts";
import { changeTextFix } from "../engine/fixes.ts";
import type { Fix, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "pattern-mismatch",
  severity: "error",
  only: "definition",
  docs: {
    what: "A text does not match the pattern that the definition of the operator resource has for the field. A pattern that could take an unreasonable time is not checked.",
    why: "The API server rejects the resource.",
    fix: "Writes a duration in whole units, and other texts in lowercase, where that matches.",
  },
  check(context) {
    const { resource } = context.document.schemas.chart;
    if (!resource) return [];
    return context.groups.flatMap((group) => {
      const [schema] = group.schemas;
      const pattern = schema?.limits?.pattern;
      if (!schema || pattern === undefined) return [];
      const matches = (text: string) => resource.matches(pattern, text);
      const wrong = group.nodes.string.filter((node) => matches(node.value) === false);
      return wrong.map((node) => ({
        ...rangeOf(node),
        message: l10n.t(
          "{0} does not match the pattern {1} of the definition, so the API server rejects it.",
          placeName(group.place(node)),
          shown(pattern, 120),
        ),
        fixes: () => rewritten(context, node, schema, (text) => matches(text) === true),
      }));
    });
  },
};

function rewritten(
  context: RuleContext,
  node: StringNode,
  { annotations }: SchemaNode,
  matches: (text: string) => boolean,
): Fix[] {
  const { value } = node;
  const other = annotations.meaning === "duration" ? inWholeUnits(value) : value.toLowerCase();
  return other === undefined || other === value || !matches(other)
    ? []
    : changeTextFix(context, node, other, true);
}

const UNITS: readonly (readonly [string, number])[] = [
  ["h", 3.6e12],
  ["m", 6e10],
  ["s", 1e9],
  ["ms", 1e6],
];

/** A duration in whole hours, minutes, seconds and milliseconds; `undefined` if it has a smaller part. */
function inWholeUnits(text: string): string | undefined {
  let left = parseDuration(text) ?? 0;
  let written = "";
  for (const [unit, nanoseconds] of UNITS) {
    const count = Math.floor(left / nanoseconds);
    if (count > 0) written += `${count}${unit}`;
    left -= count * nanoseconds;
  }
  return left === 0 && written !== "" ? written : undefined;
}
