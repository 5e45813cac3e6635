import { shown } from "../../schema/shown.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import { nameOf, placesMeaning } from "../engine/meanings.ts";
import { placeholderIn } from "../engine/placeholders.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";

const MEANINGS = ["namespace", "object-name", "volume-name"] as const;

export const invalidName: Rule = {
  code: "invalid-name",
  severity: "error",
  docs: {
    what: "The name of a namespace, priority class, secret, issuer, volume or other object that is not a DNS name, so no such object can exist.",
    why: "The API server refuses to create an object with such a name. Names of namespaces and volumes have at most 63 lower-case letters, digits and `-`; other names at most 253, and may contain `.` too. Where a name is only a reference, such as that of a secret or config map, this is stricter than the API server: it accepts the reference, but no such object can ever exist, so the pod does not start.",
    wrong: "priorityClassName: High_Priority",
    right: "priorityClassName: high-priority",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const meaning of MEANINGS) {
      for (const place of placesMeaning(context, meaning)) {
        const found = finding(context, place);
        if (found) findings.push(found);
      }
    }
    return findings;
  },
};

function finding(context: RuleContext, place: Place): Finding | undefined {
  const { node } = place;
  if (node.type !== "string" || context.isBroken(node) || placeholderIn(node.value)) return undefined;
  const meaning = place.schemas[0]?.annotations.meaning;
  // Another rule checks that a mount names a defined volume.
  if (meaning === "volume-name" && isReference(place)) return undefined;
  if (node.value === "" && !isNeeded(place)) return undefined;
  const fault = node.value === "" ? "it is empty" : textFault(meaning, node.value);
  if (fault === undefined) return undefined;
  const { value } = node;
  return {
    start: node.offset,
    end: node.offset + node.length,
    message: `${nameOf(place)} cannot be "${shown(value)}": ${fault}.`,
  };
}

/** Whether the name of a volume is in a mount. */
function isReference({ parent }: Place): boolean {
  return parent?.parent?.schemas[0]?.annotations.meaning === "volume-mounts";
}

/** Whether a name is needed here; otherwise an empty one means that there is none. */
function isNeeded({ property, parent }: Place): boolean {
  if (!property) return true;
  return parent?.schemas.some(({ required }) => required.has(property.key)) ?? false;
}
