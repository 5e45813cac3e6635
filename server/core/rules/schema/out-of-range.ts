import type { SchemaNode } from "../../schema/model.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { isAmbiguous } from "./ambiguous-scalar.ts";
import { hasType, isOutside } from "./value-fits.ts";

export const outOfRange: Rule = {
  code: "out-of-range",
  severity: "error",
  docs: {
    what: "A number is smaller or larger than the key allows.",
    why: "Kubernetes refuses ports outside 1 to 65535 and negative replica counts.",
    wrong: "subscriptionServer:\n  port: 70000",
    right: "subscriptionServer:\n  port: 4000",
  },
  check(context) {
    const findings: Finding[] = [];
    const bounded = context.groups.filter(({ schemas }) => schemas.some(hasBounds));
    for (const place of bounded.flatMap((group) => group.places("number"))) {
      const { node, property, schemas } = place;
      if (node.type !== "number" || isAmbiguous(context, place)) continue;
      const { value } = node;
      const bounds = schemas.find((schema) => hasType(node, schema) && isOutside(value, schema));
      if (!bounds) continue;
      const { minimum, maximum } = bounds;
      const range =
        maximum === undefined
          ? `at least ${minimum}`
          : minimum === undefined
            ? `at most ${maximum}`
            : `from ${minimum} to ${maximum}`;
      const subject = property ? `"${property.key}"` : "This item";
      const message = `${subject} must be ${range}, not ${value}.`;
      findings.push({ start: node.offset, end: node.offset + node.length, message });
    }
    return findings;
  },
};

function hasBounds({ minimum, maximum }: SchemaNode): boolean {
  return minimum !== undefined || maximum !== undefined;
}
