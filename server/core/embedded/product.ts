import type { Interpolation } from "../yaml/tree.ts";

/** The form of values in a product: a mapping of its document, or a text with YAML in it. */
export type EmbeddedForm = "mapping" | "text";

/**
 * A row of the table of products: the places at which a product keeps values of a Helm chart. Paths are dotted, `*` is any item of a list or any value of a mapping, and
 * `/` begins at the top of the document; the others begin at the mapping that names the chart.
 */
export interface Product {
  /** As its documentation writes it. */
  readonly name: string;
  /** The API group of its documents, or what their `apiVersion` begins with. */
  readonly group?: string;
  readonly kind?: string;
  /** The names of its files, for documents that have no group. */
  readonly files?: readonly string[];
  /** The mapping that names the chart. */
  readonly scope: string;
  /** A key that must be there, and the text with which its value begins, if the names of other keys do not tell enough. */
  readonly type?: { readonly at: string; readonly begins: string };
  /** The paths of values, by precedence: if one is set, those after it do not count. */
  readonly values: readonly (readonly [path: string, form: EmbeddedForm])[];
  /** Set if the values at all of these paths count, each over the one before. */
  readonly joined?: { readonly source: string };
  /** The mapping at the top of the document whose values these override. */
  readonly base?: { readonly scope: string; readonly source: string };
  /** The paths of values in the same document that override these in some of the places where it is installed. */
  readonly overriddenBy?: readonly string[];
  /** The name of the chart, or its address in a registry: the first that is set. */
  readonly chart: readonly string[];
  readonly version?: readonly string[];
  /** The kind of the chart's source, which tells if the chart is a folder of a Git repository. */
  readonly inGit?: string;
  /** The folder of the chart, for documents that name no chart. */
  readonly folder?: readonly string[];
  readonly release: readonly string[];
  readonly namespace?: readonly string[];
  /** The Helm release in the cluster, or the document; `rendered` if the product only renders the chart with Helm. */
  readonly inCluster?: InCluster | DocumentInCluster | "rendered";
  /** The list beside the values that names other places of values, each over the one before and all below the values, and their kind. */
  readonly apart?: { readonly list: string; readonly as: "config-map" | "file" };
  /** The ConfigMaps and Secrets that values come from, below its own, each over the one before: items with `kind`, `name` and `valuesKey`. */
  readonly from?: { readonly at: string; readonly namespace: readonly string[]; readonly source: string };
  /** The paths of lists of values files that are merged with the values of the document. */
  readonly valuesFiles?: readonly FilesAt[];
  /** The paths of single keys that are set over all other values. */
  readonly sets?: readonly SetsAt[];
  /** The paths of other sources of values, which are not read and may set any key. */
  readonly others?: readonly string[];
  /** A text at the top of the document that is merged over it, and the path in it of the mapping that names the chart. */
  readonly patch?: { readonly at: string; readonly scope: string; readonly source: string };
  /** The key of a text at the top of the document that has all of this, whose paths begin there. */
  readonly text?: string;
  /** A place in such a text whose values replace all values here. */
  readonly replacedBy?: { readonly text: string; readonly at: string; readonly source: string };
  /** True if these values only add to those of another document. */
  readonly isPartial?: true;
  readonly interpolation?: Interpolation;
  /** The documentation of this. */
  readonly source: string;
}

/** The Helm release of a document in the cluster: its namespace, and the prefix of its name if the document does not set one. */
export interface InCluster {
  readonly namespace: readonly string[];
  readonly prefix: string;
  /** The key that names it as a whole. */
  readonly name: string;
  /** The documentation of this. */
  readonly source: string;
}

/** A document in the cluster that has no Helm release there. */
export interface DocumentInCluster {
  /** Plural with its group, as kubectl takes it. */
  readonly resource: string;
  /** The namespace of a document that names none. */
  readonly namespace: string;
  /** The documentation of this. */
  readonly source: string;
}

/** A list of values files in a document. */
export interface FilesAt {
  /** A list of paths. If it is also the list of its values, each item comes over the one before. */
  readonly at: string;
  /** The base of paths: the folder of the document; or the top of the repository for those that begin with a slash or the name of a source, and `folder` for the others. */
  readonly from: "document" | "repository";
  readonly folder?: readonly string[];
  /** True if the files take the place of the chart's own values, and all paths begin at the top of its source, which is the repository if the chart is a folder of that. */
  readonly isFromSource?: true;
  /** True if the files override the values of the document. */
  readonly isOver?: boolean;
  /** True if the product replaces references in the files before Helm reads them. */
  readonly isSubstituted?: true;
  /** The documentation or the code of this. */
  readonly source: string;
}

/** A place at which a document sets single keys, as `--set` does. */
export interface SetsAt {
  /** A mapping of keys to values, or a list whose items have a `name` and a `value`. */
  readonly at: string;
  /** The key of an item that makes a text of its value if it is true. */
  readonly forceString?: string;
  /** True if strings stay strings, as with `--set-string`, except `true`, `false` and `null`. */
  readonly isTyped?: true;
  /** The characters that the product escapes in a value before Helm reads it. */
  readonly escapes?: "commas" | "commas-and-braces";
  /** True if an empty value sets nothing. */
  readonly ignoresEmpty?: true;
  /** The documentation or the code of this. */
  readonly source: string;
}
