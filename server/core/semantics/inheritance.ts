import { opensLevel, type SchemaNode } from "../schema/model.ts";
import type { HelmMap, HelmNode } from "../values/helm-tree.ts";
import type { Path } from "../yaml/tree.ts";
import type { ReleaseValues } from "./release-values.ts";

/** A value that a component inherits from the top level: as a whole, or some entries that are merged into its own. */
export interface InheritedValue {
  readonly component: string;
  /** The path at which the component has it. */
  readonly path: Path;
  /** The dotted name of the key at the top level. */
  readonly key: string;
  readonly node: HelmNode;
  /** The inherited entries, if the component has others of its own. */
  readonly entries?: readonly (readonly [name: string, node: HelmNode])[];
}

/** Everything that the components of a release inherit, in the order of the schema. */
export function inheritedValues({ components, schema: { root } }: ReleaseValues): InheritedValue[] {
  return components.flatMap(({ name, values }) => {
    const schema = root.properties.get(name);
    return schema ? inLevel(name, values, schema, [name]) : [];
  });
}

function inLevel(component: string, map: HelmMap, schema: SchemaNode, above: Path): InheritedValue[] {
  return [...schema.properties].flatMap(([name, child]): InheritedValue[] => {
    const node = map.entries.get(name);
    if (!node) return [];
    const path = [...above, name];
    const { topLevel } = child.annotations;
    if (!topLevel)
      return node.type === "map" && opensLevel(child) ? inLevel(component, node, child, path) : [];
    const value = { component, path, key: topLevel.key, node };
    if (node.origin.kind === "inherited") return [value];
    if (node.type !== "map" || !node.merged.some(({ kind }) => kind === "inherited")) return [];
    const entries = [...node.entries].filter(([, entry]) => entry.origin.kind === "inherited");
    return entries.length > 0 ? [{ ...value, entries }] : [];
  });
}
