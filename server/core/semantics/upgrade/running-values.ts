import type { KeyPath } from "../../chart/compare-charts.ts";
import { isMapping, isSameJson } from "../../chart/same-json.ts";
import { toJson } from "../../values/helm-tree.ts";
import type { ReleaseValues } from "../release-values.ts";

/** A value other than a filled mapping, with its path. */
export interface Leaf {
  readonly path: KeyPath;
  readonly value: unknown;
}

/**
 * The values with which the operator runs, one by one, those of components with what they inherit. Values of the top level that are there
 * only for components to inherit are left out, because by themselves they have no effect.
 */
export function runningValues({ values, components, schema }: ReleaseValues): Leaf[] {
  const inherited = new Map(components.map((component) => [component.name, component.values]));
  return [...values.entries].flatMap(([key, node]) => {
    const annotations = schema.root.properties.get(key)?.annotations;
    const inner = [...(schema.root.properties.get(key)?.properties.values() ?? [])];
    const isForComponents =
      annotations?.componentLevel !== undefined ||
      (inner.length > 0 && inner.every((child) => child.annotations.componentLevel !== undefined));
    return isForComponents ? [] : leavesOf(toJson(inherited.get(key) ?? node), [key]);
  });
}

/** The values in a value of JSON one by one. */
export function leavesOf(value: unknown, path: KeyPath = []): Leaf[] {
  const entries = isMapping(value) ? Object.entries(value) : [];
  if (entries.length === 0) return [{ path, value }];
  return entries.flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

/** Leaves by their paths. */
export class Leaves {
  readonly #byText = new Map<string, Leaf>();

  constructor(leaves: Iterable<Leaf>) {
    for (const leaf of leaves) this.#byText.set(JSON.stringify(leaf.path), leaf);
  }

  get(path: KeyPath): Leaf | undefined {
    return this.#byText.get(JSON.stringify(path));
  }

  /** True if there is the same value at a path. */
  has({ path, value }: Leaf): boolean {
    const known = this.get(path);
    return known !== undefined && isSameJson(known.value, value);
  }

  [Symbol.iterator](): Iterator<Leaf> {
    return this.#byText.values();
  }
}
