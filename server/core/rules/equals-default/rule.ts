import * as l10n from "@vscode/l10n";
import type { Annotations } from "../../schema/annotations.ts";
import { isSameValue, isUnset } from "../../semantics/effective-value.ts";
import { placesIn } from "../../semantics/places.ts";
import { type HelmNode, nodeAt } from "../../values/helm-tree.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Path } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";

export const rule: Rule = {
  code: "equals-default",
  severity: "off",
  docs: {
    what: "A value that changes nothing, because it equals the chart's default or what the component inherits.",
    why: "A short values file shows what was decided for this cluster. Repeating a default is not a mistake, so this is reported only when the settings ask for it.",
    fix: "Removes the value.",
  },
  check(context) {
    return placesIn(context.groups).flatMap((place) => equalFinding(context, place));
  },
};

function equalFinding(context: RuleContext, place: Place): Finding[] {
  const { property, node, path } = place;
  if (!property || place.schemas.length === 0 || node.alias) return [];
  const isEmptyMap = node.type === "object" && node.properties.length === 0;
  if (node.type === "null" || (node.type === "object" && !isEmptyMap)) return [];
  const given = context.document.release.given(path);
  const anyway = given && withoutIt(context, path);
  if (!anyway || !isWrittenHere(context, given, place) || !isSameValue(given, anyway.node)) return [];
  const { value } = property.keyNode;
  return [
    {
      ...rangeOf(property.keyNode),
      message:
        anyway.inherited === undefined
          ? l10n.t('"{0}" changes nothing: it equals the chart\'s default.', value)
          : l10n.t('"{0}" changes nothing: it equals the top-level "{1}".', value, anyway.inherited),
      unnecessary: true,
      fixes: () => removeKeyFix(context, property, { preferred: !holdsAnchor(property) }),
    },
  ];
}

/** Only the last of several equal keys has an effect, and the items of a list have no defaults. */
function isWrittenHere({ document }: RuleContext, { origin }: HelmNode, { node }: Place): boolean {
  return origin.kind === "file" && document.isHere(origin) && origin.value.offset === node.offset;
}

/** The value that applies without the one in the file. */
interface Anyway {
  readonly node: HelmNode;
  /** The key of the top level that it is inherited from; absent for the chart's default. */
  readonly inherited?: string;
}

function withoutIt(context: RuleContext, path: Path): Anyway | undefined {
  const inherited = inheritedAt(context, path);
  if (inherited) return inherited;
  // The chart's default for such a key fits no real cluster.
  if (context.document.at(path).schema?.annotations.requiredForInstall) return undefined;
  const standard = context.document.defaultAt(path);
  return standard && { node: standard };
}

/** The value that a component inherits from the top level unless it sets its own. */
function inheritedAt({ document }: RuleContext, path: Path): Anyway | undefined {
  for (let length = path.length; length > 1; length--) {
    const topLevel = document.at(path.slice(0, length)).schema?.annotations.topLevel;
    if (!topLevel) continue;
    const top = document.release.given(topLevel.key.split("."));
    if (!top || isUnset(top) || !canInherit(topLevel, path.length - length)) return undefined;
    const node = nodeAt(top, path.slice(length));
    return node && { node, inherited: topLevel.key };
  }
  return undefined;
}

/** A part of a value that is replaced as a whole is not inherited on its own. */
function canInherit({ how }: NonNullable<Annotations["topLevel"]>, depth: number): boolean {
  return how === "replace" ? depth === 0 : depth > 0;
}
