import type { ChartRef } from "../cli/release.ts";
import type { ChartArchive, RunOptions } from "../installation-ports.ts";
import { call } from "../operation/run-invocation.ts";
import type { Ports } from "../ports.ts";
import { chartKind } from "./chart-kind.ts";
import { packChart, pullChart } from "./fetch-chart.ts";

/**
 * Keeps a chart as an archive that nobody else changes: everything afterwards reads that one, so that a folder that is edited
 * or a tag that is moved between question and run makes no difference. Throws what Helm says when it cannot be had.
 */
export function pinChart(ports: Ports, chart: ChartRef, options: RunOptions): Promise<ChartArchive> {
  return ports.charts.keep(async (folder) => {
    if (chartKind(chart.ref) !== "path") await call(ports, pullChart(chart, folder), options);
    else if ((await ports.files.kind(chart.ref)) === "folder")
      await call(ports, packChart(chart.ref, folder), options);
    else await ports.charts.copy(chart.ref, folder);
  });
}
