import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { ArrayNode, ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";
import { entryOf, repeated } from "../topics/entries.ts";

export const rule: Rule = {
  code: "duplicate-entry",
  severity: "error",
  docs: {
    what: "Two equal entries in a list whose entries Kubernetes distinguishes by some of their fields: pull secrets and kernel settings by their names, topology spread constraints by `topologyKey` and `whenUnsatisfiable`.",
    why: "The API server rejects the pod. Two equal pull secrets are different: with Helm 3, the second one has no effect; Helm 4 uses server-side apply, which rejects them.",
    fix: "Removes the second entry.",
  },
  check(context) {
    return context.groups.flatMap(({ schemas: [schema], nodes }) => {
      const { keys, onlyWhenApplied } = schema?.annotations.entries ?? {};
      if (!keys) return [];
      const isHarmless = onlyWhenApplied === true && context.analysis.helm === 3;
      return nodes.array.flatMap((list) =>
        list.alias === undefined ? findings(context, list, keys, isHarmless) : [],
      );
    });
  },
};

function findings(
  context: RuleContext,
  list: ArrayNode,
  keys: readonly string[],
  isHarmless: boolean,
): Finding[] {
  const entries = list.items.flatMap((item) => {
    const fields = keys.map((key) => entryOf(context, item, key));
    const [mark] = fields;
    return mark && !fields.includes(undefined)
      ? [{ item, mark, values: fields.map((field) => field?.text ?? "") }]
      : [];
  });
  return repeated(entries, ({ values }) => JSON.stringify(values)).map(({ entry, first }) => {
    const names = joinNames(
      keys.map((key, index) => quoted(`${key}: ${shown(entry.values[index] ?? "")}`)),
      "and",
    );
    return {
      ...rangeOf(entry.mark.node),
      ...(isHarmless && { severity: "warning" as const }),
      message: isHarmless
        ? l10n.t("Another entry already has {0}, so this one has no effect. Remove it.", names)
        : l10n.t("Another entry already has {0}. Kubernetes allows only one. Remove one of the two.", names),
      related: [{ ...rangeOf(first.mark.node), message: l10n.t("First used here.") }],
      fixes: () => removal(context, entry.item),
    };
  });
}

function removal({ document }: RuleContext, item: ValueNode): Fix[] {
  return holdsAnchor(item) ? [] : fixWith(l10n.t("Remove this entry"), document.at(item).edit.remove());
}
