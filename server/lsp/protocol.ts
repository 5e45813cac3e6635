/**
 * What client and server say to each other beyond LSP. The client imports only the types and method names of this file. The only other file of the server that it imports is `core/yaml/reader/scalars.ts`.
 */

import type { EffectiveForm, EffectiveOrigin } from "../core/features/effective-document.ts";
import type {
  UpgradedFile,
  UpgradeNote,
  UpgradeTopic,
  ValuesUpgrade,
} from "../core/features/upgrade-values.ts";
import type { ValueOrigin } from "../core/features/value-origins.ts";
import type {
  CertificateFact,
  RequiredRole,
  RequiredValue,
  ValuesFacts,
} from "../core/features/values-facts.ts";
import type { ChartDoubt, ChosenChart } from "../core/ownership/chart-choice.ts";
import type { EvidenceStrength, OwnershipReason } from "../core/ownership/claims.ts";
import type { ClusterIssuer, ClusterNames } from "../core/schema/cluster-names.ts";
import type { SetEntry } from "../core/values/set-entry.ts";
import type { DocumentKind } from "../core/yaml/tree.ts";
import type { ChartSource } from "../workspace/chart-source.ts";
import type { KeptChart } from "../workspace/kept-charts.ts";

export { CHART_FILE_SCHEME } from "../workspace/chart-source.ts";
export { PACKAGED_FILES } from "../workspace/package-sources.ts";

export type {
  CertificateFact,
  ChartSource,
  ClusterIssuer,
  ClusterNames,
  DocumentKind,
  EffectiveForm,
  EffectiveOrigin,
  EvidenceStrength,
  KeptChart,
  OwnershipReason,
  RequiredRole,
  RequiredValue,
  SetEntry,
  UpgradedFile,
  UpgradeNote,
  UpgradeTopic,
  ValueOrigin,
  ValuesFacts,
  ValuesUpgrade,
};

/** What a client may send as `initializationOptions`. */
export interface InitializationOptions {
  /** Settings, for a client that cannot be asked for them; they may also be siblings of this key. */
  readonly capOperator?: unknown;
  /** The client's command that opens the list of completions, run after a key whose value can be chosen. */
  readonly suggestCommand?: string;
  /**
   * Whether the client says when typing has ended (`capOperator/typingEnded`). Until then, a problem at the place of the last
   * change is only a hint, because the next letter may fix it.
   */
  readonly saysWhenTypingEnds?: boolean;
  /** The client's commands of this extension that a code lens may run. */
  readonly commands?: readonly string[];
  /** How the client shows the documentation, if it does; otherwise links lead to the package's files. */
  readonly documentation?: DocumentationAccess;
  /** Whether the client shows problems with release entries in its settings; otherwise they are reported in the values files. */
  readonly entryProblems?: boolean;
  /** The charts that the client keeps, as in `capOperator/chartsKept`. */
  readonly keptCharts?: readonly KeptChart[];
  /** Whether the client shows files of chart archives (`CHART_FILE_SCHEME`); otherwise no answer names one. */
  readonly showsChartFiles?: boolean;
  /** `false` as long as nobody trusts the workspace: then nothing above the open folders is looked at. */
  readonly trusted?: boolean;
  /** The major version that `helm version` printed last. */
  readonly helmMajor?: number;
  /** The absolute path of Helm, from a setting of the machine; without it, Helm is looked for in the PATH. */
  readonly helmPath?: string;
  /** Whether the client reads files for the server that the server cannot read itself: `capOperator/stored`. */
  readonly readsFiles?: boolean;
}

/** How a client shows a page of the documentation at an anchor. */
export interface DocumentationAccess {
  /** What precedes the page in an address that the client opens: `<url>reference/values.md#image-tag`. */
  readonly url: string;
  /** The command for links in Markdown. Its arguments are the page and the anchor. */
  readonly command: string;
}

/** What a client may add to the parameters of `textDocument/completion`, and of requests for text that it inserts. */
export interface EditorLayout {
  /** How many columns the editor indents a level by, for text that shows no indentation of its own. */
  readonly indent?: number;
}

/**
 * Request `capOperator/fileStatus`: why this file is ours or not. A file that is only likely ours gets completions and hovers,
 * but no diagnostics, lenses, hints or formatting; its code actions make it certainly ours or exclude it.
 */
export const FILE_STATUS_REQUEST = "capOperator/fileStatus";
export interface FileStatusParams {
  readonly uri: string;
}
export interface FileStatus {
  /** `null`: not ours. */
  readonly kind: DocumentKind | null;
  /** How strong the evidence is that it is ours; `null` if it is not. */
  readonly strength: EvidenceStrength | null;
  readonly reason: OwnershipReason;
  /** One or two sentences for the user. */
  readonly explanation: string;
  /** The chart that the values are for; absent if the file certainly has none. */
  readonly chart?: FileChart;
  /** What Helm says of the values; absent if the file certainly has none. */
  readonly helm?: HelmSays;
  /** The chart that brings that one along, if the file is for this one, and where it is on disk. */
  readonly umbrella?: { readonly name: string; readonly path?: string };
}

