import * as l10n from "@vscode/l10n";
import { findProperty, isMergeKey, keySource, mergedInto, rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, Path, PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { dedentFix } from "../topics/other-key.ts";
import { duplicateFixes, quoteKeysFix } from "./fixes.ts";

export const rule: Rule = {
  code: "duplicate-key",
  severity: "error",
  docs: {
    what: "The same key appears twice in one mapping, or a merge key (`<<`) below it contains it as well.",
    why: "Helm keeps the last one and silently drops the others. It applies a merge key where it appears: keys above it are overwritten, and keys below it win.",
    fix: "Merges two mappings, and asks which value to keep if both have different ones for a key. Removes the entry that Helm ignores if it is the same, moves it below the merge key, or moves a key that is between the two entries to an outer level, so that it contains the second entry.",
  },
  check(context) {
    const { analysis, groups, root } = context;
    const findings: Finding[] = [];
    const reader = root.kind.reader;
    for (const node of groups.flatMap(({ nodes }) => nodes.object.filter(hasKeyTwice))) {
      const last = lastOfEach(node);
      for (const [index, property] of node.properties.entries()) {
        const kept = last.get(property.key);
        if (!kept || kept === property || isMergeKey(property)) continue;
        const line = analysis.text.positionAt(kept.offset).line + 1;
        findings.push({
          ...rangeOf(property.keyNode),
          message: sentence(analysis.file.text, property, kept, reader, line),
          unnecessary: true,
          related: [
            {
              ...rangeOf(kept.keyNode),
              message: l10n.t("{0} keeps this one.", reader),
            },
          ],
          fixes: () => [
            ...quoteKeysFix(context, [property, kept]),
            ...duplicateFixes(context, property, kept),
            ...dedentFixes(context, node, index, kept),
          ],
        });
      }
    }
    const { start, end } = root.document;
    if (!analysis.file.text.slice(start, end).includes("<<")) return findings;
    return [
      ...findings,
      ...groups.flatMap((group) => group.places("object").flatMap((place) => overwritten(context, place))),
    ];
  },
};

/** Two keys may be written in different words, such as `on` and `y`, and be one for Helm. */
function sentence(
  text: string,
  property: PropertyNode,
  kept: PropertyNode,
  reader: string,
  line: number,
): string {
  const { key } = property;
  const [source, other] = [property, kept].map((entry) => keySource(text, entry) ?? entry.keyNode.value);
  if (source !== undefined && other !== undefined && (source !== key || other !== key)) {
    return l10n.t(
      '{0} reads "{1}" and the "{2}" on line {3} as the same key, "{4}", and ignores this one. Put them in quotes.',
      reader,
      source,
      other,
      line,
      key,
    );
  }
  return l10n.t(
    '"{0}" appears twice in this mapping. {1} keeps the one on line {2} and ignores this one.',
    property.keyNode.value,
    reader,
    line,
  );
}

/** The number of properties below a key that are considered: between two equal keys, there may be any number. */
const MOST_BETWEEN = 100;

/** A key without a value between the two may begin a mapping further out, which the second one belongs to. */
function dedentFixes(context: RuleContext, node: ObjectNode, index: number, kept: PropertyNode): Fix[] {
  const place = context.placeOf(node);
  const property = node.properties[index];
  if (!place || !property) return [];
  const between: PropertyNode[] = [];
  for (const entry of node.properties.slice(index + 1, index + 1 + MOST_BETWEEN)) {
    if (entry === kept) break;
    between.push(entry);
  }
  return between
    .flatMap((entry) => dedentFix(context, place, entry))
    .map((fix) => ({ ...fix, preferred: holdsAnchor(property) && fix.preferred === true }));
}

function lastOfEach({ properties }: ObjectNode): Map<string, PropertyNode> {
  const last = new Map<string, PropertyNode>();
  for (const property of properties) if (!isMergeKey(property)) last.set(property.key, property);
  return last;
}

/** Keys that a merge key below them also brings in. Plain YAML would keep them, so this is easily missed. */
function overwritten(context: RuleContext, { node, path }: Place): Finding[] {
  if (node.type !== "object") return [];
  const above = node.properties.slice(0, node.properties.findLastIndex(isMergeKey));
  if (above.length === 0) return [];
  const last = lastOfEach(node);
  return above
    .filter((property) => last.get(property.key) === property)
    .flatMap((property) => {
      const kept = findProperty(node, property.key);
      return kept && kept !== property ? [overwrittenBy(context, { node, path }, property, kept)] : [];
    });
}

function overwrittenBy(
  { analysis, document, root }: RuleContext,
  { node, path }: { readonly node: ObjectNode; readonly path: Path },
  property: PropertyNode,
  kept: PropertyNode,
): Finding {
  const { value } = property.keyNode;
  const lineOf = ({ offset: start }: PropertyNode) => analysis.text.positionAt(start).line + 1;
  const merge = mergeThatBrings(node, value, kept) ?? kept;
  const reader = root.kind.reader;
  return {
    ...rangeOf(property.keyNode),
    message: l10n.t(
      'The merge key (<<) on line {0} overwrites "{1}" with the value on line {2}, because {3} applies a merge key where it appears. Move "{1}" below it to keep this value.',
      lineOf(merge),
      value,
      lineOf(kept),
      reader,
    ),
    unnecessary: true,
    related: [
      {
        ...rangeOf(kept.keyNode),
        message: l10n.t("{0} keeps this one.", reader),
      },
    ],
    fixes: () => {
      const { edit } = document.at(property);
      const moved = holdsAnchor(property) ? [] : edit.moveTo(path);
      return [
        ...fixWith(l10n.t('Move "{0}" below the merge key', value), moved, { preferred: true }),
        ...fixWith(l10n.t('Remove this "{0}"', value), edit.remove()),
      ];
    },
  };
}

/** The last of a mapping's merge keys that bring in a property: none below it has the key. */
function mergeThatBrings(
  { properties }: ObjectNode,
  key: string,
  brought: PropertyNode,
): PropertyNode | undefined {
  return properties.findLast(
    (property) =>
      isMergeKey(property) && mergedInto(property).some((source) => findProperty(source, key) === brought),
  );
}

function hasKeyTwice({ properties }: ObjectNode): boolean {
  return new Set(properties.map(({ key }) => key)).size < properties.length;
}
