import * as l10n from "@vscode/l10n";
import type { ValuesFacts } from "../../../server/lsp/protocol.ts";
import type { Permission } from "../../kubectl/calls.ts";
import type { ClusterObject } from "../../kubectl/cluster-object.ts";
import type { Reading } from "../../kubectl/reading.ts";
import type { PrerequisiteSeen, PrerequisiteState } from "../../operation/cluster-view.ts";
import type { IngressGateway } from "../gateway.ts";
import type { Issuer } from "../issuers.ts";

/** Something that a cluster must have before the operator is installed (spec section 2.1). */
export interface Prerequisite extends PrerequisiteSeen {
  /** Set if an installation certainly fails without it: because of a kind that the chart creates, or a permission that it takes. */
  readonly stops?: "kind" | "permission";
}

/** Everything that the cluster was asked; any of the questions may have gone unanswered. */
export interface PrerequisiteReadings {
  /** API groups and versions, such as `networking.istio.io/v1`. */
  readonly apiVersions: Reading<readonly string[]>;
  /** The names of the resources of each API version; empty if a version is not served. */
  readonly resources: Readonly<Record<string, Reading<readonly string[]>>>;
  /** Deployments of the mesh's control plane in all namespaces. */
  readonly controlPlanes: Reading<readonly ClusterObject[]>;
  readonly gateways: Reading<readonly IngressGateway[]>;
  /** Issuers by their API group; absent for managers that the cluster does not know. */
  readonly issuers: Readonly<Record<string, Reading<readonly Issuer[]>>>;
  readonly permissions: readonly { readonly permission: Permission; readonly allowed: Reading<boolean> }[];
}

/** The requirements of values on a cluster, with the namespace of their release. */
export interface Needs extends ValuesFacts {
  /** Namespace of the release. */
  readonly namespace: string;
}

export function stateText(state: PrerequisiteState): string {
  switch (state) {
    case "met":
      return l10n.t("met");
    case "missing":
      return l10n.t("missing");
    case "wrong-version":
      return l10n.t("wrong version");
    case "other-values":
      return l10n.t("does not match the values");
    case "not-ready":
      return l10n.t("not ready");
    case "not-needed":
      return l10n.t("not needed");
    case "not-checked":
      return l10n.t("not checked");
  }
}

/** The API groups among API versions. */
export function servedGroups(apiVersions: readonly string[]): Set<string> {
  return new Set(apiVersions.map((apiVersion) => apiVersion.replace(/\/.*$/s, "")));
}