/** What is known of Helm's own verdict about values. */
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
        | "unchecked-links";
    }
  /** `entry` is the path of a link, from the folder of the chart. */
  | { readonly state: "leads-out"; readonly entry: string }
  | { readonly state: "renders"; readonly isOld?: true }
  /** `isOld`: that was said of the values as they were before the last change. */
  | { readonly state: "refuses"; readonly words: string; readonly isOld?: true };

/** The chart that a values file is for. */
export interface FileChart {
  /** Its name, with its version if there are several: `cap-operator 0.34.0`; the names of all that are possible while it is not decided. */
  readonly name: string;
  /** Whether something says which chart it is; otherwise the keys and values of all that are possible are accepted. */
  readonly isDecided: boolean;
  readonly reason: ChosenChart["reason"];
  /** One or two sentences for the user. */
  readonly explanation: string;
  /** How many keys it has; what is inside labels and types of Kubernetes does not count. */
  readonly keys: number;
  readonly source: ChartSource;
  /** Why the chart that was named cannot be used, or is newer than all that are known. */
  readonly doubt?: ChartDoubt;
}

/** Request `capOperator/knownCharts`: the charts that are known without being at hand, the newest first. */
export const KNOWN_CHARTS_REQUEST = "capOperator/knownCharts";
export interface KnownChart {
  readonly name: string;
  /** What names it in the comment at the top of a file: `version=0.34.0`. */
  readonly modeline: string;
}

/** Request `capOperator/chartsAt`: the charts in these folders and archives, in the order given. `null`: none, or not the operator's. */
export const CHARTS_AT_REQUEST = "capOperator/chartsAt";
export interface ChartsAtParams {
  readonly uris: readonly string[];
}
export interface ChartAt {
  readonly name: string;
  readonly version: string;
}

/** Request `capOperator/chartText`: a file of a chart archive; `null` if it cannot be read. */
export const CHART_TEXT_REQUEST = "capOperator/chartText";
export interface ChartTextParams {
  /** With the scheme `CHART_FILE_SCHEME`: the path of the archive, and below it that of the file in the chart. */
  readonly uri: string;
}

/** Request `capOperator/chartsKept`: the charts that the client has fetched and keeps, the last one first. They replace all before. */
export const CHARTS_KEPT_REQUEST = "capOperator/chartsKept";
export interface ChartsKeptParams {
  readonly charts: readonly KeptChart[];
}
/** Request `capOperator/chartInUse`: the chart that values are for. */
export const CHART_IN_USE_REQUEST = "capOperator/chartInUse";
export interface ChartInUseParams {
  readonly of: ValuesOf;
}

/** Request `capOperator/upgradeValues`: what another chart does to values, and their files with all safe migrations. Changes nothing. */
export const UPGRADE_VALUES_REQUEST = "capOperator/upgradeValues";
export interface UpgradeValuesParams {
  readonly of: ValuesOf;
  readonly to: UpgradeTarget;
}
/** A known chart by its name, or one in a folder or an archive, with what names it in the comment at the top of a file. */
export type UpgradeTarget = { readonly name: string } | { readonly uri: string; readonly modeline?: string };

/** Request `capOperator/fileKinds`: what each of these files is, open or not, in the order given. `null`: not ours, or not readable. */
export const FILE_KINDS_REQUEST = "capOperator/fileKinds";
export interface FileKindsParams {
  readonly uris: readonly string[];
}
export interface FileKind {
  readonly kind: DocumentKind;
  readonly strength: EvidenceStrength;
}

/** Notification `capOperator/fileStatusChanged` (server to client): sent when the answer for an open file changes. */
export const FILE_STATUS_CHANGED_NOTIFICATION = "capOperator/fileStatusChanged";
export interface FileStatusChangedParams extends FileStatus {
  readonly uri: string;
}

/**
 * Request `capOperator/projectSettings`: what the file of a project says of what is installed, as far as nothing is set for it in the
 * client. The client knows its own settings.
 */
export const PROJECT_SETTINGS_REQUEST = "capOperator/projectSettings";
export interface ProjectSettingsParams {
  /** A file of the project; without it, the project of the first folder is meant. */
  readonly uri?: string;
}
/** A path is absolute if there is something at it. */
export interface ProjectSettings {
  readonly chart?: string;
  readonly chartVersion?: string;
  readonly managerReleaseUrl?: string;
}

