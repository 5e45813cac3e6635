import { CLUSTER_NAMES, HELM_FOUND, RESOURCE_DEFINITION } from "../protocol.ts";
import { readClusterNames } from "../state/cluster-names.ts";
import type { ServerState } from "../state/state.ts";

/** Stores what the client reports of its machine and of clusters. */
export function serveClientReports(state: ServerState): void {
  const { requests, workspace, names } = state;
  requests.serve(HELM_FOUND, "The version of Helm", ({ major }) => {
    if (workspace.helmFound(major)) state.changed();
    return null;
  });
  requests.serve(RESOURCE_DEFINITION, "The definition of the operator resource", ({ source, text }) => {
    workspace.definitions.add({ source, text });
    return null;
  });
  requests.serve(CLUSTER_NAMES, "Names of a cluster", (sent) => {
    names.report(readClusterNames(sent));
    return null;
  });
}
