import { removeProperty } from "../document/edits.ts";
import { isMergeKey } from "../document/lookup.ts";
import type { PropertyNode } from "../document/tree.ts";
import { childOf, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { homesOf } from "./homes.ts";
import { meant } from "./rank.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "./rule.ts";

export const unknownKey: Rule = {
  code: "unknown-key",
  severity: "warning",
  docs: {
    what: "The chart has no such key.",
    why: "Helm hands unknown keys to the templates, where nothing reads them: the setting is ignored without a word.",
    wrong: "controller:\n  replica: 2",
    right: "controller:\n  replicas: 2",
    fix: "The keys that may have been meant, the closest first; or the key is removed.",
  },
  check(context) {
    return unknownProperties(context).flatMap(({ place, property, known }) => {
      if (homesOf(context, place, property).length > 0) return [];
      const { value, offset, length } = property.keyNode;
      const present = new Set(
        place.node.type === "object" ? place.node.properties.map((p) => p.keyNode.value) : [],
      );
      const likely = meant(
        value,
        known.filter((key) => !present.has(key)),
      );
      const [best] = likely;
      const where = place.property ? `under "${place.property.keyNode.value}"` : "at the top level";
      const hint = best === undefined ? "Helm ignores it." : `Helm ignores it. Did you mean "${best}"?`;
      const finding: Finding = {
        start: offset,
        end: offset + length,
        message: `There is no key "${value}" ${where}. ${hint}`,
        fixes: () => [
          ...likely.slice(0, 5).map((key, index) => rename(property, key, index === 0)),
          {
            title: `Remove "${value}"`,
            edits: removeProperty(context.analysis, property),
            preferred: best === undefined,
          },
        ],
      };
      return [finding];
    });
  },
};

function rename(property: PropertyNode, key: string, preferred: boolean): Fix {
  const { offset, length } = property.keyNode;
  return {
    title: `Change to "${key}"`,
    edits: [{ start: offset, end: offset + length, text: scalarText(key) }],
    preferred,
  };
}

/** A property whose key the schema does not know where it stands. */
export interface UnknownProperty {
  readonly place: Place;
  readonly property: PropertyNode;
  /** The keys that the mapping could have. */
  readonly known: readonly string[];
}

/** The properties whose keys the schema does not know where they stand. */
export function unknownProperties({ places, isBroken }: RuleContext): UnknownProperty[] {
  const found: UnknownProperty[] = [];
  for (const place of places) {
    if (place.node.type !== "object" || place.schemas.length === 0) continue;
    const known = [...new Set(place.schemas.flatMap((schema) => [...schema.properties.keys()]))];
    for (const property of place.node.properties) {
      if (isMergeKey(property) || isBroken(property.keyNode)) continue;
      if (place.schemas.some((schema) => takes(schema, property.keyNode.value))) continue;
      found.push({ place, property, known });
    }
  }
  return found;
}

function takes(schema: SchemaNode, key: string): boolean {
  const mapping = schema.types.length === 0 || schema.types.includes("object");
  return !mapping || !schema.closed || childOf(schema, key) !== undefined;
}
