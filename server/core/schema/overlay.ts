import type { Annotations } from "./annotations.ts";

/** What schemas of all layers have in common here. */
interface Overlayable<Schema> {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly "x-cap-operator"?: Annotations;
}

/** A schema with another one laid over it: keywords of `over` win; `properties` and annotations are merged key by key. */
export function overlaid<Schema extends Overlayable<Schema>>(base: Schema, over: Schema): Schema {
  const annotations = base["x-cap-operator"];
  return {
    ...base,
    ...over,
    ...(base.properties && over.properties && { properties: overlaidKeys(base.properties, over.properties) }),
    ...(annotations && { "x-cap-operator": { ...annotations, ...over["x-cap-operator"] } }),
  };
}

function overlaidKeys<Schema extends Overlayable<Schema>>(
  base: Readonly<Record<string, Schema>>,
  over: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const result: Record<string, Schema> = { ...base };
  for (const [key, node] of Object.entries(over)) {
    const below = base[key];
    result[key] = below === undefined ? node : overlaid(below, node);
  }
  return result;
}
