import {
  PROBLEMS_REQUEST,
  VALUE_ORIGINS_REQUEST,
  VALUES_FACTS_REQUEST,
  type ValueOrigin,
  type ValueOriginsParams,
  type ValuesFacts,
  type ValuesFactsParams,
} from "../protocol.ts";
import { invalid } from "../requests.ts";
import { requiredStack, valuesOf } from "../resolve-stack.ts";
import type { ServerState } from "../state.ts";
import { valuesProblems } from "./problems.ts";

/** Answers the questions before an installation. */
export function serveValues(state: ServerState): void {
  const { requests, service } = state;
  requests.serve(PROBLEMS_REQUEST, "Problems", (params) => valuesProblems(state, valuesOf(params)));
  requests.serve<ValuesFactsParams>(
    VALUES_FACTS_REQUEST,
    "Facts of values",
    async ({ of }): Promise<ValuesFacts> =>
      service.valuesFacts(await requiredStack(state, of === undefined ? undefined : valuesOf(of))),
  );
  requests.serve<ValueOriginsParams>(
    VALUE_ORIGINS_REQUEST,
    "Origins of values",
    async ({ of, paths }): Promise<ValueOrigin[]> => {
      if (!isPaths(paths)) throw invalid("values and paths in them");
      return [...service.valueOrigins(await requiredStack(state, valuesOf(of)), paths)];
    },
  );
}

function isPaths(paths: unknown): paths is ValueOriginsParams["paths"] {
  const isSegment = (one: unknown) => typeof one === "string" || typeof one === "number";
  return Array.isArray(paths) && paths.every((path) => Array.isArray(path) && path.every(isSegment));
}
