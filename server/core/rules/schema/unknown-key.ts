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
    why: "Helm hands unknown keys to the templates, where nothing reads them: the setting is ignored without a word. What is inside a Kubernetes type reaches the API server, which drops a field that it does not know (Helm 3) or refuses the object (Helm 4).",
    wrong: "controller:\n  replica: 2",
    right: "controller:\n  replicas: 2",
    fix: "The keys that may have been meant, the closest first; or the key is removed.",
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
        // What would be wrong under the other name as well is for the person to decide.
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
