import type { JsonSchema, TypeName } from "./model.ts";

/**
 * A schema for tools that do not know Helm: each key also takes `null`, with which Helm removes a default, unless the chart cannot
 * be rendered without it.
 */
export function takingNulls(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items, definitions } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapped(properties, orNull) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: orNull(additionalProperties) }),
    ...(items && { items: takingNulls(items) }),
    ...(definitions && { definitions: mapped(definitions, takingNulls) }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const below = takingNulls(schema);
  if (endsRendering(schema)) return below;
  const { type, enum: allowed, $ref, ...rest } = below;
  // Keywords beside a reference do not count.
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, { type: "null" }] };
  if (schema.anyOf || schema.oneOf || schema.allOf || schema.const !== undefined) {
    return { anyOf: [below, { type: "null" }] };
  }
  return {
    ...below,
    ...(type !== undefined && { type: withNull(type) }),
    ...(allowed && { enum: [...new Set([...allowed, null])] }),
  };
}

function withNull(type: TypeName | readonly TypeName[]): readonly TypeName[] {
  return [...new Set<TypeName>([...(typeof type === "string" ? [type] : type), "null"])];
}

/** True if the chart fails without this value, or without one in it. */
function endsRendering({ properties = {}, "x-cap-operator": annotations }: JsonSchema): boolean {
  return annotations?.failsWithNull === true || Object.values(properties).some(endsRendering);
}

function mapped(
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, change(schema)]));
}
