/**
 * What client and server say to each other beyond LSP. The client imports this file and nothing else of
 * the server, and only its types and method names.
 */

import type { OwnershipReason } from "../core/document/ownership.ts";
import type { DocumentKind } from "../core/document/tree.ts";
import type { EffectiveForm, EffectiveOrigin } from "../core/features/effective-document.ts";
import type {
  CertificateFact,
  RequiredRole,
  RequiredValue,
  ValuesFacts,
} from "../core/features/values-facts.ts";
import type { ClusterIssuer, ClusterNames } from "../core/schema/cluster-names.ts";
import type { SetEntry } from "../core/values/set-entry.ts";

export type {
  CertificateFact,
  ClusterIssuer,
  ClusterNames,
  DocumentKind,
  EffectiveForm,
  EffectiveOrigin,
  OwnershipReason,
  RequiredRole,
  RequiredValue,
  SetEntry,
  ValuesFacts,
};

/** What a client may send as `initializationOptions`. */
export interface InitializationOptions {
  /** Settings, for a client that cannot be asked for them; they may also stand beside this key. */
  readonly capOperator?: unknown;
  /** The client's command that opens the list of completions, run after a key that opens a level. */
  readonly suggestCommand?: string;
  /** The client's commands of this extension that a code lens may run. */
  readonly commands?: readonly string[];
}

/** Request `capOperator/fileStatus`: why this file is ours or not. */
export const FILE_STATUS_REQUEST = "capOperator/fileStatus";
export interface FileStatusParams {
  readonly uri: string;
}
export interface FileStatus {
  /** `null`: not ours. */
  readonly kind: DocumentKind | null;
  readonly reason: OwnershipReason;
  /** One sentence for the person. */
  readonly explanation: string;
}

/** Notification `capOperator/fileStatusChanged` (server to client): sent when the answer for an open file changes. */
export const FILE_STATUS_CHANGED_NOTIFICATION = "capOperator/fileStatusChanged";
export interface FileStatusChangedParams extends FileStatus {
  readonly uri: string;
}

/**
 * Request `capOperator/effectiveHover`, with the parameters of `textDocument/hover`: only what counts in the place of the value at
 * a position. For a client in which another YAML extension shows the rest.
 */
export const EFFECTIVE_HOVER_REQUEST = "capOperator/effectiveHover";

/** Request `capOperator/snippets`: what can be inserted at a position. */
export const SNIPPETS_REQUEST = "capOperator/snippets";
export interface SnippetsParams {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
export interface SnippetOffer {
  readonly name: string;
  readonly description: string;
  /** Whether the snippet fits at the asked position; the others go to the end of the file's top level. */
  readonly fits: boolean;
  /** Where to insert, and the snippet text (LSP snippet syntax) with the indentation of that place. */
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly body: string;
}

/** Request `capOperator/defaultsDocument`: the chart's documented defaults as a YAML text. */
export const DEFAULTS_DOCUMENT_REQUEST = "capOperator/defaultsDocument";
export interface DefaultsDocumentParams {
  readonly kind: DocumentKind;
  /** Whether each key carries its documentation as a comment above it. */
  readonly comments: boolean;
}

/** Request `capOperator/missingDefaults`: edits that add every default the file does not set, documented. */
export const MISSING_DEFAULTS_REQUEST = "capOperator/missingDefaults";
export interface MissingDefaultsParams {
  readonly uri: string;
}
export interface MissingDefaultsEdit {
  readonly range: SnippetOffer["range"];
  readonly newText: string;
}

/** Request `capOperator/releases`: the releases of the settings that name a file, or all of them. */
export const RELEASES_REQUEST = "capOperator/releases";
export interface ReleasesParams {
  readonly uri?: string;
}
export interface ReleaseSummary {
  /** What requests name it by, and what a person can be shown: its name, with its namespace and context where others share it. */
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly chart?: string;
  readonly version?: string;
  readonly kubeContext?: string;
  /** Addresses of its values files, in order. */
  readonly values: readonly string[];
  /** Its `--set` entries; an order between flags has no meaning to Helm. */
  readonly sets: readonly SetEntry[];
}

/** Values that are put together: of a release, or of one file alone over the chart's defaults. */
export type ValuesOf =
  | {
      /** The `id` of a release. */
      readonly release: string;
    }
  | { readonly uri: string };

/** Request `capOperator/effectiveValues`: what the operator will run with, as a text. */
export const EFFECTIVE_VALUES_REQUEST = "capOperator/effectiveValues";
export interface EffectiveValuesParams {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** `annotated` when it is absent. */
  readonly form?: EffectiveForm;
}
export interface EffectiveValuesDocument {
  /** YAML; but for the form `plain`, with the origin of each value as a comment behind it. */
  readonly text: string;
  /** One sentence where there are no values to show: no such release, or not a values file. `text` holds it as well. */
  readonly problem?: string;
  /** The comments in `text` that name the origin of something else than a default of the chart. */
  readonly origins: readonly EffectiveOrigin[];
}

/**
 * Request `capOperator/effectiveOrigin`: where the value in a line of such a text comes from and what it took the place of, as
 * Markdown; `null` where the line has no value.
 */
export const EFFECTIVE_ORIGIN_REQUEST = "capOperator/effectiveOrigin";
export interface EffectiveOriginParams extends EffectiveValuesParams {
  readonly line: number;
}

/** Notification `capOperator/effectiveValuesChanged` (server to client): texts asked for earlier may be out of date. */
export const EFFECTIVE_VALUES_CHANGED_NOTIFICATION = "capOperator/effectiveValuesChanged";

/** Request `capOperator/problems`: the diagnostics of all values files of a release, or of one file. */
export const PROBLEMS_REQUEST = "capOperator/problems";
export interface ValuesProblem {
  /** Address of the file; absent for what is wrong with the release itself. */
  readonly uri?: string;
  readonly range?: SnippetOffer["range"];
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code?: string;
  readonly message: string;
}

/** Request `capOperator/valuesFacts`: what effective values say about the cluster that they are installed into. */
export const VALUES_FACTS_REQUEST = "capOperator/valuesFacts";
export interface ValuesFactsParams {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
}

/** Request `capOperator/setValues`: edits that set values in an open file. */
export const SET_VALUES_REQUEST = "capOperator/setValues";
export interface SetValuesParams {
  readonly uri: string;
  readonly values: readonly { readonly path: string; readonly value: string }[];
}

/** Request `capOperator/clusterNames`: tells the server names that exist in a cluster, for completion. */
export const CLUSTER_NAMES_REQUEST = "capOperator/clusterNames";
