import { URI } from "vscode-uri";
import type { HostFiles } from "./lsp/editor/stored-files.ts";
import { DiskChartFiles } from "./workspace/charts/disk-chart-files.ts";
import { valuesMove } from "./workspace/embedded/values-apart.ts";
import { diskReach } from "./workspace/files/disk-reach.ts";
import { DiskValuesFiles } from "./workspace/files/disk-values-files.ts";
import { type MayRead, nothing } from "./workspace/files/reach.ts";
import { findTargets } from "./workspace/files/targets.ts";
import { addressOf, FilesAsDocuments } from "./workspace/open/disk-workspace.ts";
import { diskProjectPlaces } from "./workspace/settings/disk-projects.ts";

/** The files of a language server on a machine: each is read where `reach` and the open folders allow it. Nothing is written. */
export const DISK_FILES: HostFiles = {
  charts: (holds) => new DiskChartFiles(holds),
  valuesFiles: (mayRead) => new DiskValuesFiles(mayRead),
  projectPlaces: diskProjectPlaces,
  valuesMove,
  reach: diskReach,
  closed(isLookedAt) {
    let mayRead: MayRead = nothing;
    const documents = new FilesAsDocuments(isLookedAt, (file) => mayRead(file));
    return {
      documents,
      find(folders) {
        const [first, ...others] = folders.map((folder) => URI.parse(folder).fsPath);
        if (first === undefined) return [];
        const { files, access } = findTargets([first, ...others], [first, ...others]);
        mayRead = access.mayRead;
        return files.map(addressOf);
      },
    };
  },
};
