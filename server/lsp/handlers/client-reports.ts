import { ANYTHING, optional, table, text } from "../protocol/shapes.ts";
import { CLUSTER_NAMES_REQUEST, HELM_FOUND_REQUEST, RESOURCE_DEFINITION_REQUEST } from "../protocol.ts";
import { readClusterNames } from "../state/cluster-names.ts";
import type { ServerState } from "../state/state.ts";

const DEFINITION = "the text of a definition and where it comes from";
/** Entries of its lists that are not names are left out. */
const CLUSTER_NAMES = table({
  context: text("the names of a cluster and the context they were read from"),
  issuers: optional(ANYTHING),
  domains: optional(ANYTHING),
  dnsTargets: optional(ANYTHING),
});

/** Stores what the client reports of its machine and of clusters. */
export function serveClientReports(state: ServerState): void {
  const { requests, workspace, names } = state;
  requests.any(HELM_FOUND_REQUEST, "The version of Helm", table({ major: ANYTHING }), ({ major }): null => {
    if (workspace.helmFound(major)) state.changed();
    return null;
  });
  requests.any(
    RESOURCE_DEFINITION_REQUEST,
    "The definition of the operator resource",
    table({ source: text(DEFINITION), text: text(DEFINITION) }),
    ({ source, text }): null => {
      workspace.definitions.add({ source, text });
      return null;
    },
  );
  requests.any(CLUSTER_NAMES_REQUEST, "Names of a cluster", CLUSTER_NAMES, (sent): null => {
    names.report(readClusterNames(sent));
    return null;
  });
}
