// Files and places in them: what a file is and why, and what can be written there.
import type { Range, TextEdit } from "vscode-languageserver-types";

/** The two kinds of documents that this server knows: chart values, and the operator resource. */
export type DocumentKind = "values" | "operator";

/**
 * The strength of the evidence that a file is for the operator. `likely` rests on its name alone: the file gets help with writing
 * (completion, hovers), but no diagnostics or changes that would be a nuisance if it were another product's.
 */
export type EvidenceStrength = "certain" | "likely";

/** A reason why a file is, or is not, for the operator. */
export type OwnershipReason =
  | "modeline"
  | "modeline-off"
  | "modeline-unknown"
  | "setting"
  | "setting-excluded"
  | "release"
  | "operator-chart"
  | "umbrella-chart"
  | "operator-resource"
  | "content"
  | "file-name"
  | "chart-template"
  | "other-chart"
  | "well-known-file"
  | "no-evidence"
  | "foreign-keys"
  | "too-large"
  | "unreadable"
  | "misspelled-key"
  | "embedded"
  | "named";

/** The severity of a reported finding. */
export type Severity = "error" | "warning" | "information" | "hint";

/** A Helm release in a cluster. */
export interface ClusterRelease {
  readonly release: string;
  /** The namespace in which Helm stores the release. */
  readonly namespace?: string;
}

/** A document of another product in a cluster, as kubectl finds it. */
export interface ClusterDocument {
  readonly resource: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** A snippet as it would be inserted. */
export interface SnippetOffer {
  readonly name: string;
  /** The text that completion offers it by, the same in all languages: `certificate-webhook`. */
  readonly prefix: string;
  readonly description: string;
  /** True if the snippet fits at the requested position; otherwise it is inserted at the end of the mapping that its keys go into. */
  readonly fits: boolean;
  /** The range to replace, and the snippet text (LSP snippet syntax) with the indentation of that place. */
  readonly range: Range;
  readonly body: string;
}

/** The edit that pastes a text. Its range is from the start of a line, or the end of what is on it, to the position. */
export interface PasteEdit extends TextEdit {
  /** One or two sentences with the keys that went further out than they were pasted, and those that have no place; absent if there are none. */
  readonly notice?: string;
}
