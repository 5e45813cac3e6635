import * as l10n from "@vscode/l10n";
import { keyAt } from "../../chart/chart.ts";
import type { TemplateReads } from "../../chart/templates/template-reads.ts";
import { pathText } from "../../schema/markdown.ts";
import { placesIn } from "../../semantics/places.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";

export const rule: Rule = {
  code: "unread-key",
  severity: "hint",
  only: "chart",
  docs: {
    what: "The local chart declares the key, but none of its templates reads it.",
    why: "The value has no effect. Usually the templates that used the key were removed from the chart, or the chart misspells the key.",
  },
  check(context) {
    const { atHand } = context.document.schemas.chart;
    const { reads } = atHand ?? {};
    // Texts that are templates themselves may read any key.
    if (!reads || reads === "pending" || reads.dynamic) return [];
    return placesIn(context.groups).flatMap((place) => unreadFinding(context, place, reads));
  },
};

function unreadFinding(
  { document }: RuleContext,
  { property, path }: Place,
  reads: TemplateReads,
): Finding[] {
  const { atHand, name } = document.schemas.chart;
  const keys = path.filter((segment) => typeof segment === "string");
  if (!property || keys.length < path.length) return [];
  if (keyAt(atHand?.keys, path)?.place === undefined || reads.isRead(keys)) return [];
  // Of nested keys, only the outermost is reported.
  const above = keys.slice(0, -1);
  if (above.length > 0 && !reads.isRead(above)) return [];
  return [
    {
      ...rangeOf(property.keyNode),
      message: l10n.t('No template of {0} reads "{1}", so it has no effect.', name, pathText(path)),
      unnecessary: true,
    },
  ];
}
