import { scalarText } from "../schema/scalar-text.ts";
import { closestFirst, meant } from "./rank.ts";
import type { Finding, Rule } from "./rule.ts";
import { fits } from "./wrong-type.ts";

export const notAllowed: Rule = {
  code: "not-allowed",
  severity: "error",
  docs: {
    what: "The key takes only certain values, and this is none of them.",
    why: "A chart with a schema refuses it; without one the setting has no effect or Kubernetes refuses it. Upper and lower case count.",
    wrong: "subscriptionServer:\n  certificateManager: certcontroller",
    right: "subscriptionServer:\n  certificateManager: CertController",
    fix: "The allowed values, the closest first.",
  },
  check({ places, isBroken }) {
    const findings: Finding[] = [];
    for (const { node, property, schemas } of places) {
      if (node.type === "null" || node.type === "object" || node.type === "array" || isBroken(node)) continue;
      const refusing = schemas.filter((schema) => schema.allowed && fits(node, schema));
      const allowed = [...new Set(refusing.flatMap((schema) => schema.allowed ?? []))];
      if (refusing.length === 0 || allowed.includes(node.value)) continue;
      const texts = allowed.filter((value) => value !== "").map(scalarText);
      const ranked = closestFirst(String(node.value), texts);
      const [best] = meant(String(node.value), texts);
      const subject = property ? `"${property.keyNode.value}"` : "This item";
      const { offset, length } = node;
      findings.push({
        start: offset,
        end: offset + length,
        message: `${subject} cannot be ${scalarText(node.value)}. Allowed: ${texts.join(", ")}.`,
        fixes: () =>
          ranked.map((text) => ({
            title: `Change to ${text}`,
            edits: [{ start: offset, end: offset + length, text }],
            preferred: text === best,
          })),
      });
    }
    return findings;
  },
};
