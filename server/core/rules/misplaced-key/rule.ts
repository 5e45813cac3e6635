import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { isMergeKey, rangeOf } from "../../yaml/lookup.ts";
import { holdsAnchor, isUsedElsewhere } from "../engine/anchors.ts";
import { removeKeyFix } from "../engine/fixes.ts";
import { isReadByKubernetes } from "../engine/meanings.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { droppedText, joinNames, labelOf, quoted } from "../engine/sentences.ts";
import { changeKeyFix, dedentFix } from "../topics/other-key.ts";
import { type UnknownProperty, unknownProperties } from "../topics/unknown-properties.ts";
import { wouldBeValid } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "misplaced-key",
  severity: "warning",
  docs: {
    what: "The chart has this key, but in another place.",
    why: "Helm ignores a key that is one level too high or too low, and the value that it should have set keeps its default.",
    fix: "Moves the key to its place, together with its comment, or changes the indentation of its line. Renames it if only one key of its mapping accepts the value.",
  },
  check(context) {
    return [...unknownProperties(context), ...unreadProperties(context)]
      .filter(({ homes }) => homes.length > 0)
      .map((unknown): Finding => {
        const { value } = unknown.property.keyNode;
        return {
          ...rangeOf(unknown.property.keyNode),
          message: sentence(context, value, unknown),
          fixes: () => [
            ...dedentFix(context, unknown.place, unknown.property),
            ...changeKeyFix(context, unknown.place, unknown.property),
            ...fixes(context, unknown),
          ],
        };
      });
  },
};

/** Keys of the top level in a mapping that no template of the chart reads, such as `global`. */
function unreadProperties(context: RuleContext): UnknownProperty[] {
  const { root, document } = context;
  const { properties } = document.schema.root;
  const { atHand } = document.schemas.chart;
  const reads = atHand?.reads;
  if (!root.kind.isMerged || reads === "pending" || reads?.dynamic) return [];
  const isReadAtHand = (path: string[]) => (reads ? reads.isRead(path) : atHand !== undefined);
  return [...properties].flatMap(([name, { annotations }]): UnknownProperty[] => {
    const node = annotations.unread ? document.at([name]).node : undefined;
    const place = node && context.placeOf(node);
    if (!place || node.type !== "object" || node.alias !== undefined) return [];
    const found = node.properties.filter(
      (other) =>
        properties.has(other.key) &&
        !isMergeKey(other) &&
        !isUsedElsewhere(root, other) &&
        !isReadAtHand([name, other.key]),
    );
    return found.map((property) => ({
      place,
      property,
      free: [],
      taken: [],
      known: [],
      translation: undefined,
      absence: undefined,
      nested: undefined,
      homes: [[]],
    }));
  });
}

function sentence(context: RuleContext, key: string, { place, homes }: UnknownProperty): string {
  if (homes.every(({ length }) => length === 0)) {
    return l10n.t(
      'Misplaced key "{0}": nothing reads it in "{1}". Move it to the top level.',
      key,
      labelOf(place) ?? "",
    );
  }
  const targets = homes.map((home) => quoted(pathText([...home, key])));
  const fault = l10n.t('Misplaced key "{0}": it belongs to {1}.', key, joinNames(targets, "or"));
  const effect = isReadByKubernetes(context, place) ? droppedText() : l10n.t("Helm ignores it here.");
  return `${fault} ${effect}`;
}

function fixes(context: RuleContext, { place, property, homes }: UnknownProperty): Fix[] {
  const { document } = context;
  const key = property.key;
  const fixes: Fix[] = [];
  const movable = !holdsAnchor(property);
  // In a mapping that appears twice, the key would only move to another place that Helm ignores.
  const counts = document.at(place.path).node === place.node;
  for (const home of counts ? homes.slice(0, 5) : []) {
    // A value that is already there is not overwritten.
    if (document.at([...home, key]).node) continue;
    const edits = document.at(property).edit.moveTo(home);
    if (edits.length === 0) continue;
    const target = document.at([...home, key]).schema;
    // If the value would be wrong there too, or an anchor would move, the user decides.
    const preferred =
      movable &&
      !fixes.some((fix) => fix.preferred) &&
      target !== undefined &&
      wouldBeValid(property.valueNode, target);
    fixes.push({ title: l10n.t('Move to "{0}"', pathText([...home, key])), edits, preferred });
  }
  return [...fixes, ...removeKeyFix(context, property)];
}
