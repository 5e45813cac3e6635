import { URI } from "vscode-uri";
import { ChartFilesIn } from "./chart-files.ts";
import { diskTree } from "./disk-tree.ts";
import { anything, type HoldsForChart } from "./reach.ts";

/** Looks for charts on the disk. */
export class DiskChartFiles extends ChartFilesIn {
  /** `holds`: what may be read; everything if it is left out. `mayBeThere` is as for `diskTree`. */
  constructor(holds?: HoldsForChart, mayBeThere?: (file: string) => boolean) {
    const address = (file: string) => URI.file(file).toString();
    super(diskTree(mayBeThere, holds ? (file, chart) => holds(address(file), address(chart)) : anything));
  }
}
