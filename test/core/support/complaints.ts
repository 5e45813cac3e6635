import { type HelmComplaint, helmComplaints, helmError } from "../../../server/core/values/helm-verdict.ts";

/** What is made of all that Helm wrote about a chart; nothing if that is not about its values. */
export function complaintsIn(
  written: string,
  chart: Parameters<typeof helmComplaints>[1],
): readonly HelmComplaint[] {
  const found = helmError(written);
  return found && "error" in found ? helmComplaints(found.error, chart) : [];
}
