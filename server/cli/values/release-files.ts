import { existsSync } from "node:fs";
import { URI } from "vscode-uri";
import { TRUSTED_REACH } from "../../workspace/files/disk-reach.ts";
import { candidatesOf, filesMeant } from "../../workspace/files/release-paths.ts";
import { addressOf } from "../../workspace/open/disk-workspace.ts";
import type { KnownRelease } from "../../workspace/releases/release-identity.ts";

/**
 * The values files of releases that exist or have a text, each once, in the order in which they are first named. Missing files are reported with the
 * release.
 */
export function valuesFilesOf(
  releases: readonly KnownRelease[],
  folders: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): string[] {
  const within = folders.map(addressOf);
  const bounds = within.map((folder) => TRUSTED_REACH.around(folder));
  const files = releases.flatMap(({ values }) =>
    values.flatMap((name) => {
      const all = filesMeant(name).map((file) => candidatesOf(file, within, bounds));
      const uris = all.flatMap(({ uris, problem }) => (problem === undefined ? uris : []));
      const found = uris
        .map((uri) => URI.parse(uri).fsPath)
        .find((file) => texts.has(file) || existsSync(file));
      return found !== undefined && TRUSTED_REACH.holds(addressOf(found), bounds) ? [found] : [];
    }),
  );
  return [...new Set(files)];
}
