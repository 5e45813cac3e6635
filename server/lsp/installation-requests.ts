import * as l10n from "@vscode/l10n";
import { isTable } from "../workspace/setting-types.ts";
import { readClusterNames } from "./cluster-names.ts";
import {
  CLUSTER_NAMES_REQUEST,
  type ClusterNames,
  type MissingDefaultsEdit,
  PROBLEMS_REQUEST,
  SET_VALUES_REQUEST,
  type SetValuesParams,
  VALUE_ORIGINS_REQUEST,
  VALUES_FACTS_REQUEST,
  type ValueOrigin,
  type ValueOriginsParams,
  type ValuesFacts,
  type ValuesFactsParams,
  type ValuesOf,
} from "./protocol.ts";
import { failed, invalid, type Requests } from "./requests.ts";
import { nameOf, requiredStack, valuesOf } from "./resolve-stack.ts";
import type { ServerState } from "./state.ts";
import { valuesProblems } from "./values-problems.ts";

/** Answers the questions before an installation, and stores what was found in the cluster. */
export function serveInstallationRequests(state: ServerState, requests: Requests): void {
  const { connection, service, names, open } = state;
  connection.onRequest(
    PROBLEMS_REQUEST,
    requests.any("Problems", (params: ValuesOf) => valuesProblems(state, valuesOf(params))),
  );
  connection.onRequest<ValuesFacts, never>(
    VALUES_FACTS_REQUEST,
    requests.any("Facts of values", async (params: ValuesFactsParams): Promise<ValuesFacts> => {
      const asked: unknown = params;
      const of = isTable(asked) && asked.of !== undefined ? valuesOf(asked.of) : undefined;
      return service.valuesFacts(await requiredStack(state, of));
    }),
  );
  connection.onRequest(
    VALUE_ORIGINS_REQUEST,
    requests.any("Origins of values", async (params: ValueOriginsParams): Promise<ValueOrigin[]> => {
      const asked: unknown = params;
      if (!isTable(asked) || !isPaths(asked.paths)) throw invalid("values and paths in them");
      return [...service.valueOrigins(await requiredStack(state, valuesOf(asked.of)), asked.paths)];
    }),
  );
  connection.onRequest(
    SET_VALUES_REQUEST,
    requests.any("Set values", async (params: SetValuesParams): Promise<MissingDefaultsEdit[]> => {
      const asked: unknown = params;
      if (!isTable(asked) || typeof asked.uri !== "string" || !isValuesToSet(asked.values)) {
        throw invalid("the uri of a file, and values with a path and a text");
      }
      const file = await open(asked.uri);
      if (file === undefined) throw failed(l10n.t("{0} is not open.", nameOf(asked.uri)));
      const result = service.setValues(file.analysis, asked.values);
      if ("problem" in result) throw failed(`${nameOf(asked.uri)}: ${result.problem}`);
      return [...result.edits];
    }),
  );
  connection.onRequest(
    CLUSTER_NAMES_REQUEST,
    requests.any("Names of a cluster", (params: ClusterNames): null => {
      const sent = readClusterNames(params);
      if (sent === undefined) throw invalid("the names of a cluster and the context they were read from");
      names.report(sent);
      return null;
    }),
  );
}

function isValuesToSet(values: unknown): values is SetValuesParams["values"] {
  return (
    Array.isArray(values) &&
    values.every((one) => isTable(one) && typeof one.path === "string" && typeof one.value === "string")
  );
}

function isPaths(paths: unknown): paths is ValueOriginsParams["paths"] {
  const isSegment = (one: unknown) => typeof one === "string" || typeof one === "number";
  return Array.isArray(paths) && paths.every((path) => Array.isArray(path) && path.every(isSegment));
}
