import { ChartFilesIn } from "./chart-files.ts";
import { diskTree } from "./disk-tree.ts";

/** Looks for charts on the disk. */
export class DiskChartFiles extends ChartFilesIn {
  /** As for `diskTree`. */
  constructor(...tree: Parameters<typeof diskTree>) {
    super(diskTree(...tree));
  }
}
