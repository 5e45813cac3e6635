import { URI } from "vscode-uri";
import { pathInside } from "./workspace-folders.ts";

/** Bounds for the paths that settings name, in terms of a host's files. */
export interface Reach {
  /** The folder in which the settings of a folder may name files: the repository around it, or the folder itself. */
  around(folder: string): string;
  /** Tells if an address is in one of some folders, with all links followed. True if nothing is there. */
  holds(uri: string, bounds: readonly string[]): boolean;
}

/** Tells if an address may be read for the chart in a folder or an archive. */
export type HoldsForChart = (uri: string, chart: string) => boolean;

/**
 * The reach of a chart's files: links in it are followed inside the open folders and the repositories around them. Of a chart that is elsewhere, or
 * that a person gave, its own folder and the repository around that count as well.
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
    const extra = given.find((folder) => isIn(folder, chart)) ?? (isInside ? undefined : chart);
    return reach.holds(uri, extra === undefined ? bounds : [...bounds, extra, reach.around(extra)]);
  };
}

/**
 * The paths that settings may name: those in the open folders and the repositories around them, by their real paths. Without an open folder, the
 * settings are the person's own, and name any file of this machine.
 */
export function settingsReach(reach: Reach, folders: () => readonly string[]): MayRead {
  return (file) => {
    const bounds = folders().map((folder) => reach.around(folder));
    return bounds.length === 0 || reach.holds(URI.file(file).toString(), bounds);
  };
}

/** Tells if a path may be used, with all links followed. */
export type MayRead = (path: string) => boolean;

/** The same for a path in a chart; `chart` is the folder or archive of the chart. */
export type MayReadOfChart = (path: string, chart: string) => boolean;

/**
 * The files that a host may use, by their real paths. Each host makes one where it is composed; nothing that reads or writes has another one instead.
 */
export interface FileAccess {
  readonly mayRead: MayRead;
  /** Tells if a file may be written or made. */
  readonly mayWrite: MayRead;
}

/** For a host that reads whatever the person can read, and is composed with this on purpose. */
export const wholeMachine = (): boolean => true;

/** For a host that has all texts, and reads none. */
export const nothing: MayRead = () => false;
