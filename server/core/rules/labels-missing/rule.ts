import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { renderKey } from "../../semantics/render-defaults.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Path } from "../../yaml/tree.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Fix, Rule, RuleContext } from "../engine/rule.ts";
import { labelListPath } from "../topics/label-lists.ts";
import { similarKeyFix } from "../topics/other-key.ts";
import { isSetElsewhere } from "../topics/set-elsewhere.ts";

export const rule: Rule = {
  code: "labels-missing",
  severity: "warning",
  docs: {
    what: "The operator resource lists no labels of the ingress gateway. In the published group `operator.sme.sap.com`, the rule `validation-rule` reports this.",
    why: "The operator finds the gateway of the cluster by these labels, unless its DNS target is set; without them it cannot route any request.",
    fix: "Inserts the labels of the manager's default resource.",
  },
  check(context) {
    const { document, root } = context;
    const path = labelListPath(document.schema);
    if (!path || root.node?.type !== "object" || root.node.properties.length === 0) return [];
    const { node: written } = document.at(path);
    const isEmpty = !written || written.type === "null" || (written.type === "array" && !hasItems(written));
    if (
      !isEmpty ||
      hasAlternative(context, path) ||
      isDemanded(context, path) ||
      isSetElsewhere(context, path)
    )
      return [];
    // The deepest key on the way to the list, or the first key of the document.
    const key = document.at(path).nearest?.property ?? root.node.properties[0];
    return [
      {
        ...rangeOf(key?.keyNode ?? root.node),
        unfinished: rangeOf(root.node),
        message: l10n.t(
          '"{0}" lists no labels, so the operator cannot find the ingress gateway. List the labels of the gateway.',
          pathText(path),
        ),
        fixes: () => insertFix(context, path),
      },
    ];
  },
};

function hasItems({ items, target }: { readonly items: readonly unknown[]; readonly target?: unknown }) {
  return items.length > 0 || target !== undefined;
}

/** True if the document names the DNS target, so that no labels are needed to find it. */
function hasAlternative({ document }: RuleContext, path: Path): boolean {
  const key = document.at(path).schema?.annotations.alternative;
  const instead = key === undefined ? undefined : document.at([...path.slice(0, -1), key]).node;
  return instead?.type === "string" && instead.value.trim() !== "";
}

/** True if the definition of the resource demands the labels or an alternative to them, which another rule reports. */
function isDemanded({ document }: RuleContext, path: Path): boolean {
  const { fieldGroups = [] } = document.at(path.slice(0, -1)).schema ?? {};
  return fieldGroups.some(({ fields, least }) => least > 0 && fields.includes(String(path.at(-1))));
}

function insertFix(context: RuleContext, path: Path): Fix[] {
  const { analysis, document } = context;
  const { schema, edit, node } = document.at(path);
  if (!schema) return [];
  const { indent } = analysis.style;
  const lines = renderKey(String(path.at(-1)), schema, { comments: false, indent, column: 0 });
  const items = lines.slice(1).map((line) => line.slice(indent));
  const holder = document.at(path.slice(0, -1));
  const edits = node ? edit.writeBelow(items) : holder.edit.insert(lines);
  const similar =
    holder.node?.type === "object" ? similarKeyFix(context, holder.node, String(path.at(-1))) : [];
  const insertion = fixWith(l10n.t("Insert the default labels"), edits, { preferred: similar.length === 0 });
  return [...similar, ...insertion];
}
