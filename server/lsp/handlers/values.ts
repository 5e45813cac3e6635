import { PROBLEMS, VALUE_ORIGINS, VALUES_FACTS, VALUES_FILE } from "../protocol.ts";
import { requiredStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { otherChart } from "./charts.ts";
import { valuesProblems } from "./problems.ts";

/** Answers the questions before an installation. */
export function serveValues(state: ServerState): void {
  const { requests, service, workspace } = state;
  requests.serve(PROBLEMS, "Problems", (values) => valuesProblems(state, values));
  requests.serve(VALUES_FACTS, "Facts of values", async ({ of }) =>
    service.valuesFacts(await requiredStack(state, of)),
  );
  requests.serve(VALUES_FILE, "Values file of a release", async ({ chart, ...release }) =>
    service.valuesFile(release, chart && (await otherChart(workspace.charts, chart))),
  );
  requests.serve(VALUE_ORIGINS, "Origins of values", async ({ of, paths }) =>
    service.valueOrigins(await requiredStack(state, of), paths),
  );
}
