import * as l10n from "@vscode/l10n";
import type { Annotations } from "../../schema/annotations.ts";
import { annotationKeyFault, labelKeyFault } from "../../schema/types/kubernetes-names.ts";
import { isPlaceholderWord, placeholderIn } from "../../schema/types/placeholders.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import { isNull } from "../../values/helm-tree.ts";
import { isMergeKey, keySource, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { BooleanNode, NumberNode, PropertyNode, StringNode, ValueNode } from "../../yaml/tree.ts";
import { quoteFix, removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { quoteAdvice } from "../engine/sentences.ts";
import { type LabelText, labelText } from "../topics/label-text.ts";

export const rule: Rule = {
  code: "invalid-label",
  severity: "error",
  docs: {
    what: "A label whose key or value is not valid, or an annotation whose key is not valid or whose value is not text; a label of pods that the chart itself selects them by, with another value.",
    why: "The API server rejects the object. Label keys and values have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends; a key may have a prefix, which is a DNS name followed by `/`. Values must be text: Helm reads `1` as a number and `true` as a boolean. It reads keys in the same way: `on` becomes the key `true`. A Deployment whose selector does not match the labels of its pods is rejected as well. Annotation keys follow the same rules; annotation values can be any text. A null removes a default of the chart; without a default, Helm passes the null on, and a schema of the chart rejects it.",
    fix: "Puts a number or boolean, or a key that Helm reads as one, in quotes; removes a label that the chart selects by.",
  },
  check(context) {
    const findings: Finding[] = [];
    const add = (found: Finding | undefined) => {
      if (found) findings.push(found);
    };
    for (const group of context.groups) {
      const meaning = group.schemas[0]?.annotations.meaning;
      if (meaning === "labels" || meaning === "annotations") {
        const owned = group.schemas[0]?.annotations.selectorLabels;
        for (const { properties } of group.nodes.object) {
          for (const property of properties) {
            add(keyFinding(context, property, meaning));
            if (owned && isOwned(property, owned)) add(ownedFinding(context, property));
          }
        }
      }
      const kind = labelText(group);
      if (!kind) continue;
      // A list in place of the mapping is the wrong type, and its items are not labels.
      const isNamed = meaning === "label-key" || meaning === "label-value";
      const isLabel = ({ parent }: ValueNode) => isNamed || parent?.type === "property";
      for (const node of group.nodes.string) if (isLabel(node)) add(faultyText(node, kind, isNamed));
      for (const node of group.nodes.number) if (isLabel(node)) add(noText(context, node, kind));
      for (const node of group.nodes.boolean) if (isLabel(node)) add(noText(context, node, kind));
      for (const node of group.nodes.null) if (isLabel(node)) add(notRemoved(context, group.place(node)));
    }
    return findings;
  },
};

const MEANINGS = {
  "label-key": "label-key",
  "label-value": "label-value",
  "annotation-value": undefined,
} as const;

function keyFinding(
  context: RuleContext,
  property: PropertyNode,
  meaning: "labels" | "annotations",
): Finding | undefined {
  const { key } = property;
  if (isMergeKey(property) || placeholderIn(key)) return undefined;
  const source = keySource(context.analysis.file.text, property);
  if (source !== undefined && source !== key) return otherKey(context, property, source);
  const fault = meaning === "labels" ? labelKeyFault(key) : annotationKeyFault(key);
  if (fault === undefined) return undefined;
  const message =
    meaning === "labels"
      ? l10n.t('"{0}" is not a valid label key: {1}.', shown(key), fault)
      : l10n.t('"{0}" is not a valid annotation key: {1}.', shown(key), fault);
  return { ...rangeOf(property.keyNode), message };
}

/** True for a label that sets another value for one by which the chart's Deployments select. */
function isOwned(
  { key, valueNode }: PropertyNode,
  owned: NonNullable<Annotations["selectorLabels"]>,
): boolean {
  const node = resolveAlias(valueNode);
  return Object.hasOwn(owned, key) && "value" in node && node.value !== null && node.value !== owned[key];
}

function ownedFinding(context: RuleContext, property: PropertyNode): Finding {
  return {
    ...rangeOf(property.keyNode),
    message: l10n.t(
      'The chart selects its pods by "{0}", so Kubernetes rejects another value. Remove it.',
      shown(property.key),
    ),
    fixes: () => removeKeyFix(context, property),
  };
}

/** A plain key that Helm reads as a boolean or a number, and writes in another way: `on` becomes `true`. */
function otherKey(context: RuleContext, { key, keyNode }: PropertyNode, source: string): Finding {
  return {
    ...rangeOf(keyNode),
    severity: "warning",
    message: l10n.t(
      '{0} reads the key {1} as "{2}". Put it in quotes if you mean the text.',
      context.root.kind.reader,
      shown(source),
      shown(key),
    ),
    fixes: () => quoteFix(context, keyNode, undefined),
  };
}

/** A number or a boolean where text is needed. */
function noText(context: RuleContext, node: NumberNode | BooleanNode, kind: LabelText): Finding {
  return {
    ...rangeOf(node),
    message: `${noTextFault(node, context.root.kind.reader, kind)} ${
      // A tag decides the type with or without quotes.
      node.tag === undefined ? quoteAdvice() : l10n.t("The tag makes it one: remove the tag.")
    }`,
    fixes: () => (node.alias ? [] : quoteFix(context, node, MEANINGS[kind])),
  };
}

function noTextFault({ type, value }: NumberNode | BooleanNode, reader: string, kind: LabelText): string {
  const isLabel = kind !== "annotation-value";
  if (type === "number") {
    return isLabel
      ? l10n.t("{0} reads the number {1} here, but labels must be text.", reader, value)
      : l10n.t("{0} reads the number {1} here, but annotations must be text.", reader, value);
  }
  return isLabel
    ? l10n.t("{0} reads the boolean {1} here, but labels must be text.", reader, value)
    : l10n.t("{0} reads the boolean {1} here, but annotations must be text.", reader, value);
}

/** A null without a default to remove. Helm passes it on: a schema of the chart refuses it, and templates write it in their own way. */
function notRemoved({ document, root }: RuleContext, { node, property, path }: Place): Finding | undefined {
  if (!root.kind.isMerged || !property || node.alias) return undefined;
  const given = document.release.given(path);
  if (!given || !isNull(given)) return undefined;
  const { key, keyNode } = property;
  return {
    ...rangeOf(node.length > 0 ? node : keyNode),
    severity: "warning",
    message: l10n.t(
      '"{0}" must be text, but is null and removes no default. Remove the key, or write "".',
      shown(key),
    ),
  };
}

/** A text that is no valid label or annotation. A missing key is reported by the rule for the mapping around it. */
function faultyText(node: StringNode, kind: LabelText, isNamed: boolean): Finding | undefined {
  // A word such as TODO is reported as a placeholder only where the chart names the key.
  const isPlaceholder =
    placeholderIn(node.value) !== undefined && (isNamed || !isPlaceholderWord(node.value));
  if (node.value === "" || isPlaceholder) return undefined;
  const fault = textFault(MEANINGS[kind], node.value);
  if (fault === undefined) return undefined;
  const text = shown(node.value);
  const message =
    kind === "label-key"
      ? l10n.t('"{0}" is not a valid label key: {1}.', text, fault)
      : l10n.t('"{0}" is not a valid label value: {1}.', text, fault);
  return { ...rangeOf(node), message };
}
