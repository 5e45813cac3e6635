import type { Interpolation } from "../yaml/tree.ts";

/** How a product holds values: as a mapping of its document, or as a text with YAML in it. */
export type EmbeddedForm = "mapping" | "text";

/**
 * A place where a product keeps values of a Helm chart: all that is known about the product. Paths are dotted, `*` is any item of a list, and
 * `/` begins at the top of the document; the others begin at the mapping that names the chart.
 */
export interface Product {
  /** As its documentation writes it. */
  readonly name: string;
  /** The API group of its documents, or what their `apiVersion` begins with. */
  readonly group?: string;
  readonly kind?: string;
  /** The names of its files, where these and not a kind tell what they are. */
  readonly files?: readonly string[];
  /** The mapping that names the chart. */
  readonly scope: string;
  /** Where values are. Where one is set, those after it do not count. */
  readonly values: readonly (readonly [path: string, form: EmbeddedForm])[];
  /** The name of the chart, or its address in a registry: the first that is set. */
  readonly chart: readonly string[];
  readonly version?: readonly string[];
  /** Where it says whether the chart is a folder of a repository of code. */
  readonly inGit?: string;
  /** Where the folder of the chart is if it names no chart. */
  readonly folder?: readonly string[];
  readonly release: readonly string[];
  readonly namespace?: readonly string[];
  /** How it keeps a Helm release in the cluster, or the document, or that it only has Helm render the chart. */
  readonly inCluster?: InCluster | DocumentInCluster | "rendered";
  /** The list beside the values that names other places of values, each over the one before and all below the values, and what they are. */
  readonly apart?: { readonly list: string; readonly as: "config-map" | "file" };
  /** The ConfigMaps and Secrets that values come from, below its own, each over the one before: items with `kind`, `name` and `valuesKey`. */
  readonly from?: { readonly at: string; readonly namespace: readonly string[]; readonly source: string };
  /** Where values files are named that are merged with its own. */
  readonly valuesFiles?: readonly FilesAt[];
  /** Where single keys are set, over all other values. */
  readonly sets?: readonly SetsAt[];
  /** What else gives values, so that what is not here may be set there. */
  readonly others?: readonly string[];
  /** A text at the top of the document that is merged over it, and where the mapping that names the chart is there. */
  readonly patch?: { readonly at: string; readonly scope: string; readonly source: string };
  /** The key of a text at the top of the document that has all of this, whose paths begin there. */
  readonly text?: string;
  /** A place in such a text. What is there takes the place of all values here. */
  readonly replacedBy?: { readonly text: string; readonly at: string; readonly source: string };
  /** Whether these values only add to those of another document. */
  readonly isPartial?: true;
  readonly interpolation?: Interpolation;
  /** Where the product documents this. */
  readonly source: string;
}

/** Where a Helm release is in the cluster: in which namespace Helm keeps it, and what its name begins with if the document gives it none. */
export interface InCluster {
  readonly namespace: readonly string[];
  readonly prefix: string;
  /** The key that names it as a whole. */
  readonly name: string;
  /** Where the product documents this. */
  readonly source: string;
}

/** Where a document is in the cluster if it keeps no Helm release there. */
export interface DocumentInCluster {
  /** Plural with its group, as kubectl takes it. */
  readonly resource: string;
  /** The namespace of a document that names none. */
  readonly namespace: string;
  /** Where the product documents this. */
  readonly source: string;
}

/** How a product names values files. */
export interface FilesAt {
  /** A list of paths. If it is also the list of its values, each item comes over the one before. */
  readonly at: string;
  /** Where paths begin: at the folder of the document; or at the top of the repository for those that begin with a slash or the name of a source, and the others in a folder there. */
  readonly from: "document" | "repository";
  readonly folder?: readonly string[];
  /** Whether they come over the values of the document. */
  readonly isOver?: boolean;
  /** Whether the product writes something into them before Helm reads them. */
  readonly isSubstituted?: true;
  /** Where the product does or documents this. */
  readonly source: string;
}

/** How a product sets single keys, as `--set` does. */
export interface SetsAt {
  /** A mapping of keys to values, or a list whose items have a `name` and a `value`. */
  readonly at: string;
  /** The key of an item that makes a text of its value if it is true. */
  readonly forceString?: string;
  /** Whether texts are texts, as with `--set-string`, but for `true`, `false` and `null`. */
  readonly isTyped?: true;
  /** What the product escapes in a value before Helm reads it. */
  readonly escapes?: "commas" | "commas-and-braces";
  /** Whether an empty value sets nothing. */
  readonly ignoresEmpty?: true;
  /** Where the product does or documents this. */
  readonly source: string;
}
