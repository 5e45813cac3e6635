// Requests about an open file, or about the files of the workspace.
import type { Hover, Range, TextEdit } from "vscode-languageserver-types";
import type {
  ClusterDocument,
  ClusterRelease,
  DocumentKind,
  EvidenceStrength,
  OwnershipReason,
  PasteEdit,
  SnippetOffer,
} from "../../core/wire/documents.ts";
import type { FileChart } from "./charts.ts";
import { type ParamsOf, request, requestOf } from "./message.ts";
import { DOCUMENT, listOf, oneOf, POSITION, table, text, URI_OF_FILE, unchecked } from "./shapes.ts";

export type { TextEdit } from "vscode-languageserver-types";
export type {
  ClusterDocument,
  DocumentKind,
  EvidenceStrength,
  OwnershipReason,
  PasteEdit,
  SnippetOffer,
} from "../../core/wire/documents.ts";

/** The files of Terraform and OpenTofu, which the server asks for by their names, because each extension has a language of its own for them, or none. */
export const TERRAFORM_FILES = "**/*.{tf,tofu}";

const KINDS: readonly DocumentKind[] = ["values", "operator"];

/**
 * The reason why this file is the operator's or not. A file that is only likely the operator's gets completions and hovers, but no diagnostics, lenses, hints or
 * formatting; its code actions make it certain or exclude the file.
 */
export const FILE_STATUS = request("capOperator/fileStatus", { uri: URI_OF_FILE }).answers<FileStatus>();
export interface FileStatus {
  /** `null`: not the operator's. */
  readonly kind: DocumentKind | null;
  /** The strength of the evidence that it is the operator's; `null` if it is not. */
  readonly strength: EvidenceStrength | null;
  readonly reason: OwnershipReason;
  /** One or two sentences for the user. */
  readonly explanation: string;
  /** The chart that the values are for; absent if the file certainly has none. */
  readonly chart?: FileChart;
  /** Helm's verdict about the values; absent if the file certainly has none. */
  readonly helm?: HelmSays;
  /** The chart that brings that one along, if the file is for this one, and where it is on disk. */
  readonly umbrella?: { readonly name: string; readonly path?: string };
  /** The values in a document of another product; the file itself is then not the operator's. */
  readonly embedded?: readonly EmbeddedStatus[];
}

/** Values in a document of another product. */
export interface EmbeddedStatus {
  /** The path to them: `spec.values`. */
  readonly place: string;
  /** Their name in other requests. */
  readonly address: string;
  readonly product: string;
  /** The Helm release in the cluster; or the document, if the product keeps none; `rendered` if it is not known which. */
  readonly inCluster?: ClusterRelease | ClusterDocument | "rendered";
  readonly chart?: FileChart;
}

/** Helm's verdict about values in its first words, or the reason that there is none: one of the workspace's, or of this session. */
export type HelmSays =
  | {
      readonly state:
        | "no-programs"
        | "switched-off"
        | "not-trusted"
        | "no-chart"
        | "unread-values"
        | "not-asked"
        | "stopped"
        | "too-long"
        | "too-much"
        | "not-started"
        | "killed"
        | "unreadable"
        | "unchecked-links";
    }
  /** `entry` is the path of a link, from the folder of the chart. */
  | { readonly state: "leads-out"; readonly entry: string }
  /** Helm ended without an error of its own; `words` are what it wrote, or empty. */
  | { readonly state: "failed"; readonly exitCode: number; readonly words: string }
  /** An error of Helm that is about neither the values nor the templates. */
  | { readonly state: "other-error"; readonly words: string }
  | { readonly state: "renders"; readonly isOld?: true }
  /** `isOld`: the verdict is about the values as they were before the last change. */
  | { readonly state: "refuses"; readonly words: string; readonly isOld?: true };

/** Notification `capOperator/fileStatusChanged` (server to client): sent when the answer for an open file changes. */
export const FILE_STATUS_CHANGED_NOTIFICATION = "capOperator/fileStatusChanged";
export interface FileStatusChangedParams extends FileStatus {
  readonly uri: string;
}

