import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { ComponentState } from "../kubectl/components.ts";
import type { Reading } from "../kubectl/reading.ts";
import type { ClusterTarget } from "../kubectl/target.ts";

/** A Helm release of the operator's chart. */
export interface HelmInstallation {
  readonly release: string;
  readonly namespace: string;
  /** The status according to Helm, such as `deployed`; absent if only the objects of the release were seen. */
  readonly status?: string;
  readonly revision?: number;
  /** Name and version of the chart, such as `cap-operator-chart-1.2.3`. */
  readonly chart?: string;
}

/** An operator resource in the cluster, from which the manager installs. */
interface ResourceSeen {
  readonly namespace: string;
  readonly name: string;
}

export interface ComponentSeen extends ComponentState {
  readonly namespace: string;
}

/** The state of a prerequisite; `other-values` if the cluster has it otherwise than the values have it. */
export type PrerequisiteState =
  | "met"
  | "missing"
  | "wrong-version"
  | "other-values"
  | "not-ready"
  | "not-needed"
  | "not-checked";

export interface PrerequisiteSeen {
  readonly title: string;
  readonly state: PrerequisiteState;
  /** The finding, or the reason for which nothing was checked. */
  readonly found: string;
  /** The reason for which an installation needs it. */
  readonly why: string;
  /** The next step, if there is something to do. */
  readonly next?: string;
}

/** The readings of one refresh, part by part; a part that could not be read has the reason. */
export interface ClusterSnapshot {
  readonly target: ClusterTarget;
  readonly serverVersion: Reading<string>;
  readonly releases: Reading<readonly HelmInstallation[]>;
  readonly resources: readonly ResourceSeen[];
  readonly components: Reading<readonly ComponentSeen[]>;
  /** Absent while they are being checked. */
  readonly prerequisites?: Reading<readonly PrerequisiteSeen[]>;
  readonly notChecked: readonly string[];
}

/** The content of the view: the releases of the settings at any time; a cluster only after a refresh or a command has read it. */
export interface ViewState {
  readonly settings: readonly ReleaseSummary[];
  readonly snapshot?: ClusterSnapshot;
  /** The time of the snapshot, for people. */
  readonly time?: string;
  /** The reason for which the last refresh read nothing. */
  readonly problem?: string;
}

/** One refresh of the view. Once it has ended, it no longer changes what is shown. */
export interface ViewReading {
  /** Aborted when another refresh began, or the person cancelled this one. */
  readonly signal: AbortSignal;
  /** Shows the readings so far. */
  show(snapshot: ClusterSnapshot): void;
  /** Explains why there is nothing to show; the previous content stays. */
  fail(sentence: string): void;
  end(): void;
}

/** The view of the cluster, for the commands that fill it. */
export interface ClusterView {
  /** Begins a refresh; one that is still running is ended. */
  begin(): ViewReading;
  /** Ends the running refresh, if there is one. */
  cancel(): void;
  /** The cluster that is shown; undefined before one was read. */
  shown(): ClusterTarget | undefined;
}
