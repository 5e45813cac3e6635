import { moveProperty, removeProperty } from "../document/edits.ts";
import { valueAt } from "../document/lookup.ts";
import type { Path } from "../document/tree.ts";
import { pathText } from "../schema/markdown.ts";
import { homesOf } from "./homes.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "./rule.ts";
import { type UnknownProperty, unknownProperties } from "./unknown-key.ts";

export const misplacedKey: Rule = {
  code: "misplaced-key",
  severity: "warning",
  docs: {
    what: "The key exists, but in another place.",
    why: "Helm ignores a key that is one level too high or too low, and what it should have set keeps its default.",
    wrong: "subscriptionServer:\n  certificateConfig:\n    issuerName: cluster-ca",
    right: "subscriptionServer:\n  certificateConfig:\n    certController:\n      issuerName: cluster-ca",
    fix: "The key is moved to where it belongs, with its comment.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const unknown of unknownProperties(context)) {
      const homes = homesOf(context, unknown.place, unknown.property);
      if (homes.length === 0) continue;
      const { offset, length, value } = unknown.property.keyNode;
      findings.push({
        start: offset,
        end: offset + length,
        message: sentence(value, unknown.place, homes),
        fixes: () => fixes(context, unknown, homes),
      });
    }
    return findings;
  },
};

function sentence(key: string, place: Place, homes: readonly Path[]): string {
  const targets = homes.map((home) => `"${pathText([...home, key])}"`);
  const where = place.property ? `"${pathText(place.path)}"` : "The top level";
  return `${where} has no "${key}", so Helm ignores it here. It belongs to ${listOf(targets)}.`;
}

function fixes(context: RuleContext, { place, property }: UnknownProperty, homes: readonly Path[]): Fix[] {
  const { analysis, root } = context;
  const key = property.keyNode.value;
  const fixes: Fix[] = [];
  for (const home of homes.slice(0, 5)) {
    // What stands there already is not overwritten.
    if (valueAt(root.node, [...home, key])) continue;
    const edits = moveProperty(analysis, root.node, property, place.path, home);
    if (edits)
      fixes.push({ title: `Move to "${pathText([...home, key])}"`, edits, preferred: fixes.length === 0 });
  }
  return [...fixes, { title: `Remove "${key}"`, edits: removeProperty(analysis, property) }];
}

function listOf(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}
