import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { defaultLabels, labelEntries } from "../topics/label-lists.ts";

export const rule: Rule = {
  code: "labels-differ-from-default",
  severity: "information",
  docs: {
    what: "The gateway labels are not those of the default resource that comes with the manager.",
    why: "The default resource fits only clusters whose gateway has its labels. With other labels, apply this resource instead.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { node, property, schemas } of placesMeaning(context, "label-list")) {
      const [schema] = schemas;
      if (node.type !== "array" || node.items.length === 0 || node.alias || !schema || !property) continue;
      const entries = labelEntries(node, schema);
      const labels = new Map(entries.map(({ name, value }) => [name.value, value]));
      // Incomplete and duplicate entries are reported as such.
      if (labels.size < node.items.length || hasSameLabels(labels, defaultLabels(schema))) continue;
      const wanted = [...defaultLabels(schema)].map(([name, value]) => `${name}: ${value}`).join(", ");
      findings.push({
        ...rangeOf(property.keyNode),
        unfinished: rangeOf(node),
        message: l10n.t(
          "These are not the labels of the manager's default resource ({0}), so apply this resource instead.",
          wanted,
        ),
      });
    }
    return findings;
  },
};

function hasSameLabels(labels: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  return labels.size === others.size && [...labels].every(([name, value]) => others.get(name) === value);
}
