import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { placesIn } from "../../semantics/places.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";
import { type Confusion, type Counterparts, confusionAt } from "../topics/counterparts.ts";
import { hasFormOf } from "../topics/value-fits.ts";

type ConfusedEntry = Extract<Confusion, { kind: "entry" }>;

export const rule: Rule = {
  code: "required-or-preferred",
  severity: "error",
  docs: {
    what: "An affinity rule has the form of the other kind: a required rule with a weight, or a preferred rule without one.",
    why: "A required rule has no weight: Kubernetes does not recognize `weight` and `podAffinityTerm` there, finds no `topologyKey`, and rejects the pod. A preferred rule requires a weight, and its term is one level deeper.",
    fix: "Changes the key to the other one, or rewrites the entry in the form that its key needs.",
  },
  check(context) {
    const doubtful = context.groups.filter(
      ({ schemas: [schema], parent }) => mayBeConfused(schema) || mayBeConfused(parent?.schemas[0]),
    );
    return placesIn(doubtful).flatMap((place) => {
      const confusion = confusionAt(place);
      return confusion ? [confusionFinding(context, confusion)] : [];
    });
  },
};

function mayBeConfused(schema: RuleContext["groups"][number]["schemas"][number] | undefined): boolean {
  return schema?.annotations.counterpart !== undefined;
}

function confusionFinding(context: RuleContext, confusion: Confusion): Finding {
  const { property, other } = confusion.keys;
  const key = property.key;
  const rename = () => otherKeyFix(context, confusion.keys);
  if (confusion.kind === "value") {
    return {
      ...rangeOf(property.keyNode),
      about: confusion.node,
      message:
        confusion.node.type === "array"
          ? l10n.t('A list belongs to "{0}", not to "{1}".', other, key)
          : l10n.t('A mapping belongs to "{0}", not to "{1}".', other, key),
      fixes: rename,
    };
  }
  const { strange, item, weighted, term } = confusion;
  const [first] = strange;
  const { offset, length } = first?.keyNode ?? item;
  const names = namesOf(strange);
  const isPlain = weighted === confusion.keys.otherSchema.items;
  return {
    start: offset,
    end: offset + length,
    about: item,
    message: isPlain
      ? l10n.t('An entry of "{0}" does not take {1}. Use "{2}" instead.', key, names, other)
      : l10n.t('In an entry of "{0}", {1} must be under "{2}", next to a weight.', key, names, term),
    fixes: () => [...rename(), ...(isPlain ? unwrapFix(context, confusion) : wrapFix(context, confusion))],
  };
}

/** Changes to the other key, if everything under it fits there as it is. */
function otherKeyFix(
  { document }: RuleContext,
  { property, holder, other, otherSchema }: Counterparts,
): Fix[] {
  if (findProperty(holder.node, other) || !hasFormOf(property.valueNode, otherSchema)) return [];
  return fixWith(l10n.t('Change to "{0}"', other), document.at(property).edit.rename(other), {
    preferred: true,
  });
}

/** Moves the keys that do not belong in the entry under the key of the term, and adds the other keys that the entry needs. */
function wrapFix(context: RuleContext, { item, strange, weighted, term }: ConfusedEntry): Fix[] {
  if (findProperty(item, term)) return [];
  const kept = item.properties.filter((property) => !strange.includes(property));
  const missing = [...weighted.required].filter((key) => key !== term && !findProperty(item, key));
  const added = missing.map(
    (key) => `${key}: ${scalarText(weighted.properties.get(key)?.examples[0] ?? "")}`,
  );
  const pad = " ".repeat(context.analysis.style.indent);
  const below = linesOf(context, strange).map((line) => (line === "" ? line : pad + line));
  const lines = [...linesOf(context, kept), ...added, `${term}:`, ...below];
  const title =
    added.length > 0
      ? l10n.t('Move it to "{0}" and add {1}', term, joinNames(added, "and"))
      : l10n.t('Move it to "{0}"', term);
  return rewriteFix(context, item, title, lines);
}

/** Moves the keys under the key of the term one level up, and drops the other keys that do not belong there. */
function unwrapFix(context: RuleContext, { item, strange, term }: ConfusedEntry): Fix[] {
  const held = strange.find(({ key }) => key === term)?.valueNode;
  if (held !== undefined && (held.type !== "object" || held.flow || held.alias !== undefined)) return [];
  const kept = item.properties.filter((property) => !strange.includes(property));
  const lines = linesOf(context, [...kept, ...(held?.properties ?? [])]);
  const title = l10n.t("Write it without {0}", namesOf(strange));
  return lines.length === 0 ? [] : rewriteFix(context, item, title, lines);
}

function namesOf(properties: readonly PropertyNode[]): string {
  return joinNames(
    properties.map(({ key }) => quoted(key)),
    "and",
  );
}

function linesOf({ document }: RuleContext, properties: readonly PropertyNode[]): string[] {
  return properties.flatMap((property) => document.at(property).edit.lines);
}

/** Writes an entry in other lines, unless it contains an anchor. */
function rewriteFix(
  { document }: RuleContext,
  item: ObjectNode,
  title: string,
  lines: readonly string[],
): Fix[] {
  return item.properties.some(holdsAnchor) ? [] : fixWith(title, document.at(item).edit.rewrite(lines));
}
