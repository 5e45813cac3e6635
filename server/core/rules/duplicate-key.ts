import { removeProperty } from "../document/edits.ts";
import { isMergeKey } from "../document/merge-keys.ts";
import type { ObjectNode, PropertyNode } from "../document/tree.ts";
import { holdsAnchor } from "./anchors.ts";
import { READERS } from "./reader.ts";
import type { Finding, Rule } from "./rule.ts";

export const duplicateKey: Rule = {
  code: "duplicate-key",
  severity: "error",
  docs: {
    what: "One key stands twice in the same mapping.",
    why: "Helm keeps the last one and drops the others without a word.",
    wrong: "controller:\n  replicas: 1\n  replicas: 2",
    right: "controller:\n  replicas: 2",
    fix: "The entry that Helm ignores is removed.",
  },
  check({ analysis, groups, root }) {
    const findings: Finding[] = [];
    const reader = READERS[root.kind];
    for (const node of groups.flatMap(({ nodes }) => nodes.object.filter(hasKeyTwice))) {
      const last = new Map<string, PropertyNode>();
      for (const property of node.properties) last.set(property.keyNode.value, property);
      for (const property of node.properties) {
        const kept = last.get(property.keyNode.value);
        if (!kept || kept === property || isMergeKey(property)) continue;
        const { offset, length, value } = property.keyNode;
        const line = analysis.text.positionAt(kept.offset).line + 1;
        findings.push({
          start: offset,
          end: offset + length,
          message: `"${value}" stands twice in this mapping. ${reader} keeps the one in line ${line} and ignores this one.`,
          unnecessary: true,
          related: [
            {
              start: kept.keyNode.offset,
              end: kept.keyNode.offset + kept.keyNode.length,
              message: `${reader} keeps this one.`,
            },
          ],
          fixes: () => [
            {
              title: `Remove this "${value}"`,
              edits: removeProperty(analysis, property),
              preferred: !holdsAnchor(property),
            },
          ],
        });
      }
    }
    return findings;
  },
};

/** A mapping with this many keys or fewer is told faster by comparing them than by collecting them. */
const FEW = 8;

function hasKeyTwice({ properties }: ObjectNode): boolean {
  const { length } = properties;
  if (length > FEW) return new Set(properties.map(({ keyNode }) => keyNode.value)).size < length;
  for (let at = 1; at < length; at++) {
    const key = properties[at]?.keyNode.value;
    for (let before = 0; before < at; before++) if (properties[before]?.keyNode.value === key) return true;
  }
  return false;
}
