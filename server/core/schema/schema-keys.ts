import { memo } from "../yaml/memo.ts";
import type { SchemaModel, SchemaNode } from "./model.ts";

/** A key of a schema. */
interface SchemaKey {
  readonly path: readonly string[];
  readonly schema: SchemaNode;
}

/** All keys of a schema in its order, an outer one before those in it, without those in Kubernetes types. */
export const keysOf = memo((model: SchemaModel): readonly SchemaKey[] => keysIn(model.root, []));

function keysIn({ properties }: SchemaNode, above: readonly string[]): SchemaKey[] {
  return [...properties].flatMap(([key, schema]) => {
    const path = [...above, key];
    return [{ path, schema }, ...(schema.shared ? [] : keysIn(schema, path))];
  });
}

/** The paths of the values that every installation needs. */
export const neededPaths = memo((model: SchemaModel) =>
  keysOf(model).flatMap(({ path, schema }) => (schema.annotations.requiredForInstall ? [path] : [])),
);
