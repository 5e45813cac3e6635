import * as l10n from "@vscode/l10n";
import type { FieldAlternatives } from "../../schema/annotations.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, PropertyNode } from "../../yaml/tree.ts";
import { isBeingTypedIn } from "../engine/being-typed.ts";
import { fixWith, removeFieldFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted, requiredText } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "volume-source",
  severity: "error",
  docs: {
    what: "A volume, a source of a projected volume or a file of the downward API that takes its content from two places, or from none.",
    why: "The API server rejects a volume with two sources. A volume without a source becomes an empty directory, which is rarely intended, so it is a warning.",
    fix: "Removes one of the sources, or writes `emptyDir: {}`.",
  },
  check(context) {
    return context.groups.flatMap((group) => {
      const [schema] = group.schemas;
      const alternatives = schema?.annotations.alternatives;
      if (!schema || !alternatives) return [];
      const fields = new Set(alternatives.among ?? schema.properties.keys());
      for (const key of alternatives.beside ?? []) fields.delete(key);
      return group.nodes.object.flatMap((node) =>
        node.alias === undefined
          ? findings(context, node, fields, alternatives, () => group.place(node))
          : [],
      );
    });
  },
};

function findings(
  context: RuleContext,
  mapping: ObjectNode,
  fields: ReadonlySet<string>,
  { required, usual }: FieldAlternatives,
  place: () => Place,
): Finding[] {
  const written = mapping.properties.filter(({ key }) => fields.has(key));
  const set = written.filter(({ valueNode }) => valueNode.type !== "null");
  if (set.length > 1) return tooMany(context, mapping, set);
  if (set.length === 1 || (!required && usual === undefined)) return [];
  // A key that is not known, or has no value yet, may become the source.
  const known = place().schemas[0]?.properties;
  if (mapping.properties.some(({ key, valueNode }) => valueNode.type === "null" || !known?.has(key)))
    return [];
  const names = [...fields];
  if (names.some((name) => findProperty(mapping, name) || isBeingTypedIn(context, mapping, name))) return [];
  const mark = mapping.properties[0]?.keyNode;
  if (!mark) return [];
  const range = { ...rangeOf(mark), unfinished: rangeOf(mapping) };
  if (usual === undefined) {
    return [{ ...range, message: requiredText(place(), joinNames(names.map(quoted), "or")) }];
  }
  return [
    {
      ...range,
      severity: "warning",
      message: l10n.t(
        'This volume has no source, so it is an empty directory. Write "{0}" if you mean that.',
        `${usual}: {}`,
      ),
      fixes: () => {
        const line = `${usual}: {}`;
        const edits = context.document.at(mapping).edit.insert([line]);
        return fixWith(l10n.t("Insert {0}", quoted(line)), edits, { preferred: true });
      },
    },
  ];
}

function tooMany(context: RuleContext, mapping: ObjectNode, set: readonly PropertyNode[]): Finding[] {
  const [first, ...others] = new Map(set.map((property) => [property.key, property])).values();
  return others.flatMap((property): Finding[] => {
    if (!first) return [];
    return [
      {
        ...rangeOf(property.keyNode),
        message: l10n.t(
          '"{0}" and "{1}" cannot both be set: only one source is allowed. Remove one of them.',
          property.key,
          first.key,
        ),
        related: [{ ...rangeOf(first.keyNode), message: l10n.t('"{0}" is set here.', first.key) }],
        fixes: () => [property, first].flatMap(({ key }) => removeFieldFix(context, mapping, key)),
      },
    ];
  });
}