/** Request `capOperator/projectFile`: the text of a project's file with settings; those that a project does not decide are left out. */
export const PROJECT_FILE_REQUEST = "capOperator/projectFile";
export interface ProjectFileParams {
  /** Nested: `{ diagnostics: { enable: true } }`. */
  readonly settings: object;
}
export interface ProjectFileText {
  readonly name: string;
  readonly text: string;
  /** The names of the settings in it; empty if the text is an example. */
  readonly settings: readonly string[];
}

/** Notification `capOperator/workspaceTrusted` (client to server): from now on somebody trusts the workspace. */
export const WORKSPACE_TRUSTED_NOTIFICATION = "capOperator/workspaceTrusted";

/** Notification `capOperator/typingEnded` (client to server): the cursor has left the place of the last change, or the file was saved. */
export const TYPING_ENDED_NOTIFICATION = "capOperator/typingEnded";
export interface TypingEndedParams {
  readonly uri: string;
}

/**
 * Request `capOperator/effectiveHover`, with the parameters of `textDocument/hover`: only what takes effect instead of the value
 * at a position. For a client in which another YAML extension shows the rest.
 */
export const EFFECTIVE_HOVER_REQUEST = "capOperator/effectiveHover";

/** Request `capOperator/snippets`: what can be inserted at a position. */
export const SNIPPETS_REQUEST = "capOperator/snippets";
export interface SnippetsParams extends EditorLayout {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}
export interface SnippetOffer {
  readonly name: string;
  readonly description: string;
  /** Whether the snippet fits at the requested position; the others go to the end of the file's top level. */
  readonly fits: boolean;
  /** Where to insert, and the snippet text (LSP snippet syntax) with the indentation of that place. */
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly body: string;
}

