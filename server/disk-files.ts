import type { HostFiles } from "./lsp/stored-files.ts";
import { DiskChartFiles } from "./workspace/disk-chart-files.ts";
import { diskProjectPlaces } from "./workspace/disk-projects.ts";
import { diskReach } from "./workspace/disk-reach.ts";
import { DiskValuesFiles } from "./workspace/disk-values-files.ts";

/** The files of a language server on a machine: each is read where `reach` and the open folders say so. Nothing is written. */
export const DISK_FILES: HostFiles = {
  charts: (holds) => new DiskChartFiles(holds),
  valuesFiles: (mayRead) => new DiskValuesFiles(mayRead),
  projectPlaces: diskProjectPlaces,
  reach: diskReach,
};
