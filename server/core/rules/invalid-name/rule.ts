import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import type { PlaceGroup } from "../../semantics/places.ts";
import { shown } from "../../yaml/shown.ts";
import type { StringNode } from "../../yaml/tree.ts";
import type { Finding, Place, Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

const MEANINGS: ReadonlySet<Meaning> = new Set(["namespace", "object-name", "sysctl-name", "volume-name"]);

export const rule: Rule = {
  code: "invalid-name",
  severity: "error",
  docs: {
    what: "The name of a namespace, priority class, secret, issuer, volume or other object that is not a valid DNS name, so no such object can exist. Also a name of a kernel setting (`sysctls`) that is not valid.",
    why: "The API server rejects an object with such a name. Names of namespaces and volumes have at most 63 lowercase letters, digits and `-`; other names at most 253, and may contain `.` too. Where a name is only a reference, such as that of a secret or config map, this is stricter than the API server: it accepts the reference, but no such object can ever exist, so the pod does not start.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const group of context.groups) {
      const meaning = group.schemas[0]?.annotations.meaning;
      // Another rule checks that a mount names a defined volume.
      if (!meaning || !MEANINGS.has(meaning) || (meaning === "volume-name" && isReference(group))) continue;
      for (const node of group.nodes.string) {
        const fault = faultIn(group, node, meaning);
        if (fault !== undefined) findings.push(finding(group.place(node), node, fault));
      }
    }
    return findings;
  },
};

/** The fault of a name; empty if the name is missing. */
function faultIn(group: PlaceGroup, node: StringNode, meaning: Meaning): string | undefined {
  const { value } = node;
  if (value !== "") return textFault(meaning, value);
  return isNeeded(group.place(node)) ? "" : undefined;
}

function finding(place: Place, { offset, length, value }: StringNode, fault: string): Finding {
  return {
    start: offset,
    end: offset + length,
    message:
      fault === ""
        ? l10n.t("{0} cannot be empty.", placeName(place))
        : l10n.t('{0} cannot be "{1}": {2}.', placeName(place), shown(value), fault),
  };
}

/** True for the name of a volume in a mount. */
function isReference({ parent }: PlaceGroup): boolean {
  return parent?.parent?.schemas[0]?.annotations.meaning === "volume-mounts";
}

/** True if a name is needed here; otherwise an empty name means that there is none. */
function isNeeded({ property, parent }: Place): boolean {
  if (!property) return true;
  return parent?.schemas.some(({ required }) => required.has(property.key)) ?? false;
}
