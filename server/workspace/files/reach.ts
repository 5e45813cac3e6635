import { URI } from "vscode-uri";
import { pathInside } from "./workspace-folders.ts";

/** Where the paths that settings name may lead, as a host has its files. */
export interface Reach {
  /** The folder in which the settings of a folder may name files: the repository around it, or the folder itself. */
  around(folder: string): string;
  /** Whether what has an address is in one of some folders, wherever links lead. What does not exist is. */
  holds(uri: string, bounds: readonly string[]): boolean;
}

/** Whether what has an address may be read for the chart in a folder or an archive. */
export type HoldsForChart = (uri: string, chart: string) => boolean;

/**
 * The reach of what is in a chart: links in it are followed inside the open folders and the repositories around them. Of a chart that is
 * elsewhere, or that a person gave, its own folder and the repository around that count as well.
 */
export function chartReach(
  reach: Reach,
  folders: () => readonly string[],
  given: readonly string[] = [],
): HoldsForChart {
  const isIn = (folder: string, uri: string) => folder === uri || pathInside(folder, uri) !== undefined;
  return (uri, chart) => {
    const bounds = folders().map((folder) => reach.around(folder));
    const isInside = bounds.some((bound) => isIn(bound, chart));
    const own = given.find((one) => isIn(one, chart)) ?? (isInside ? undefined : chart);
    return reach.holds(uri, own === undefined ? bounds : [...bounds, own, reach.around(own)]);
  };
}

/**
 * What may be read that settings name: what is in the open folders and the repositories around them, by its real path. Without an open
 * folder, the settings are the person's own, and name any file of this machine.
 */
export function settingsReach(reach: Reach, folders: () => readonly string[]): MayRead {
  return (file) => {
    const bounds = folders().map((folder) => reach.around(folder));
    return bounds.length === 0 || reach.holds(URI.file(file).toString(), bounds);
  };
}

/** Whether something may be done with a path, wherever links lead from it. */
export type MayRead = (path: string) => boolean;

/** The same for what is in a chart, of which `chart` is the folder or archive. */
export type MayReadOfChart = (path: string, chart: string) => boolean;

/**
 * What a host may do with files, by their real paths. Each host makes one where it is composed; nothing that reads or writes has another
 * one instead.
 */
export interface FileAccess {
  readonly mayRead: MayRead;
  /** Whether a file may be written or made. */
  readonly mayWrite: MayRead;
}

/** For a host that reads whatever the person can read, and says so where it is composed. */
export const wholeMachine = (): boolean => true;

/** For a host that has all texts, and reads none. */
export const nothing: MayRead = () => false;
