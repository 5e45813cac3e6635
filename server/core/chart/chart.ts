import type { Path, YamlFile } from "../yaml/tree.ts";
import type { ChartPlace } from "./chart-place.ts";
import type { ProvenType, TemplateReads } from "./templates/template-reads.ts";

/** Which words a chart of the operator uses for the same things: those of the specification, or those of the published charts. */
export type VocabularyName = "specification" | "published";

/** A chart as it is named where something is installed. */
export interface ChartReference {
  /** A reference to a registry or repository, a folder or an archive, as Helm takes it. */
  readonly chart?: string;
  readonly version?: string;
}

/** Whether a reference is a path and nothing else, as Helm decides it: it never means a repository or a registry. */
export function isChartPath(reference: string): boolean {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(reference)) return false;
  return /^(?:[.~]{0,2}[\\/]|[A-Za-z]:|\.{1,2}$)/.test(reference) || /\.(?:tgz|tar\.gz)$/.test(reference);
}

/** A chart as it is named, and its files if the name is that of a folder or an archive. */
export interface NamedChart extends ChartReference {
  readonly atHand?: ReadChart;
  /** Why the chart with this name is not used, as a sentence. */
  readonly problem?: string;
  /** What names it, if that is a document of another product: a path in it, or another document. */
  readonly by?: string;
  /** Whether an option of the command line names it. */
  readonly isOption?: boolean;
  /** The version that an option names. Helm takes a folder whatever its version is, but a version that is named is meant. */
  readonly asked?: string;
  /** The chart that was named if that one brings this one along. */
  readonly umbrella?: Umbrella;
}

/** A chart that brings the operator's along, whose values are then below a key of its own. */
export interface Umbrella {
  readonly name: string;
  /** Tells its content from that of all other charts. */
  readonly digest: string;
  /** The address of its folder, without a slash at the end; empty if its files cannot be shown. */
  readonly uri: string;
  /** What its `Chart.yaml` says about the operator's chart. */
  readonly dependency: ChartDependency;
  /** The key of its values below which those of the operator's chart are. */
  readonly key: string;
  /** Its `values.yaml`, and the address of that if it can be shown. */
  readonly values?: { readonly uri?: string; readonly file: YamlFile };
}

/** The texts of a chart's files, by their paths from its folder, with forward slashes. */
export type ChartTexts = ReadonlyMap<string, string>;

/** What a chart's values file says about a key in a comment. All of it is text that anybody may have written. */
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
  /** What the chart has there, as JSON; absent if it has nothing that can be written down, or if only its templates name the key. */
  readonly default?: unknown;
  /** The first version that has the key, if that is not the first version of all. */
  readonly since?: string;
  /** The version that removed the key. */
  readonly removed?: string;
  /** Where the chart's values file declares the key. */
  readonly place?: ChartPlace;
  /** What its comment says, read on first use; absent if the comments are not known. */
  readonly comment?: () => KeyComment | undefined;
  /** What the chart's own `values.schema.json` demands of the value and says about it, as JSON Schema. */
  readonly checked?: Readonly<Record<string, unknown>>;
  /** The keys below it that the chart declares one by one, in its values or its schema. */
  readonly keys?: ReadonlyMap<string, ChartKey>;
  /** What the templates name in each item of a list, and what the schema of the chart declares there. */
  readonly items?: ReadonlyMap<string, ChartKey>;
  /** Whether the templates read only these in each item; absent if that is not known. */
  readonly itemReads?: "these" | "any";
  /** The subchart that has the key, with its version. */
  readonly from?: string;
  /** The type of a key that only the templates name, if their use of it proves one. */
  readonly type?: ProvenType;
  /** Whether the templates read only these keys, or may read any; absent if that is not known. */
  readonly reads?: "these" | "any";
}

/** The key at a path from the top of a chart's values; below a list there is none. */
export function keyAt(keys: ReadonlyMap<string, ChartKey> | undefined, path: Path): ChartKey | undefined {
  const [first, ...rest] = path;
  const key = typeof first === "string" ? keys?.get(first) : undefined;
  return rest.length === 0 ? key : keyAt(key?.keys, rest);
}

/** A chart as data: what can be set, and what it has where nothing is set. */
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

/** What a `Chart.yaml` says, as far as it is of use here. */
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
  /** What its templates read; `pending` if they were not followed yet, and absent if it has none. */
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
