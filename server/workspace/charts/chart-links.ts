import type { FileTree } from "../files/file-tree.ts";
import { CHART_LIMITS } from "./chart-limits.ts";

/** The reason why a chart must not be given to a program that follows every link in it, as Helm does. */
export type OutOfReach =
  /** `entry` is the path of the link from the folder of the chart. */
  | { readonly noAnswer: "leads-out"; readonly entry: string }
  /** There are too many files, or some that cannot be looked at. */
  | { readonly noAnswer: "unchecked-links" };

/** The replacement for bytes of a name that are not UTF-8. The name that Helm would read is not known then. */
export const UNREADABLE = "\ufffd";

/**
 * The reason why the chart in a folder or an archive must not be given to a program that reads everything in it; `undefined` if it may. All entries
 * count, also those that are never read here: templates take any file with `.Files`, and Helm follows links before it asks `.helmignore`
 * (https://github.com/helm/helm/blob/v4.2.4/internal/sympath/walk.go).
 */
export async function outOfReach(
  tree: FileTree,
  chart: string,
  most: number = CHART_LIMITS.entries,
): Promise<OutOfReach | undefined> {
  try {
    if (!tree.mayRead(chart, chart)) return { noAnswer: "leads-out", entry: "." };
    const { isFolder, identity } = await tree.status(chart);
    const folders = isFolder ? [""] : [];
    const known = new Set([identity]);
    let left = most;
    for (const folder of folders) {
      for await (const name of tree.names(tree.below(chart, folder))) {
        // Another name may be meant than the one that is asked about.
        if (left-- === 0 || name.includes(UNREADABLE)) return { noAnswer: "unchecked-links" };
        const entry = folder === "" ? name : `${folder}/${name}`;
        const place = tree.below(chart, entry);
        if (!tree.mayRead(place, chart)) return { noAnswer: "leads-out", entry };
        const status = await tree.status(place);
        if (!status.isFolder || known.has(status.identity)) continue;
        known.add(status.identity);
        folders.push(entry);
      }
    }
    return undefined;
  } catch {
    return { noAnswer: "unchecked-links" };
  }
}
