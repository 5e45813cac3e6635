// Requests about the releases and projects of the settings.
import type { Severity } from "../../core/wire/documents.ts";
import type { MadeProjectText, ProjectSettings, SetFlag } from "../../core/wire/releases.ts";
import { request } from "./message.ts";
import { objectIn, shape, unchecked } from "./shapes.ts";

export type { ProjectSettings } from "../../core/wire/releases.ts";

/** The releases of the settings that name a file, or all of them. */
export const RELEASES = request("capOperator/releases", {
  uri: unchecked<string | undefined>(),
}).answers<readonly ReleaseSummary[]>();
export interface ReleaseSummary {
  /** Identifies it in requests, and can be shown to users: its name, with namespace and context if others share the name. */
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly chart?: string;
  readonly version?: string;
  readonly kubeContext?: string;
  /** Addresses of its values files, in order; after a `#`, the place in one whose values are not all of it. */
  readonly values: readonly string[];
  /** The address of the file of the project that describes it; absent if the client's settings do. */
  readonly from?: string;
  /** Its `--set` entries; the order of different flags has no meaning to Helm. */
  readonly sets: readonly SetEntry[];
}

/** One value of one flag: what follows `--set`. Those of the engine also have a place if they are written in a document. */
export interface SetEntry {
  readonly flag: SetFlag;
  readonly text: string;
}

/**
 * Notification `capOperator/releasesChanged` (server to client): other settings count than before, so the releases may be others. Only
 * for a client that has asked for releases.
 */
export const RELEASES_CHANGED_NOTIFICATION = "capOperator/releasesChanged";

/**
 * Notification `capOperator/entryProblems` (server to client): everything that is wrong with release entries, and with charts that the settings name, replacing what was
 * sent before. Only for a client that declares that it shows them.
 */
export const ENTRY_PROBLEMS_NOTIFICATION = "capOperator/entryProblems";
export interface EntryProblemsParams {
  readonly problems: readonly ReportedEntry[];
  /** The charts of the editor's settings that cannot be used. */
  readonly settings: readonly ReportedChart[];
}

/** A chart or version in the settings: of a release, or of all that has none of its own; or a source of a release. */
export interface ReportedChart extends Pick<ReportedEntry, "severity" | "message"> {
  readonly release?: ReportedEntry["release"];
  readonly key: "chart" | "version" | "values";
  /** The text of the setting. */
  readonly value: string;
}
export interface ReportedEntry extends SetEntry {
  /** Distinguishes its release from the others in the settings. */
  readonly release: { readonly name: string; readonly namespace?: string; readonly kubeContext?: string };
  /** Addresses of the release's values files. */
  readonly files: readonly string[];
  readonly severity: Severity;
  readonly code?: string;
  /** The address of the page about the rule. */
  readonly href?: string;
  readonly message: string;
  /** The message together with the release and the entry, for places where they are not visible. */
  readonly sentence: string;
}

/** The settings of a project's file about what is installed, as far as nothing is set for it in the client. The client knows its own settings. */
export const PROJECT_SETTINGS = request("capOperator/projectSettings", {
  /** A file of the project; without it, the project of the first folder is meant. */
  uri: unchecked<string | undefined>(),
}).answers<ProjectSettings>();

/** The text of a project's file with settings; those that a project does not decide are left out. */
export const PROJECT_FILE_TEXT = request("capOperator/projectFile", {
  /** Nested: `{ diagnostics: { enable: true } }`. */
  settings: shape<Readonly<Record<string, unknown>>>("settings", (sent) => objectIn(sent) !== undefined),
}).answers<ProjectFileText>();
export interface ProjectFileText extends MadeProjectText {
  readonly name: string;
}
