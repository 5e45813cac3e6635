import type { ValuesFacts } from "../../../server/lsp/protocol.ts";
import type { Permission } from "../../cli/kubectl.ts";
import type { ClusterObject } from "../cluster-object.ts";
import type { IngressGateway } from "../gateway.ts";
import type { Issuer } from "../issuers.ts";
import type { Reading } from "../reading.ts";

/** How a prerequisite is. */
export type PrerequisiteState =
  | "there"
  | "missing"
  | "wrong version"
  | "does not fit the values"
  | "not ready"
  | "not needed"
  | "not checked";

/** Something that a cluster must have before the operator is installed (spec section 2.1). */
export interface Prerequisite {
  readonly title: string;
  readonly state: PrerequisiteState;
  /** What was found, or why nothing was looked at. */
  readonly found: string;
  /** Why an installation needs it. */
  readonly why: string;
  /** What to do, where something is to be done. */
  readonly next?: string;
  /** Why an installation fails without it for certain: a kind that the chart creates, or a right that it takes. */
  readonly stops?: "kind" | "permission";
}

/** Everything that was asked of the cluster; each question may have stayed without an answer. */
export interface PrerequisiteReadings {
  /** API groups and versions, such as `networking.istio.io/v1`. */
  readonly apiVersions: Reading<readonly string[]>;
  /** The resources of API versions by their names; no resources where a version is not served. */
  readonly resources: Readonly<Record<string, Reading<readonly string[]>>>;
  /** Deployments of the mesh's control plane in all namespaces. */
  readonly controlPlanes: Reading<readonly ClusterObject[]>;
  readonly gateways: Reading<readonly IngressGateway[]>;
  /** Issuers by the value of `certificateManager`; absent for what the cluster does not know. */
  readonly issuers: Readonly<Record<string, Reading<readonly Issuer[]>>>;
  readonly permissions: readonly { readonly permission: Permission; readonly allowed: Reading<boolean> }[];
}

/** What the values ask of the cluster, and where they are to be installed. */
export interface Needs extends ValuesFacts {
  /** Namespace of the release. */
  readonly namespace: string;
}

/** The API groups among API versions. */
export function servedGroups(apiVersions: readonly string[]): Set<string> {
  return new Set(apiVersions.map((apiVersion) => apiVersion.replace(/\/.*$/, "")));
}
