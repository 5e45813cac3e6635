import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { leadsInto, realOf, repositoryAround } from "../../../server/disk/paths.ts";

/** The most files of a chart that are looked at, as when values are checked with it. */
const MOST_FILES = 20_000;

/**
 * Rejects with a readable message if the target of a link in the folder of a chart is outside of that folder and the repository around it: Helm would
 * pack what is there (Helm: `sympath.Walk` follows links), and templates could install any file of this machine. Links are followed.
 */
export async function refuseLinksOut(folder: string): Promise<void> {
  const root = await realpath(folder);
  const bounds = repositoryAround(root);
  const known = new Set([root]);
  let files = 0;
  for (const directory of known) {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      files++;
      if (files > MOST_FILES)
        throw new Error(
          l10n.t("The chart has more than {0} files, so its links cannot be checked.", MOST_FILES),
        );
      if (entry.isDirectory()) known.add(file);
      if (!entry.isSymbolicLink()) continue;
      const real = realOf(file);
      if (real === undefined || !leadsInto(file, [bounds])) {
        const shown = path.relative(root, file);
        throw new Error(
          l10n.t(
            '"{0}" is a link that leads out of the chart and its repository. Replace it with a copy.',
            shown,
          ),
        );
      }
      if ((await stat(real)).isDirectory()) known.add(real);
    }
  }
}
