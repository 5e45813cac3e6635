import { shown } from "../../schema/shown.ts";
import { annotationKeyFault, labelKeyFault } from "../../schema/types/kubernetes-names.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import { isMergeKey } from "../../yaml/merge-keys.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { placesMeaning } from "../engine/meanings.ts";
import { placeholderIn } from "../engine/placeholders.ts";
import { quoteFix } from "../engine/quote-fix.ts";
import { READERS } from "../engine/reader.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { labelText } from "../schema/label-text.ts";

export const invalidLabel: Rule = {
  code: "invalid-label",
  severity: "error",
  docs: {
    what: "A label whose key or value is not valid, or an annotation whose key is not valid or whose value is not text.",
    why: "The API server refuses the object. Label keys and values have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends; a key may have a prefix, which is a DNS name followed by `/`. Values must be text: Helm reads `1` as a number and `true` as a boolean. Annotation keys follow the same rules; annotation values can be any text.",
    wrong: "podLabels:\n  dash_dashboard: 1",
    right: 'podLabels:\n  dash_dashboard: "1"',
    fix: "Puts a number or boolean in quotes.",
  },
  check(context) {
    const findings: Finding[] = [];
    const add = (found: Finding | undefined) => {
      if (found) findings.push(found);
    };
    for (const meaning of ["labels", "annotations"] as const) {
      for (const { node } of placesMeaning(context, meaning)) {
        if (node.type !== "object") continue;
        for (const property of node.properties) {
          add(keyFinding(context, property, meaning));
          const place = context.placeOf(property.valueNode);
          if (place) add(textFinding(context, place));
        }
      }
    }
    for (const meaning of ["label-key", "label-value"] as const) {
      for (const place of placesMeaning(context, meaning)) add(textFinding(context, place));
    }
    return findings;
  },
};

const MEANINGS = {
  "a label key": "label-key",
  "a label value": "label-value",
  "an annotation value": undefined,
} as const;

function keyFinding(
  context: RuleContext,
  property: PropertyNode,
  meaning: "labels" | "annotations",
): Finding | undefined {
  const { key } = property;
  if (isMergeKey(property) || placeholderIn(key)) return undefined;
  const fault = meaning === "labels" ? labelKeyFault(key) : annotationKeyFault(key);
  if (fault === undefined || context.isBroken(property.keyNode)) return undefined;
  const what = meaning === "labels" ? "a label" : "an annotation";
  const { offset, length } = property.keyNode;
  const message = `"${shown(key)}" cannot be the key of ${what}: ${fault}.`;
  return { start: offset, end: offset + length, message };
}

function textFinding(context: RuleContext, place: Place): Finding | undefined {
  const { node } = place;
  const kind = labelText(place);
  if (!kind || context.isBroken(node)) return undefined;
  const range = { start: node.offset, end: node.offset + node.length };
  if (node.type === "number" || node.type === "boolean") {
    const source = context.analysis.file.text.slice(range.start, range.end);
    return {
      ...range,
      message: `${READERS[context.root.kind]} reads the ${node.type} ${node.value} here, but ${kind} is text. Put it in quotes.`,
      fixes: () => (node.alias ? [] : quoteFix(node, source, MEANINGS[kind])),
    };
  }
  // A missing key is reported by the rule for the mapping around it.
  if (node.type !== "string" || node.value === "" || placeholderIn(node.value)) return undefined;
  const fault = textFault(MEANINGS[kind], node.value);
  if (fault === undefined) return undefined;
  const what = kind === "a label key" ? "key" : "value";
  return { ...range, message: `"${shown(node.value)}" cannot be the ${what} of a label: ${fault}.` };
}
