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

/** Whether a path may be read, wherever links lead from it. */
export type MayRead = (path: string) => boolean;

/** The same for what is in a chart, of which `chart` is the folder or archive. */
export type MayReadOfChart = (path: string, chart: string) => boolean;

/** For hosts that read whatever the person can read. */
export const anything: MayRead = () => true;
