import type { YamlFile } from "../yaml/tree.ts";

/** Dotted paths of values that a chart takes over from one below it, as defaults of its own. */
export interface ImportedValues {
  readonly child: string;
  readonly parent: string;
}

/** A chart inside another one, as far as its values are concerned. */
export interface Subchart {
  readonly name: string;
  readonly version: string;
  /** The key of the values of the chart around it below which its own are. */
  readonly key: string;
  /** Whether the `Chart.yaml` of the chart around it lists it. */
  readonly isListed: boolean;
  /** As in `ChartDependency`; empty if nothing switches it on or off. */
  readonly condition: string;
  readonly tags: readonly string[];
  readonly imports: readonly ImportedValues[];
  /** Its `values.yaml`, with the path from the folder of the outermost chart; absent if it has none. */
  readonly values?: { readonly name: string; readonly file: YamlFile };
  /** The text of its `values.schema.json`, if it has one. */
  readonly schema?: string;
  /** It is too large to be read, so any key may be one of its own. */
  readonly isOpen: boolean;
  readonly below: readonly Subchart[];
}
