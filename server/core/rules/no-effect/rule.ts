import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { isSameValue, isUnset } from "../../semantics/effective-value.ts";
import { placesIn } from "../../semantics/places.ts";
import { type HelmNode, toJson } from "../../values/helm-tree.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { isSetElsewhere } from "../topics/set-elsewhere.ts";

export const rule: Rule = {
  code: "no-effect",
  severity: "hint",
  docs: {
    what: "The value has no effect, because the key it depends on is empty or false.",
    why: "It is easy to believe that a feature is on because its details are set. A value that equals the chart's default is not reported.",
    fix: "Removes the value.",
  },
  check(context) {
    return context.groups.flatMap((group) => {
      const switchKey = group.schemas[0]?.annotations.onlyWith;
      return switchKey === undefined
        ? []
        : placesIn([group]).flatMap((place) => switchedOffFinding(context, place, switchKey));
    });
  },
};

function switchedOffFinding(context: RuleContext, place: Place, switchKey: string): Finding[] {
  const { property, path } = place;
  const switchPath = [...path.slice(0, -1), switchKey];
  const { release } = context.document;
  const given = release.given(path);
  const gate = release.given(switchPath);
  if (!property || !given || readByManager(context, path)) return [];
  if (!isUnset(gate) || isUnset(given) || isSetElsewhere(context, switchPath)) return [];
  const standard = context.document.defaultAt(path);
  if (standard && isSameValue(given, standard)) return [];
  const { value } = property.keyNode;
  return [
    {
      ...rangeOf(property.keyNode),
      message: sentence(value, pathText(switchPath), gate),
      unnecessary: true,
      fixes: () => removeKeyFix(context, property, { preferred: !holdsAnchor(property) }),
    },
  ];
}

/** True if a certificate manager reads a key: another rule reports that an incomplete issuer produces no certificate. */
function readByManager({ document }: RuleContext, path: Place["path"]): boolean {
  return document.at(path.slice(0, -1)).schema?.annotations.manager !== undefined;
}

function sentence(key: string, gate: string, node: HelmNode | undefined): string {
  const value = node && toJson(node);
  return value === undefined || value === null || value === ""
    ? l10n.t('"{0}" has no effect while "{1}" is not set.', key, gate)
    : l10n.t('"{0}" has no effect while "{1}" is {2}.', key, gate, JSON.stringify(value));
}
