import type { ChartKeys } from "../ownership/chart-keys.ts";
import type { SchemaModel } from "./model.ts";

/** The evidence of the keys of a file: those of any chart of the operator, and the `evidence` of the specification's schema. */
export function chartKeysOf(
  charts: readonly string[],
  specification: SchemaModel,
  published: () => SchemaModel,
): ChartKeys {
  const { root } = specification;
  const { certain = [], certainWithAnotherComponent = [] } = root.annotations.evidence ?? {};
  return {
    charts,
    knows: (path) => specification.at(path) !== undefined || published().at(path) !== undefined,
    components: [...root.properties].flatMap(([key, { annotations }]) =>
      annotations.meaning === "component" ? [key] : [],
    ),
    certain,
    certainWithAnotherComponent,
  };
}
