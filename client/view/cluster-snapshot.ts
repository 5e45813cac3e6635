import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { ComponentState } from "../cluster/components.ts";
import type { PrerequisiteState } from "../cluster/prerequisites/prerequisite.ts";
import type { Reading } from "../cluster/reading.ts";
import type { ClusterTarget } from "../cluster/target.ts";

/** A release in the cluster. */
export interface ReleaseSeen {
  readonly release: string;
  readonly namespace: string;
  readonly status?: string;
  readonly revision?: number;
  readonly chart?: string;
}

/** An operator resource in the cluster, from which the manager installs. */
export interface ResourceSeen {
  readonly namespace: string;
  readonly name: string;
}

/** A component, and where it is. */
export interface ComponentSeen extends ComponentState {
  readonly namespace: string;
}

/** A prerequisite of an installation, and whether it is met. */
export interface PrerequisiteSeen {
  readonly title: string;
  readonly state: PrerequisiteState;
  readonly found: string;
  readonly why: string;
  readonly next?: string;
}

/** What one refresh read, part by part; a part that could not be read says why. */
export interface ClusterSnapshot {
  readonly target: ClusterTarget;
  readonly serverVersion: Reading<string>;
  readonly releases: Reading<readonly ReleaseSeen[]>;
  readonly resources: readonly ResourceSeen[];
  readonly components: Reading<readonly ComponentSeen[]>;
  /** Absent while they are being checked. */
  readonly prerequisites?: Reading<readonly PrerequisiteSeen[]>;
  /** What else could not be checked, one sentence each. */
  readonly notChecked: readonly string[];
}

/** What the view shows: the releases of the settings at any time; a cluster only after somebody asked for it. */
export interface ViewState {
  readonly settings: readonly ReleaseSummary[];
  readonly snapshot?: ClusterSnapshot;
  /** When the snapshot was read, for people. */
  readonly at?: string;
  /** Why the last refresh read nothing. */
  readonly problem?: string;
}
