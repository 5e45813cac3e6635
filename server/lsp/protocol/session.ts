// The client's reports to the server, and the server's requests to read files.
import type { KeptChart } from "../../core/wire/charts.ts";
import type { ClusterNames } from "../../core/wire/values.ts";
import { notification, request } from "./message.ts";
import { text, URI_OF_FILE, unchecked } from "./shapes.ts";

export type { ClusterIssuer, ClusterNames } from "../../core/wire/values.ts";

/** The `initializationOptions` of a client. */
export interface InitializationOptions {
  /** Settings, for a client that cannot be asked for them; they may also be siblings of this key. */
  readonly capOperator?: unknown;
  /** The client's command that opens the list of completions, run after a key whose value can be chosen. */
  readonly suggestCommand?: string;
  /**
   * The client's command that shows a file that was made of the values in a document, run after that: with the address of the file,
   * and a sentence on how it gets to the cluster.
   */
  readonly extractedCommand?: string;
  /**
   * True if the client reports when typing has ended (`capOperator/typingEnded`). Until then, a problem at the place of the last
   * change is only a hint, because the next letter may fix it.
   */
  readonly saysWhenTypingEnds?: boolean;
  /** The client's commands of this extension that a code lens may run. */
  readonly commands?: readonly string[];
  /** The address and the command of the documentation in the client, if it shows that; otherwise links point to the package's files. */
  readonly documentation?: DocumentationAccess;
  /** True if the client shows problems with release entries in its settings; otherwise they are reported in the values files. */
  readonly entryProblems?: boolean;
  /** The charts that the client keeps, as in `capOperator/chartsKept`. */
  readonly keptCharts?: readonly KeptChart[];
  /** True if the client shows files of chart archives (`CHART_FILE_SCHEME`); otherwise no answer names one. */
  readonly showsChartFiles?: boolean;
  /** `false` until the workspace is trusted: then nothing above the open folders is read. */
  readonly trusted?: boolean;
  /** The major version that `helm version` printed last. */
  readonly helmMajor?: number;
  /** The absolute path of Helm, from a setting of the machine; without it, Helm is looked for in the PATH. */
  readonly helmPath?: string;
  /** True if the client reads files for the server that the server cannot read itself: `capOperator/stored`. */
  readonly readsFiles?: boolean;
}

/** The ways to a page of the documentation at an anchor. */
export interface DocumentationAccess {
  /** Precedes the page in an address that the client opens: `<url>reference/values.md#image-tag`. */
  readonly url: string;
  /** The command for links in Markdown. Its arguments are the page and the anchor. */
  readonly command: string;
}

/** Tells that the workspace is trusted from now on. */
export const WORKSPACE_TRUSTED = notification("capOperator/workspaceTrusted", {});

/** Tells that the cursor has left the place of the last change, or that the file was saved. */
export const TYPING_ENDED = notification("capOperator/typingEnded", { uri: URI_OF_FILE });

/** Gives the server the major version that `helm version` has just printed. */
export const HELM_FOUND = request("capOperator/helmFound", { major: unchecked<number>() }).answers<null>();

const DEFINITION = "the text of a definition and where it comes from";
/**
 * Gives the server the custom resource definition of the operator resource, as a manifest of any number of documents has it. It counts for operator
 * resources of its group from now on.
 */
export const RESOURCE_DEFINITION = request("capOperator/resourceDefinition", {
  /** The origin of the text, for people; a later text from there replaces it. */
  source: text(DEFINITION),
  text: text(DEFINITION),
}).answers<null>();

/** Gives the server names that exist in a cluster, for completion. Entries of its lists that are not names are left out. */
export const CLUSTER_NAMES = request("capOperator/clusterNames", {
  context: text("the names of a cluster and the context they were read from"),
  issuers: unchecked<ClusterNames["issuers"]>(),
  domains: unchecked<ClusterNames["domains"]>(),
  dnsTargets: unchecked<ClusterNames["dnsTargets"]>(),
}).answers<null>();

/**
 * Request `capOperator/stored` of the server to the client: the content at an address that the server cannot read itself. The client answers
 * only for what is in one of its open folders.
 */
export const STORED_REQUEST = "capOperator/stored";
export interface StoredParams {
  readonly uri: string;
  /** The most bytes of a file that the answer may have. */
  readonly most: number;
}

/**
 * A file, without its content if that is larger than it may be; a folder; or why there is no answer, as a code that Node has (`ENOENT`: there
 * is nothing at the address).
 */
export type Stored =
  | { readonly size: number; readonly base64?: string }
  | { readonly names: readonly string[] }
  | { readonly code: string };

/** The files of the package that the server reads its data from. */
export const PACKAGED_FILES: readonly string[] = [
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
  "dist/schemas/objects.schema.json",
  "dist/schemas/project.schema.json",
  "snippets/values.json",
  "snippets/operator.json",
];

/** The first message to a server in a worker: the files of the package that it would read if it had a disk. */
export interface WebServerStart {
  readonly version: string;
  /** The address of the pages of the documentation, with a slash at its end. */
  readonly docsUrl: string;
  /** The texts of `PACKAGED_FILES` by their paths in the package; one that is absent could not be read. */
  readonly files: Readonly<Record<string, string>>;
  /** The sentences of the package in the language of the editor, by the English ones; none where that is English. */
  readonly translations: Record<string, string>;
}
