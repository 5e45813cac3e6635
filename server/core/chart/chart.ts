/** Which words a chart of the operator uses for the same things: those of the specification, or those of the published charts. */
export type VocabularyName = "specification" | "published";

/** A chart as it is named where something is installed. */
export interface ChartReference {
  /** A reference to a registry or repository, a folder or an archive, as Helm takes it. */
  readonly chart?: string;
  readonly version?: string;
}

/** One key of a chart's values. */
export interface ChartKey {
  /** What the chart has there, as JSON; absent if it has nothing that can be written down, or if only its templates name the key. */
  readonly default?: unknown;
  /** The first version that has the key, if that is not the first version of all. */
  readonly since?: string;
  /** The version that removed the key. */
  readonly removed?: string;
  /** The keys below it that the chart declares one by one. */
  readonly keys?: ReadonlyMap<string, ChartKey>;
}

/** A chart as data: what can be set, and what it has where nothing is set. */
export interface Chart {
  readonly name: string;
  readonly version: string;
  readonly keys: ReadonlyMap<string, ChartKey>;
}
