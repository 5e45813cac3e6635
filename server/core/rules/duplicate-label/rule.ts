import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { fixWith } from "../engine/fixes.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { labelEntries } from "../topics/label-lists.ts";

export const rule: Rule = {
  code: "duplicate-label",
  severity: "error",
  docs: {
    what: "Two entries of a list of labels have the same name.",
    why: "A label has only one value. No gateway has both, or one of the two entries is lost.",
    kind: "operator",
    wrong:
      "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n  subscriptionServer:\n    subDomain: cop\n  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway\n    - name: app\n      value: my-gateway",
    right:
      "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n  subscriptionServer:\n    subDomain: cop\n  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n    - name: app\n      value: istio-ingressgateway",
    fix: "Removes the entry.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { node, schemas } of placesMeaning(context, "label-list")) {
      const [schema] = schemas;
      if (node.type !== "array" || node.alias || !schema) continue;
      const first = new Map<string, { offset: number; length: number; value: string }>();
      for (const { item, name, value } of labelEntries(node, schema)) {
        const before = first.get(name.value);
        if (!before) {
          first.set(name.value, { offset: name.offset, length: name.length, value });
          continue;
        }
        const line = context.analysis.text.positionAt(before.offset).line + 1;
        findings.push({
          ...rangeOf(name),
          message: l10n.t(
            'The label "{0}" is already set on line {1}. Remove one of the two.',
            name.value,
            line,
          ),
          related: [
            {
              ...rangeOf(before),
              message: l10n.t('Here "{0}" is "{1}".', name.value, before.value),
            },
          ],
          fixes: () => {
            const title = l10n.t('Remove this entry for "{0}"', name.value);
            const edits = context.document.at(item).edit.remove();
            return fixWith(title, edits, { preferred: value === before.value });
          },
        });
      }
    }
    return findings;
  },
};
