import { findProperty } from "../document/lookup.ts";
import type { Path, PropertyNode } from "../document/tree.ts";
import type { SchemaModel, SchemaNode } from "../schema/model.ts";
import type { Place, RuleContext } from "./rule.ts";

/** The paths of the mappings that have a key of some name, by that name. Kubernetes types are left out. */
const INDEXES = new WeakMap<SchemaModel, ReadonlyMap<string, readonly Path[]>>();

/**
 * Where a key that does not belong where it stands could belong: below, above, or under another component; the likeliest first.
 * Empty when the schema has the key nowhere near.
 */
export function homesOf({ model }: RuleContext, place: Place, property: PropertyNode): Path[] {
  const all = indexOf(model).get(property.keyNode.value) ?? [];
  const near = all.filter((home) => isNear(model, place.path, home));
  const chosen = chosenPart(model, place);
  const score = (home: Path) => {
    const target = model.at([...home, property.keyNode.value]);
    let points = Math.abs(home.length - place.path.length) * 2;
    if (chosen !== undefined && home[place.path.length] === chosen) points -= 10;
    if (target?.annotations.requiredForInstall) points -= 3;
    return points;
  };
  return near.toSorted((a, b) => score(a) - score(b));
}

/** Near is what lies on the same branch, or at the same place under another component. */
function isNear(model: SchemaModel, path: Path, home: Path): boolean {
  const shared = Math.min(path.length, home.length);
  if (path.slice(0, shared).every((segment, index) => home[index] === segment)) return true;
  if (path.length !== home.length) return false;
  const components = [path[0], home[0]].map((segment) => model.at(segment === undefined ? [] : [segment]));
  return (
    components.every((component) => component?.annotations.meaning === "component") &&
    path.slice(1).every((segment, index) => home[index + 1] === segment)
  );
}

/** The part of a certificate configuration that the certificate manager chosen beside it reads. */
function chosenPart(model: SchemaModel, place: Place): string | undefined {
  if (!place.schemas.some((schema) => schema.annotations.meaning === "certificate-config")) return undefined;
  const siblings = model.at(place.path.slice(0, -1))?.properties ?? new Map<string, SchemaNode>();
  for (const [key, schema] of siblings) {
    if (schema.annotations.meaning !== "certificate-manager") continue;
    const mapping = place.property?.parent;
    const written = mapping?.type === "object" ? findProperty(mapping, key)?.valueNode : undefined;
    const manager = String(written && "value" in written ? written.value : schema.default).toLowerCase();
    const parts = model.at(place.path)?.properties ?? new Map<string, SchemaNode>();
    return [...parts].find(([, part]) => part.annotations.manager?.toLowerCase() === manager)?.[0];
  }
  return undefined;
}

function indexOf(model: SchemaModel): ReadonlyMap<string, readonly Path[]> {
  const known = INDEXES.get(model);
  if (known) return known;
  const index = new Map<string, Path[]>();
  const visit = (node: SchemaNode, path: Path): void => {
    for (const [key, child] of node.properties) {
      const homes = index.get(key);
      if (homes) homes.push(path);
      else index.set(key, [path]);
      if (!child.shared) visit(child, [...path, key]);
    }
  };
  visit(model.root, []);
  INDEXES.set(model, index);
  return index;
}
