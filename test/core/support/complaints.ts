import { type HelmComplaint, helmComplaints, helmError } from "../../../server/core/values/helm-verdict.ts";

/** Parses Helm's output for a chart into complaints; empty if the output is not about the chart's values. */
export function complaintsIn(
  written: string,
  chart: Parameters<typeof helmComplaints>[1],
): readonly HelmComplaint[] {
  const found = helmError(written);
  return found && "error" in found ? helmComplaints(found.error, chart) : [];
}
