import { readClientDefinition } from "../../workspace/resource-definitions.ts";
import { readClusterNames } from "../cluster-names.ts";
import {
  CLUSTER_NAMES_REQUEST,
  HELM_FOUND_REQUEST,
  type HelmFoundParams,
  RESOURCE_DEFINITION_REQUEST,
} from "../protocol.ts";
import { invalid } from "../requests.ts";
import type { ServerState } from "../state.ts";

/** Stores what the client reports of its machine and of clusters. */
export function serveClientReports(state: ServerState): void {
  const { requests, workspace, names } = state;
  requests.serve<HelmFoundParams>(HELM_FOUND_REQUEST, "The version of Helm", ({ major }): null => {
    if (workspace.helmFound(major)) state.changed();
    return null;
  });
  requests.serve(RESOURCE_DEFINITION_REQUEST, "The definition of the operator resource", (params): null => {
    const definition = readClientDefinition(params);
    if (definition === undefined) throw invalid("the text of a definition and where it comes from");
    workspace.definitions.add(definition);
    return null;
  });
  requests.serve(CLUSTER_NAMES_REQUEST, "Names of a cluster", (params): null => {
    const sent = readClusterNames(params);
    if (sent === undefined) throw invalid("the names of a cluster and the context they were read from");
    names.report(sent);
    return null;
  });
}
