import { existsSync } from "node:fs";
import { URI } from "vscode-uri";
import { addressOf } from "../workspace/disk-workspace.ts";
import type { KnownRelease } from "../workspace/release-identity.ts";
import { candidatesOf } from "../workspace/release-paths.ts";

/** The values files of releases that exist, each once, in the order in which they are first named. What is missing is said with the release. */
export function valuesFilesOf(releases: readonly KnownRelease[], folders: readonly string[]): string[] {
  const within = folders.map(addressOf);
  const files = releases.flatMap(({ values }) =>
    values.flatMap((name) => {
      const { uris, problem } = candidatesOf(name, within);
      const found = uris.map((uri) => URI.parse(uri).fsPath).find((file) => existsSync(file));
      return problem === undefined && found !== undefined ? [found] : [];
    }),
  );
  return [...new Set(files)];
}
