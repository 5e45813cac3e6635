import { scalarText } from "../../schema/scalar-text.ts";
import { removeProperty } from "../../yaml/edits/edits.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { DROPPED, isReadByKubernetes, whereIn } from "../engine/meanings.ts";
import { meant } from "../engine/rank.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { type UnknownProperty, unknownProperties } from "./unknown-properties.ts";
import { couldStand } from "./value-fits.ts";

const MOST_SUGGESTIONS = 5;

export const unknownKey: Rule = {
  code: "unknown-key",
  severity: "warning",
  docs: {
    what: "The chart has no such key.",
    why: "Helm passes unknown keys to the templates, where nothing reads them: they are silently ignored. Inside a Kubernetes type the key reaches the API server, which drops an unknown field (Helm 3) or refuses the object (Helm 4).",
    wrong: "controller:\n  replica: 2",
    right: "controller:\n  replicas: 2",
    fix: "Changes the key to a similar one, the closest first, or removes it.",
  },
  check(context) {
    return unknownProperties(context)
      .filter(({ homes }) => homes.length === 0)
      .map((unknown) => finding(context, unknown));
  },
};

function finding(context: RuleContext, { place, property, free }: UnknownProperty): Finding {
  const { analysis, document } = context;
  const { value, offset, length } = property.keyNode;
  const likely = meant(value, free);
  const [best] = likely;
  const effect = isReadByKubernetes(context, place) ? DROPPED : "Helm ignores it.";
  const hint = best === undefined ? effect : `${effect} Did you mean "${best}"?`;
  return {
    start: offset,
    end: offset + length,
    message: `There is no key "${value}" ${whereIn(place)}. ${hint}`,
    fixes: () => [
      ...likely.slice(0, MOST_SUGGESTIONS).map((key) => {
        const target = document.at([...place.path, key]).schema;
        // If the value would be wrong under the other name too, the user decides.
        const fits = target !== undefined && couldStand(property.valueNode, target);
        return rename(property, key, key === best && fits);
      }),
      {
        title: `Remove "${value}"`,
        edits: removeProperty(analysis, property),
        preferred: best === undefined && !holdsAnchor(property),
      },
    ],
  };
}

function rename(property: PropertyNode, key: string, preferred: boolean): Fix {
  const { offset, length } = property.keyNode;
  return {
    title: `Change to "${key}"`,
    edits: [{ start: offset, end: offset + length, text: scalarText(key) }],
    preferred,
  };
}