/** The kinds of files, open or not, in the order given. `null`: not the operator's, or not readable. */
export const FILE_KINDS = request("capOperator/fileKinds", {
  uris: listOf(text(""), "the uris of files"),
}).answers<readonly (FileKind | null)[]>();
export interface FileKind {
  readonly kind: DocumentKind;
  readonly strength: EvidenceStrength;
}

/**
 * Only what takes effect instead of the value at a position; the parameters are those of `textDocument/hover`. For a client in which another YAML
 * extension shows the rest.
 */
export const EFFECTIVE_HOVER = request("capOperator/effectiveHover", {
  textDocument: DOCUMENT,
  position: POSITION,
}).answers<Hover | null>();

/** Parameters that a client may add to those of `textDocument/completion`, and of requests for text that it inserts. */
export interface EditorLayout {
  /** The columns of a level in the editor, for text that shows no indentation of its own. */
  readonly indent?: number;
}

/** The key of `EditorLayout`; what is not an indentation counts as absent. */
const LAYOUT = { indent: unchecked<EditorLayout["indent"]>() };

/** The snippets that can be inserted at a position. */
export const SNIPPETS = request("capOperator/snippets", {
  uri: URI_OF_FILE,
  position: POSITION,
  ...LAYOUT,
}).answers<readonly SnippetOffer[]>();

/** The edit that pastes a text at a position where nothing is selected; `null` if it is pasted as it is. */
export const PASTE = request("capOperator/paste", {
  uri: URI_OF_FILE,
  position: POSITION,
  text: text("a text"),
  ...LAYOUT,
}).answers<PasteEdit | null>();
export type PasteParams = ParamsOf<typeof PASTE>;

/** The scheme of the documents with defaults: `/values.yaml` or `/operator.yaml`, and the version of a published chart as the query. */
export const DEFAULTS_SCHEME = "cap-operator-defaults";

/** The address of the document with the documented defaults of a chart, named by its version, or with the default operator resource. */
export function defaultsAddress(kind: DocumentKind, chart = ""): string {
  return `${DEFAULTS_SCHEME}:/${kind}.yaml${chart === "" ? "" : `?${encodeURIComponent(chart)}`}`;
}

/** The chart's documented defaults as YAML text. */
export const DEFAULTS_DOCUMENT = request("capOperator/defaultsDocument", {
  kind: oneOf(KINDS, 'a kind, "values" or "operator"'),
  /** Adds the documentation of each key as a comment above it. */
  comments: unchecked<boolean>(),
  /** A published version of the chart; without it, the chart of the specification. */
  chart: unchecked<string | undefined>(),
}).answers<string>();

/** Edits that add every default the file does not set, documented. */
export const MISSING_DEFAULTS = request("capOperator/missingDefaults", {
  uri: URI_OF_FILE,
}).answers<readonly TextEdit[]>();

/** Edits that set values in an open file, and leave the rest unchanged. */
export const SET_VALUES = requestOf(
  "capOperator/setValues",
  table(
    { uri: text(""), values: listOf(table({ path: text(""), value: text("") }), "") },
    "the uri of a file, and values with a path and a text",
  ),
).answers<readonly TextEdit[]>();

/** The reason why a document, or lines of it, cannot be formatted; `null` if all of it can. */
export const FORMATTING_OBSTACLE = request("capOperator/formattingObstacle", {
  textDocument: DOCUMENT,
}).answers<FormattingObstacle | null>();
export interface FormattingObstacle {
  /** A sentence. */
  readonly message: string;
  /** The range of the first such place when the rest is formatted. */
  readonly range: Range;
}

/**
 * Checks the files of the open folders that no editor has open, as `cap-operator check` does, and publishes their
 * problems. These stay true until `capOperator/clearWorkspaceCheck`: files that change are checked again, and an open one has the problems that it is asked for.
 */
export const CHECK_WORKSPACE = request("capOperator/checkWorkspace", {
  /** Names the progress that is reported as `$/progress`. */
  workDoneToken: unchecked<string | number | undefined>(),
}).answers<CheckedWorkspace>();
export interface CheckedWorkspace {
  /** The number of the operator's files. */
  readonly files: number;
  readonly withProblems: number;
  readonly problems: number;
}

/** Takes these problems out again. */
export const CLEAR_WORKSPACE_CHECK = request("capOperator/clearWorkspaceCheck", {}).answers<null>();
