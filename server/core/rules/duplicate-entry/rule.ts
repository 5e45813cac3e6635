import * as l10n from "@vscode/l10n";
import { findProperty, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { ArrayNode, ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "duplicate-entry",
  severity: "error",
  docs: {
    what: "Two equal entries in a list whose entries Kubernetes distinguishes by some of their fields: pull secrets and kernel settings by their names, topology spread constraints by `topologyKey` and `whenUnsatisfiable`.",
    why: "The API server refuses the pod. Of pull secrets, Helm 3 sends both, and the second one has no effect; Helm 4 applies the object on the server, which refuses them.",
    wrong:
      "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: topology.kubernetes.io/zone\n    whenUnsatisfiable: DoNotSchedule\n  - maxSkew: 2\n    topologyKey: topology.kubernetes.io/zone\n    whenUnsatisfiable: DoNotSchedule",
    right:
      "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: topology.kubernetes.io/zone\n    whenUnsatisfiable: DoNotSchedule\n  - maxSkew: 2\n    topologyKey: kubernetes.io/hostname\n    whenUnsatisfiable: DoNotSchedule",
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
  const first = new Map<string, ValueNode>();
  return list.items.flatMap((item): Finding[] => {
    const values = keys.map((key) => textAt(context, item, key));
    const [value] = values;
    if (value === undefined || values.includes(undefined)) return [];
    const known = JSON.stringify(values);
    const before = first.get(known);
    if (!before) {
      first.set(known, item);
      return [];
    }
    const names = joinNames(
      keys.map((key, at) => quoted(`${key}: ${shown(values[at] ?? "")}`)),
      "and",
    );
    return [
      {
        ...markOf(item, keys[0] ?? ""),
        ...(isHarmless && { severity: "warning" as const }),
        message: isHarmless
          ? l10n.t("Another entry already has {0}, so this one has no effect. Remove it.", names)
          : l10n.t(
              "Another entry already has {0}. Kubernetes allows only one. Remove one of the two.",
              names,
            ),
        related: [{ ...markOf(before, keys[0] ?? ""), message: l10n.t("First used here.") }],
        fixes: () => removal(context, item),
      },
    ];
  });
}

function removal({ document }: RuleContext, item: ValueNode): Fix[] {
  return holdsAnchor(item) ? [] : fixWith(l10n.t("Remove this entry"), document.at(item).edit.remove());
}

function textAt(context: RuleContext, item: ValueNode, key: string): string | undefined {
  const written = findProperty(item, key)?.valueNode;
  const value = written && resolveAlias(written);
  if (!written || value?.type !== "string" || value.value === "" || context.isBroken(written))
    return undefined;
  return value.value;
}

/** The value of a field if it is written in the entry itself, else the entry. */
function markOf(item: ValueNode, key: string): { start: number; end: number } {
  const written = item.alias === undefined ? findProperty(item, key)?.valueNode : undefined;
  const isOwn = written && written.offset >= item.offset && written.offset < item.offset + item.length;
  return rangeOf(isOwn ? written : item);
}