/** Request `capOperator/defaultsDocument`: the chart's documented defaults as YAML text. */
export const DEFAULTS_DOCUMENT_REQUEST = "capOperator/defaultsDocument";
export interface DefaultsDocumentParams {
  readonly kind: DocumentKind;
  /** Whether each key has its documentation as a comment above it. */
  readonly comments: boolean;
  /** A published version of the chart; without it, the chart of the specification. */
  readonly chart?: string;
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

/** Request `capOperator/formattingObstacle`: why a document cannot be formatted; `null` if it can. */
export const FORMATTING_OBSTACLE_REQUEST = "capOperator/formattingObstacle";
export interface FormattingObstacleParams {
  readonly textDocument: { readonly uri: string };
}
export interface FormattingObstacle {
  /** What follows "because". */
  readonly reason: string;
  readonly range: SnippetOffer["range"];
}

/** Request `capOperator/releases`: the releases of the settings that name a file, or all of them. */
export const RELEASES_REQUEST = "capOperator/releases";
export interface ReleasesParams {
  readonly uri?: string;
}
export interface ReleaseSummary {
  /** What requests identify it by, and what can be shown to users: its name, with namespace and context if others share the name. */
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly chart?: string;
  readonly version?: string;
  readonly kubeContext?: string;
  /** Addresses of its values files, in order. */
  readonly values: readonly string[];
  /** The address of the file of the project that describes it; absent if the client's settings do. */
  readonly from?: string;
  /** Its `--set` entries; the order of different flags has no meaning to Helm. */
  readonly sets: readonly SetEntry[];
}

/**
 * Notification `capOperator/releasesChanged` (server to client): other settings count than before, so the releases may be others. Only
 * for a client that has asked for releases.
 */
export const RELEASES_CHANGED_NOTIFICATION = "capOperator/releasesChanged";

/** Values that belong together: those of a release, or of one file alone over the chart's defaults. */
export type ValuesOf =
  | {
      /** The `id` of a release. */
      readonly release: string;
    }
  | { readonly uri: string };

/** Request `capOperator/effectiveValues`: what the operator will run with, as text. */
export const EFFECTIVE_VALUES_REQUEST = "capOperator/effectiveValues";
export interface EffectiveValuesParams {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
  /** `annotated` when it is absent; `defaults` are those of the chart that the values are for, without origins. */
  readonly form?: EffectiveForm | "defaults";
  /** The chart that they are shown with, in the form `plain`; their own when it is absent. */
  readonly chart?: UpgradeTarget;
}
export interface EffectiveValuesDocument {
  /** YAML; except in the form `plain`, with the origin of each value as a comment after it. */
  readonly text: string;
  /** One sentence if there are no values to show: no such release, or not a values file. `text` contains it as well. */
  readonly problem?: string;
  /** The comments in `text` that name an origin other than the chart's defaults. */
  readonly origins: readonly EffectiveOrigin[];
}

/**
 * Request `capOperator/effectiveOrigin`: where the value on a line of such a text comes from and what it replaced, as Markdown;
 * `null` if the line has no value.
 */
export const EFFECTIVE_ORIGIN_REQUEST = "capOperator/effectiveOrigin";
export interface EffectiveOriginParams extends EffectiveValuesParams {
  readonly line: number;
}

/**
 * Notification `capOperator/entryProblems` (server to client): everything that is wrong with release entries, and with charts that the settings name, replacing what was
 * sent before. Only for a client that says that it shows them.
 */
export const ENTRY_PROBLEMS_NOTIFICATION = "capOperator/entryProblems";
export interface EntryProblemsParams {
  readonly problems: readonly ReportedEntry[];
  /** What the editor's settings name as a chart and cannot be used. */
  readonly settings: readonly ReportedChart[];
}
/** A chart or version in the settings: of a release, or of all that has none of its own. */
export interface ReportedChart extends Pick<ReportedEntry, "severity" | "message"> {
  readonly release?: ReportedEntry["release"];
  readonly key: "chart" | "version";
  /** What is written there. */
  readonly value: string;
}
export interface ReportedEntry extends SetEntry {
  /** What distinguishes its release from the others in the settings. */
  readonly release: { readonly name: string; readonly namespace?: string; readonly kubeContext?: string };
  /** Addresses of the release's values files. */
  readonly files: readonly string[];
  readonly severity: ValuesProblem["severity"];
  readonly code?: string;
  /** Where the rule is described. */
  readonly href?: string;
  readonly message: string;
  /** The message together with the release and the entry, for places where they are not visible. */
  readonly sentence: string;
}

/** Notification `capOperator/effectiveValuesChanged` (server to client): texts asked for earlier may be out of date. */
export const EFFECTIVE_VALUES_CHANGED_NOTIFICATION = "capOperator/effectiveValuesChanged";

/** Request `capOperator/problems`: the diagnostics of all values files of a release, or of one file, which may be an operator resource. */
export const PROBLEMS_REQUEST = "capOperator/problems";
export interface ValuesProblem {
  /** Address of the file; absent for problems with the release itself. */
  readonly uri?: string;
  readonly range?: SnippetOffer["range"];
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code?: string;
  readonly message: string;
  /** Set for an error that Helm and the API server may accept all the same. */
  readonly isUnproven?: true;
}

/** Request `capOperator/valuesFacts`: what effective values say about the cluster that they are installed into. */
export const VALUES_FACTS_REQUEST = "capOperator/valuesFacts";
export interface ValuesFactsParams {
  /** Absent: the chart's defaults alone. */
  readonly of?: ValuesOf;
}

/** Request `capOperator/valueOrigins`: where the values at paths come from; one answer for each path, in the order given. */
export const VALUE_ORIGINS_REQUEST = "capOperator/valueOrigins";
export interface ValueOriginsParams {
  readonly of: ValuesOf;
  /** Keys and indexes from the top of the chart's values. */
  readonly paths: readonly (readonly (string | number)[])[];
}

/** Request `capOperator/setValues`: edits that set values in an open file. */
export const SET_VALUES_REQUEST = "capOperator/setValues";
export interface SetValuesParams {
  readonly uri: string;
  readonly values: readonly { readonly path: string; readonly value: string }[];
}

/** Request `capOperator/helmFound`: tells the server the major version that `helm version` has just printed. */
export const HELM_FOUND_REQUEST = "capOperator/helmFound";
export interface HelmFoundParams {
  readonly major: number;
}

/**
 * Request `capOperator/resourceDefinition`: tells the server the custom resource definition of the operator resource, as a manifest of
 * any number of documents has it. It counts for operator resources of its group from now on.
 */
export const RESOURCE_DEFINITION_REQUEST = "capOperator/resourceDefinition";
export interface ResourceDefinitionParams {
  /** Where the text comes from, for people; a later text from there replaces it. */
  readonly source: string;
  readonly text: string;
}

/** Request `capOperator/clusterNames`: tells the server names that exist in a cluster, for completion. */
export const CLUSTER_NAMES_REQUEST = "capOperator/clusterNames";

/**
 * Request `capOperator/stored` of the server to the client: what is at an address that the server cannot read itself. The client answers
 * only for what is in one of its open folders.
 */
export const STORED_REQUEST = "capOperator/stored";
export interface StoredParams {
  readonly uri: string;
  /** How many bytes of a file the answer may have at most. */
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

/** The first message to a server in a worker: what it would read of the package if it had a disk. */
export interface WebServerStart {
  readonly version: string;
  /** The address of the pages of the documentation, with a slash at its end. */
  readonly docsUrl: string;
  /** The texts of `PACKAGED_FILES` by their paths in the package; one that is absent could not be read. */
  readonly files: Readonly<Record<string, string>>;
  /** The sentences of the package in the language of the editor, by the English ones; none where that is English. */
  readonly translations: Record<string, string>;
}
