import type { ChartRef } from "../cli/release.ts";
import type { ChartArchive } from "../installation-ports.ts";
import type { Step } from "../operation/operation.ts";
import { chartKind } from "./chart-kind.ts";
import { packChart, pullChart } from "./fetch-chart.ts";

/**
 * Keeps a chart as an archive that nobody else changes: everything afterwards reads that one, so that a folder that is edited
 * or a tag that is moved between question and run makes no difference. Throws what Helm says when it cannot be had.
 */
export function pinChart(step: Step, chart: ChartRef): Promise<ChartArchive> {
  return step.charts.keep(async (folder) => {
    if (chartKind(chart.ref) !== "path") await step.call(pullChart(chart, folder));
    else if ((await step.files.kind(chart.ref)) === "folder") await step.call(packChart(chart.ref, folder));
    else await step.charts.copy(chart.ref, folder);
  });
}
