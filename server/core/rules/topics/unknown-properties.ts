import type { Absence } from "../../chart/published-charts.ts";
import { pathText } from "../../schema/markdown.ts";
import { accepts, childOf, type SchemaNode } from "../../schema/model.ts";
import { otherWord } from "../../schema/vocabulary.ts";
import { isMergeKey } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { ObjectNode, Path, PropertyNode } from "../../yaml/tree.ts";
import { isReadByKubernetes } from "../engine/meanings.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Place, RuleContext } from "../engine/rule.ts";
import { confusionAt } from "./counterparts.ts";
import { nestedKeys } from "./dotted-key.ts";
import { homesOf } from "./key-homes.ts";

/** A property whose key the schema does not know at this place. */
export interface UnknownProperty {
  readonly place: Place;
  readonly property: PropertyNode;
  /** The keys that the mapping could have and does not have yet. */
  readonly free: readonly string[];
  /** The keys that the mapping has already. */
  readonly taken: readonly string[];
  /** Both, those that it has first. */
  readonly known: readonly string[];
  /** The key's name in this chart, if another chart of the operator has the key here. */
  readonly translation: string | undefined;
  /** The reason why this chart lacks the key, if a version of the published chart has it here. */
  readonly absence: Absence | undefined;
  /** The nested keys of a key with dots. */
  readonly nested: readonly string[] | undefined;
  /** The mappings that the key belongs to, the likeliest first; empty when there is none nearby, or when it is right here in another chart. */
  readonly homes: readonly Path[];
}

/** The properties whose keys the schema does not know at their place; of several with the same key only the last one, which counts. */
export const unknownProperties = memo((context: RuleContext): readonly UnknownProperty[] => {
  const { atHand, doubt } = context.document.schemas.chart;
  // Other keys that a chart reads are not known until its templates have been followed, nor those of an unknown version.
  if (atHand?.reads === "pending" || doubt) return [];
  return context.groups
    .filter(
      ({ schemas, mayHoldUnknown }) => mayHoldUnknown && schemas.length > 0 && !schemas.some(takesAnyKey),
    )
    .flatMap((group) => group.places("object").flatMap((place) => unknownIn(context, place)));
});

function unknownIn(context: RuleContext, place: Place): UnknownProperty[] {
  if (place.node.type !== "object" || confusionAt(place)) return [];
  const { path, schemas } = place;
  const isUnknown = ({ key }: PropertyNode) =>
    !schemas.some((schema) => childOf(schema, key) !== undefined) &&
    !isSwitch(context, [...path, key]) &&
    !mayBeRead(context, place, key);
  if (!place.node.properties.some(isUnknown)) return [];
  const properties = countingProperties(place.node).filter(
    (property) => isUnknown(property) && !isMergeKey(property),
  );
  if (properties.length === 0) return [];
  const present = new Set(place.node.properties.map((property) => property.key));
  const keys = keysIn(schemas);
  const taken = keys.filter((key) => present.has(key));
  // Of thousands of mappings without a known key, all have the same list.
  const free = taken.length === 0 ? keys : keys.filter((key) => !present.has(key));
  const known = taken.length === 0 ? keys : [...taken, ...free];
  const { words, vocabulary } = context.document.schemas.chart;
  return properties.map((property) => {
    const { key } = property;
    const translation = otherWord(words.keys, key);
    const found = {
      place,
      property,
      free,
      taken,
      known,
      translation: free.find((key) => key === translation),
      absence: absenceOf(context, [...path, key]),
      nested: nestedKeys(place, key),
    };
    const homes =
      found.translation === undefined && found.nested === undefined ? homesOf(context, place, property) : [];
    // In a published chart, the version explains more than the place; the specification has only one version.
    return { ...found, homes: found.absence !== undefined && vocabulary === "published" ? [] : homes };
  });
}

/** The keys that schemas know, in their order. */
const keysIn = memo((schemas: readonly SchemaNode[]): readonly string[] => [
  ...new Set(schemas.flatMap(({ properties }) => [...properties.keys()])),
]);

/** True for a key that is, or contains, the condition of the dependency that the values are for: Helm reads that, whatever its chart knows. */
function isSwitch({ document, root }: RuleContext, path: Path): boolean {
  if (!root.kind.isMerged) return false;
  const { key, dependency } = document.release.stack.chart?.umbrella ?? {};
  if (dependency?.condition === undefined) return false;
  const prefix = `${pathText([key ?? "", ...path])}.`;
  return dependency.condition.split(",").some((condition) => `${condition.trim()}.`.startsWith(prefix));
}

/**
 * True if templates of a local chart may read a key that they do not name, by reading the mapping around it or texts of the values. The
 * mapping around a field of Kubernetes is passed on to the API server, which does not know the key.
 */
function mayBeRead(context: RuleContext, place: Place, key: string): boolean {
  const { document, root } = context;
  const { reads } = document.schemas.chart.atHand ?? {};
  if (!root.kind.isMerged || !reads || reads === "pending") return false;
  const path = [...place.path, key];
  if (isReadByKubernetes(context, place)) return reads.named(place.path.map(String)).has(key);
  return reads.dynamic || reads.isRead(path.map(String));
}

/** The reason why this version of the chart or of the resource lacks a key. */
function absenceOf({ root, document }: RuleContext, path: Path): Absence | undefined {
  const { absence, resource } = document.schemas.chart;
  if (root.kind.isMerged) return absence(path);
  const since = resource?.since(path);
  return since === undefined ? undefined : { since };
}

/** A similar key that a later version of the chart or of the resource has, with that version. */
export function laterKey(
  context: RuleContext,
  path: Path,
  key: string,
): { readonly key: string; readonly since: string } | undefined {
  const { keysOfVersions, resource } = context.document.schemas.chart;
  const keys = context.root.kind.isMerged ? keysOfVersions(path) : (resource?.keysOfVersions(path) ?? []);
  const [later] = closestMatches(key, keys);
  const absence = later === undefined ? undefined : absenceOf(context, [...path, later]);
  return later !== undefined && absence && "since" in absence
    ? { key: later, since: absence.since }
    : undefined;
}

/** Helm reads only the last of several equal keys, so nothing else is reported about the others. */
function countingProperties({ properties }: ObjectNode): PropertyNode[] {
  return [...new Map(properties.map((property) => [property.key, property])).values()];
}

function takesAnyKey(schema: SchemaNode): boolean {
  return !accepts(schema, "object") || !schema.closed;
}
