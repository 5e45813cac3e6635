import type { YamlFile } from "../yaml/tree.ts";

/** Dotted paths of values that a chart imports from a subchart as defaults. */
export interface ImportedValues {
  readonly child: string;
  readonly parent: string;
}

/** A chart inside another one, with the facts about its values. */
export interface Subchart {
  readonly name: string;
  readonly version: string;
  /** The key in the values of the parent chart below which the values of the subchart are. */
  readonly key: string;
  /** True if the `Chart.yaml` of the parent chart lists it. */
  readonly isListed: boolean;
  /** As in `ChartDependency`; empty if nothing switches it on or off. */
  readonly condition: string;
  readonly tags: readonly string[];
  readonly imports: readonly ImportedValues[];
  /** Its `values.yaml`, with the path from the folder of the outermost chart; absent if it has none. */
  readonly values?: { readonly name: string; readonly file: YamlFile };
  /** The text of its `values.schema.json`, if it has one. */
  readonly schema?: string;
  /** True if it is too large to be read, so that any key is allowed. */
  readonly isOpen: boolean;
  readonly below: readonly Subchart[];
}
