import { URI } from "vscode-uri";
import { diskTree } from "../files/disk-tree.ts";
import type { HoldsForChart } from "../files/reach.ts";
import { ChartFilesIn } from "./chart-files.ts";

/** Looks for charts on the disk. */
export class DiskChartFiles extends ChartFilesIn {
  /** `holds` tells which files of a chart may be read. `mayBeThere` is as for `diskTree`. */
  constructor(holds: HoldsForChart, mayBeThere?: (file: string) => boolean) {
    const address = (file: string) => URI.file(file).toString();
    super(diskTree((file, chart) => holds(address(file), address(chart)), mayBeThere));
  }
}
