import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { isSameValue } from "../../semantics/effective-value.ts";
import type { PlaceGroup } from "../../semantics/places.ts";
import { type HelmMap, isNull, toJson } from "../../values/helm-tree.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "default-stays",
  severity: "warning",
  docs: {
    what: "The file adds entries to a mapping that has default entries in the chart, which Helm keeps.",
    why: "Helm merges mappings key by key. A gateway that you select by one label must then have the default labels as well, so no gateway is found.",
    fix: "Sets the default entries to `null`, which removes them, or repeats them, if you mean to keep them.",
  },
  check(context) {
    return context.groups
      .filter(isMapWithDefault)
      .flatMap((group) => group.places("object").flatMap((place) => stayingFinding(context, place)));
  },
};

function stayingFinding(context: RuleContext, place: Place): Finding[] {
  const { node, property } = place;
  if (!property) return [];
  const path = place.path;
  const standard = context.document.defaultAt(path);
  const given = context.document.release.given(path);
  if (standard?.type !== "map" || given?.type !== "map" || standard.entries.size === 0) return [];
  const left = [...given.entries].filter(([, { origin }]) => origin.kind === "chart-default");
  // A null shows that the user knows the defaults, even if Helm ignores it.
  if (left.some(([key]) => findProperty(node, key)?.valueNode.type === "null")) return [];
  if (left.length === 0 || given.removed.size > 0 || !changes(given, standard)) return [];
  const { value } = property.keyNode;
  const entries = left.map(([key, entry]) => `${key}: ${scalarText(toJson(entry))}`);
  const keys = left.map(([key]) => scalarText(key));
  const names = joinNames(entries.map(quoted), "and");
  const { ignoresNulls } = context.document.release;
  return [
    {
      ...rangeOf(property.keyNode),
      about: node,
      unfinished: rangeOf(node),
      message: ignoresNulls
        ? l10n.t(
            'Helm also keeps {0} in "{1}", and Helm 4 ignores nulls here. Write them to keep them.',
            names,
            value,
          )
        : left.length === 1
          ? l10n.t(
              'Helm also keeps the default {0} in "{1}". Set it to null to remove it, or write it here to keep it.',
              names,
              value,
            )
          : l10n.t(
              'Helm also keeps the defaults {0} in "{1}". Set them to null to remove them, or write them here to keep them.',
              names,
              value,
            ),
      fixes: () => [
        ...(ignoresNulls
          ? []
          : insertFix(
              context,
              place,
              property,
              keys.map((key) => `${key}: null`),
              true,
            )),
        ...insertFix(context, place, property, entries, false),
      ],
    },
  ];
}

/** If the chart names the keys, they are settings, each with its own default, not entries of one map. */
function isMapWithDefault({ schemas: [schema] }: PlaceGroup): boolean {
  if (!schema?.hasDefault || schema.properties.size > 0) return false;
  return schema.additional !== undefined || schema.patterns.length > 0;
}

/** True if a map contains more than a part of the defaults; an empty map is there to remove them. */
function changes(given: HelmMap, standard: HelmMap): boolean {
  const written = [...given.entries].filter(([, { origin }]) => origin.kind !== "chart-default");
  return (
    written.length === 0 ||
    written.some(([key, entry]) => {
      const before = standard.entries.get(key);
      return !isNull(entry) && !(before && isSameValue(before, entry));
    })
  );
}

function insertFix(
  { document }: RuleContext,
  { path, node }: Place,
  { valueNode }: PropertyNode,
  lines: readonly string[],
  preferred: boolean,
): Fix[] {
  if (node.alias || valueNode.anchor) return [];
  const title = l10n.t("Insert {0}", joinNames(lines.map(quoted), "and"));
  return fixWith(title, document.at(path).edit.insert(lines), { preferred, deliberate: true });
}
