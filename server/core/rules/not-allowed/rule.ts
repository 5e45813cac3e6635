import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import { fixWith } from "../engine/fixes.ts";
import { closestFirst, closestMatches } from "../engine/rank.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { allowedBy, missedValues } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "not-allowed",
  severity: "error",
  docs: {
    what: "The key takes only certain values, and this is not one of them.",
    why: "A chart with a schema rejects it; otherwise the value has no effect, or Kubernetes rejects it. Values are case-sensitive.",
    fix: "Changes the value to an allowed one; the closest is offered first.",
  },
  check({ analysis, document, groups }) {
    const { words } = document.schemas.chart;
    const findings: Finding[] = [];
    const limited = groups.filter(({ schemas }) => schemas.some(allowedBy));
    const places = limited.flatMap((group) =>
      (["string", "number", "boolean"] as const).flatMap((type) => group.places(type)),
    );
    for (const place of places) {
      const { node, schemas, parent } = place;
      const source = analysis.source(node);
      const allowed = missedValues(node, schemas, source);
      if (!allowed || !("value" in node)) continue;
      const written = node.type === "string" ? node.value : source;
      const texts = allowed.filter((value) => value !== "").map(scalarText);
      const subject = placeName(place);
      const choices = texts.join(", ");
      findings.push({
        ...rangeOf(node),
        message:
          written === ""
            ? l10n.t("{0} cannot be empty. Allowed: {1}.", subject, choices)
            : l10n.t("{0} cannot be {1}. Allowed: {2}.", subject, shown(written), choices),
        fixes: () => {
          const translation = translated(written, words.values, texts);
          // Keys that the manager lacks show only once the chart knows its name.
          const isManager = schemas.some(({ annotations }) => annotations.meaning === "certificate-manager");
          const reveals = isManager && parent ? rangeOf(parent.node) : undefined;
          const [best] = translation === undefined ? closestMatches(written, texts) : [translation];
          return closestFirst(best ?? written, texts).flatMap((text) =>
            fixWith(l10n.t("Change to {0}", text), document.at(node).edit.replace(text), {
              reveals,
              preferred: text === best,
              safe: text.toLowerCase() === written.toLowerCase(),
            }),
          );
        },
      });
    }
    return findings;
  },
};

/** The chart's word for a value of another chart, in upper or lower case; `undefined` if the chart does not allow that value. */
function translated(
  written: string,
  words: Readonly<Record<string, string>>,
  allowed: readonly string[],
): string | undefined {
  const [, here] = Object.entries(words).find(([word]) => word.toLowerCase() === written.toLowerCase()) ?? [];
  return allowed.find((text) => text === here);
}
