import type { JsonSchema } from "../model.ts";

/** The facts about the operator resource of the published manager that need no definition. */
export interface ResourceFacts {
  readonly apiVersion: string;
  /** The newest version of the manager that is known. */
  readonly newest: string;
  /** The schema of `spec` in the newest version. Later fields have the version since which they exist. */
  readonly spec: JsonSchema;
  /** The schemas of `spec` in versions that do not fit into this row. */
  readonly others: Readonly<Record<string, JsonSchema>>;
}

/** The schema of `spec` in a version: that of the last known version which is not newer. An unreadable version counts as the newest. */
export function specOf({ spec, others }: ResourceFacts, version: string): JsonSchema {
  const other = Object.hasOwn(others, version) ? others[version] : undefined;
  const numbers = numbersOf(version);
  return other ?? (numbers ? upTo(spec, numbers) : spec);
}

/** The first version of the manager that has a field, if a version lacks it; `undefined` if it has it, or if no version has. */
export function laterThan(
  facts: ResourceFacts,
  version: string,
  path: readonly string[],
): string | undefined {
  const numbers = numbersOf(version);
  let node: JsonSchema | undefined = facts.spec;
  for (const key of path) {
    node = Object.hasOwn(node?.properties ?? {}, key) ? node?.properties?.[key] : undefined;
    const since = node?.["x-cap-operator"]?.sinceManager;
    if (numbers && since !== undefined && isAfter(since, numbers)) return since;
  }
  return undefined;
}

/** The fields that the newest version has in the mapping at a path; none if there is no such mapping. */
export function fieldsIn({ spec }: ResourceFacts, path: readonly string[]): readonly string[] {
  let node: JsonSchema | undefined = spec;
  for (const key of path)
    node = Object.hasOwn(node?.properties ?? {}, key) ? node?.properties?.[key] : undefined;
  return Object.keys(node?.properties ?? {});
}

function upTo(schema: JsonSchema, version: Numbers): JsonSchema {
  if (!schema.properties) return schema;
  const kept = Object.entries(schema.properties).filter(([, { "x-cap-operator": annotations }]) => {
    const since = annotations?.sinceManager;
    return since === undefined || !isAfter(since, version);
  });
  return {
    ...schema,
    properties: Object.fromEntries(kept.map(([key, child]) => [key, upTo(child, version)])),
  };
}

type Numbers = readonly [number, number, number];

function numbersOf(version: string): Numbers | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

function isAfter(version: string, other: Numbers): boolean {
  const numbers = numbersOf(version) ?? other;
  for (const [index, number] of numbers.entries()) {
    const difference = number - (other[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
