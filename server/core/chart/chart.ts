import type { Path, YamlFile } from "../yaml/tree.ts";
import type { ChartPlace } from "./chart-place.ts";
import type { ProvenType, TemplateReads } from "./templates/template-reads.ts";

/** The two vocabularies for keys of the operator's charts: that of the specification, and that of the published charts. */
export type VocabularyName = "specification" | "published";

/** A chart as it is named where something is installed. */
export interface ChartReference {
  /** A reference to a registry or repository, a folder or an archive, as Helm takes it. */
  readonly chart?: string;
  readonly version?: string;
}

/** True if a reference can only be a path, by the rules of Helm: it never means a repository or a registry. */
export function isChartPath(reference: string): boolean {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(reference)) return false;
  return /^(?:[.~]{0,2}[\\/]|[A-Za-z]:|\.{1,2}$)/.test(reference) || /\.(?:tgz|tar\.gz)$/.test(reference);
}

/** A chart as it is named, and its files if the name is that of a folder or an archive. */
export interface NamedChart extends ChartReference {
  readonly atHand?: ReadChart;
  /** The reason for not using the chart with this name, as a sentence. */
  readonly problem?: string;
  /** The place that names the chart in a document of another product: a path in it, or another document. */
  readonly by?: string;
  /** True if an option of the command line names the chart. */
  readonly isOption?: boolean;
  /** The version that an option names. Helm takes a folder whatever its version is, but a version that is named is meant. */
  readonly asked?: string;
  /** The chart that was named if that one brings this one along. */
  readonly umbrella?: Umbrella;
}

/** A chart that has the operator's chart as a dependency, with the values of that chart below a key. */
export interface Umbrella {
  readonly name: string;
  /** Tells its content from that of all other charts. */
  readonly digest: string;
  /** The address of its folder, without a slash at the end; empty if its files cannot be shown. */
  readonly uri: string;
  /** The entry for the operator's chart in the `Chart.yaml` of the umbrella. */
  readonly dependency: ChartDependency;
  /** The key of its values below which those of the operator's chart are. */
  readonly key: string;
  /** Its `values.yaml`, and the address of that if it can be shown. */
  readonly values?: { readonly uri?: string; readonly file: YamlFile };
}

/** The texts of a chart's files, by their paths from its folder, with forward slashes. */
export type ChartTexts = ReadonlyMap<string, string>;

/** The comment on a key in a chart's values file. All of it is untrusted text. */
export interface KeyComment {
  /** The comment without its signs and annotations; its paragraphs are separated by blank lines. */
  readonly text: string;
  /** The type that it names, as it is written there: `int`, `list`, `tpl/string`. */
  readonly type?: string;
  /** The default in words, where the comment has other words for it. */
  readonly default?: string;
}

/** One key of a chart's values. */
export interface ChartKey {
  /** The default as JSON; absent if it cannot be expressed in JSON, or if only the templates name the key. */
  readonly default?: unknown;
  /** The first version that has the key, if that is not the first version of all. */
  readonly since?: string;
  /** The version that removed the key. */
  readonly removed?: string;
  /** The declaration of the key in the chart's values file. */
  readonly place?: ChartPlace;
  /** The comment on the key, read on first use; absent if the comments are not known. */
  readonly comment?: () => KeyComment | undefined;
  /** The constraints and the description in the chart's `values.schema.json`, as JSON Schema. */
  readonly checked?: Readonly<Record<string, unknown>>;
  /** The keys below it that the chart declares one by one, in its values or its schema. */
  readonly keys?: ReadonlyMap<string, ChartKey>;
  /** The keys of each item of a list that the templates name or the schema of the chart declares. */
  readonly items?: ReadonlyMap<string, ChartKey>;
  /** `these` if the templates read only these keys of each item; absent if that is not known. */
  readonly itemReads?: "these" | "any";
  /** The subchart that has the key, with its version. */
  readonly from?: string;
  /** The type of a key that only the templates name, if their use of it proves one. */
  readonly type?: ProvenType;
  /** `these` if the templates read only these keys, `any` if they may read others; absent if that is not known. */
  readonly reads?: "these" | "any";
}

/** The key at a path from the top of a chart's values; `undefined` below a list. */
export function keyAt(keys: ReadonlyMap<string, ChartKey> | undefined, path: Path): ChartKey | undefined {
  const [first, ...rest] = path;
  const key = typeof first === "string" ? keys?.get(first) : undefined;
  return rest.length === 0 ? key : keyAt(key?.keys, rest);
}

/** A chart as data: its keys with their defaults. */
export interface Chart {
  readonly name: string;
  readonly version: string;
  readonly keys: ReadonlyMap<string, ChartKey>;
}

/** A chart that another chart brings along (`dependencies` of its `Chart.yaml`). */
export interface ChartDependency {
  readonly name: string;
  readonly version?: string;
  readonly repository?: string;
  /** The key under which the parent's values have those of the dependency, if that is not its name. */
  readonly alias?: string;
  /** Dotted paths in the values of the parent, separated by commas: the first that holds a boolean switches the dependency on or off. */
  readonly condition?: string;
  /** The keys below `tags` of the parent's values that switch it on or off together with others. */
  readonly tags?: readonly string[];
}

/** The fields of a `Chart.yaml` that are used here. */
export interface ChartDescription {
  /** Empty if the chart has no name, or none that can be read. */
  readonly name: string;
  readonly version?: string;
  readonly appVersion?: string;
  readonly deprecated: boolean;
  /** Other charts use its templates; Helm does not install it (`type: library`). */
  readonly isLibrary: boolean;
  readonly dependencies: readonly ChartDependency[];
}

/** A chart whose files were read. */
export interface ReadChart extends Chart {
  /** Tells its content from that of all other charts. */
  readonly digest: string;
  /** The address of its folder, without a slash at the end; empty if its files cannot be shown. */
  readonly uri: string;
  readonly description: ChartDescription;
  readonly texts: ChartTexts;
  /** The values that its templates read; `pending` if the templates were not scanned yet, and absent if there are none. */
  readonly reads?: TemplateReads | "pending";
  /** Its `values.yaml`; absent if it has none. */
  readonly values?: YamlFile;
}

/** The file by which a folder is a chart. */
export const DESCRIPTION_FILE = "Chart.yaml";

/** The file with the versions that were chosen for the dependencies of a chart. */
export const LOCK_FILE = "Chart.lock";

/** The JSON Schema that Helm checks the merged values against. */
export const SCHEMA_FILE = "values.schema.json";

/** The file with the defaults of a chart. */
export const VALUES_FILE = "values.yaml";
