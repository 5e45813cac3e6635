import type { SchemaModel } from "../../schema/model.ts";
import { keysOf } from "../../schema/schema-keys.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { groupBy } from "../../yaml/group-by.ts";
import { memo } from "../../yaml/memo.ts";
import type { Path, PropertyNode } from "../../yaml/tree.ts";
import type { Place, RuleContext } from "../engine/rule.ts";

/**
 * Places where a misplaced key could belong: deeper, higher, or under another component; the likeliest first. Empty when the schema has no
 * such key nearby.
 */
export function homesOf({ document }: RuleContext, place: Place, property: PropertyNode): Path[] {
  const key = property.key;
  const all = indexOf(document.schema).get(key) ?? [];
  const scored = all
    .filter((home) => isNear(document, place.path, home))
    .map((home) => {
      let points = Math.abs(home.length - place.path.length) * 2;
      if (isReadByManager(document, home)) points -= 1;
      if (document.at([...home, key]).schema?.annotations.requiredForInstall) points -= 3;
      return { home, points };
    });
  return scored.sort((a, b) => a.points - b.points).map(({ home }) => home);
}

/** Nearby means on the same branch, or at the same place under another component. */
function isNear(document: DocumentSemantics, path: Path, home: Path): boolean {
  const shared = Math.min(path.length, home.length);
  if (path.slice(0, shared).every((segment, index) => home[index] === segment)) return true;
  if (path.length !== home.length) return false;
  const components = [path[0], home[0]].map(
    (segment) => document.at(segment === undefined ? [] : [segment]).schema,
  );
  return (
    components.every((component) => component?.annotations.meaning === "component") &&
    path.slice(1).every((segment, index) => home[index + 1] === segment)
  );
}

/** True if the chosen certificate manager reads this part of a certificate configuration. */
function isReadByManager(document: DocumentSemantics, part: Path): boolean {
  const reader = document.at(part).schema?.annotations.manager;
  if (reader === undefined) return false;
  const component = part.slice(0, -2);
  for (const [key, schema] of document.at(component).schema?.properties ?? []) {
    if (schema.annotations.meaning !== "certificate-manager") continue;
    const { node: written } = document.at([...component, key]);
    const chosen = written && "value" in written && written.value !== null ? written.value : schema.default;
    return String(chosen).toLowerCase() === reader.toLowerCase();
  }
  return false;
}

/** The paths of the mappings that have a key, by the name of that key. Kubernetes types are left out. */
const indexOf = memo((model: SchemaModel): ReadonlyMap<string, readonly Path[]> => {
  const byKey = groupBy(keysOf(model), ({ path }) => path.at(-1) ?? "");
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ path }) => path.slice(0, -1))]));
});
