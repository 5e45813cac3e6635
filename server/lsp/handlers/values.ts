import { listOf, optional, shape, table, text } from "../protocol/shapes.ts";
import {
  PROBLEMS_REQUEST,
  VALUE_ORIGINS_REQUEST,
  VALUES,
  VALUES_FACTS_REQUEST,
  VALUES_FILE_REQUEST,
  type ValueOrigin,
  type ValuesFacts,
  type ValuesFile,
} from "../protocol.ts";
import { requiredStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { otherChart, TARGET } from "./charts.ts";
import { valuesProblems } from "./problems.ts";

/** Answers the questions before an installation. */
export function serveValues(state: ServerState): void {
  const { requests, service, workspace } = state;
  requests.any(PROBLEMS_REQUEST, "Problems", VALUES, (values) => valuesProblems(state, values));
  requests.any(
    VALUES_FACTS_REQUEST,
    "Facts of values",
    table({ of: optional(VALUES) }),
    async ({ of }): Promise<ValuesFacts> => service.valuesFacts(await requiredStack(state, of)),
  );
  const installed = { listed: text("the chart of a release"), values: text("its values") };
  requests.any(
    VALUES_FILE_REQUEST,
    "Values file of a release",
    table({ ...installed, chart: optional(TARGET) }),
    async ({ chart, ...release }): Promise<ValuesFile> =>
      service.valuesFile(release, chart && (await otherChart(workspace.charts, chart))),
  );
  const segment = shape<string | number>("", (one) => typeof one === "string" || typeof one === "number");
  requests.any(
    VALUE_ORIGINS_REQUEST,
    "Origins of values",
    table({ of: VALUES, paths: listOf(listOf(segment, ""), "values and paths in them") }),
    async ({ of, paths }): Promise<ValueOrigin[]> => [
      ...service.valueOrigins(await requiredStack(state, of), paths),
    ],
  );
}
