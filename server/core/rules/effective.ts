import type { Analysis } from "../analysis.ts";
import type { ValuesRoot } from "../document/tree.ts";
import type { SchemaModel } from "../schema/model.ts";
import { chartDefaults } from "../values/chart-defaults.ts";
import { type Component, componentValues } from "../values/components.ts";
import { effectiveValues } from "../values/effective.ts";
import type { HelmMap } from "../values/helm-tree.ts";

/** What the operator would run with. */
export interface EffectiveValues {
  /** Chart defaults and all sources, put together as Helm does. */
  readonly values: HelmMap;
  /** Each component, with the top-level values that it inherits. */
  readonly components: readonly Component[];
  /** Which file the document is, in the origins of the values. */
  readonly file: number;
}

/** What the operator would run with if a document were all there is beside the chart's defaults. */
export function effectiveAlone(analysis: Analysis, root: ValuesRoot, model: SchemaModel): EffectiveValues {
  const { text } = analysis.file;
  // What stands around the values, and what is wrong with other lines, must not keep the rules from what can be read.
  const document = { start: 0, end: 0, root: root.node };
  const { values } = effectiveValues({
    helm: 3,
    chart: { name: "cap-operator", defaults: chartDefaults(model, "cap-operator"), dependencies: [] },
    files: [{ name: analysis.text.uri, file: { text, documents: [document], problems: [] } }],
    sets: [],
  });
  return { values, components: componentValues(model, values), file: 0 };
}
