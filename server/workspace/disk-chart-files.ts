import { URI } from "vscode-uri";
import { ChartFilesIn } from "./chart-files.ts";
import { diskTree } from "./disk-tree.ts";
import type { HoldsForChart } from "./reach.ts";

/** Looks for charts on the disk. */
export class DiskChartFiles extends ChartFilesIn {
  /** `holds` tells which files of a chart may be read. `mayBeThere` is as for `diskTree`. */
  constructor(holds: HoldsForChart, mayBeThere?: (file: string) => boolean) {
    const address = (file: string) => URI.file(file).toString();
    super(diskTree((file, chart) => holds(address(file), address(chart)), mayBeThere));
  }
}
