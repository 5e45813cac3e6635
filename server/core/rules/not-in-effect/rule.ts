import * as l10n from "@vscode/l10n";
import { isSameValue } from "../../semantics/effective-value.ts";
import { originText } from "../../semantics/origin-text.ts";
import { isNull } from "../../values/helm-tree.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Path, PropertyNode } from "../../yaml/tree.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";

export const rule: Rule = {
  code: "not-in-effect",
  severity: "warning",
  only: "chart",
  docs: {
    what: "An entry of a component, such as a label of its pods, for which the top level has another value that wins.",
    why: "The templates of the published chart merge labels and annotations so that the entry of the top level wins. The component's entry changes nothing. In the chart of the specification, the component's entry wins.",
    fix: "Changes the entry of the top level, or removes the one that is not in effect.",
  },
  check(context) {
    const { document } = context;
    return [...document.schema.root.properties].flatMap(([component, { annotations, properties }]) => {
      if (annotations.meaning !== "component") return [];
      return [...properties].flatMap(
        ([
          key,
          {
            annotations: { topLevel },
          },
        ]) => {
          if (topLevel?.how !== "merge-top-wins") return [];
          const node = document.at([component, key]).node;
          if (node?.type !== "object") return [];
          return node.properties.flatMap((property) =>
            ineffectiveFinding(context, property, [component, key, property.key], topLevel.key),
          );
        },
      );
    });
  },
};

function ineffectiveFinding(
  context: RuleContext,
  property: PropertyNode,
  path: Path,
  topLevel: string,
): Finding[] {
  const { document } = context;
  if (property.valueNode.type === "null") return [];
  const losses = document.releases.flatMap((release) => {
    const { node } = document.effectiveIn(release, path);
    const given = release.given(path);
    const isLost = node?.origin.kind === "inherited" && given && !isNull(given) && !isSameValue(node, given);
    return isLost ? [{ origin: node.origin, stack: release.stack }] : [];
  });
  // In a release in which the top level has no such entry, this one is in effect.
  if (losses.length < document.releases.length) return [];
  const related = losses.flatMap(({ origin, stack }) => {
    const { link } = originText(origin, stack);
    const message = l10n.t("This is in effect.");
    return link ? [{ uri: link.place.uri, range: link.place.name, message }] : [];
  });
  const { value } = property.keyNode;
  return [
    {
      ...rangeOf(property.keyNode),
      message: l10n.t(
        '"{0}" is not in effect here: the top level\'s {1} win in this chart.',
        value,
        topLevel,
      ),
      ...(related.length > 0 && { related }),
      unnecessary: true,
      fixes: () => [
        ...topLevelFix(context, property, [...topLevel.split("."), property.key]),
        ...removeKeyFix(context, property),
      ],
    },
  ];
}

/** Gives the entry of the top level the value that was meant for the component, if that entry is in the same document. */
function topLevelFix({ analysis, document }: RuleContext, { valueNode }: PropertyNode, path: Path): Fix[] {
  const { node: top, edit } = document.at(path);
  if (!top || top.alias || valueNode.alias || !isScalar(top.type) || !isScalar(valueNode.type)) return [];
  const text = analysis.source(valueNode);
  if (text.includes("\n")) return [];
  return fixWith(l10n.t("Change {0} to {1}", path.join("."), text), edit.replace(text));
}

function isScalar(type: string): boolean {
  return ["string", "number", "boolean"].includes(type);
}
