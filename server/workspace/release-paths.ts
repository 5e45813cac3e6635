import { existsSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { Release } from "../core/settings.ts";
import { pathInside } from "./workspace-folders.ts";

/** The places where a values file of a release may be; the first that exists is used. */
export interface Candidates {
  readonly uris: readonly string[];
  /** Why none of them is read from disk, as the end of a sentence. An open document is used all the same. */
  readonly problem?: string;
}

/** An address in the one spelling that is used for comparison. */
export function sameSpelling(uri: string): string {
  return URI.parse(uri).toString();
}

/** The path of a file by its address, or the address if it is not on the disk. */
export function shownFile(uri: string): string {
  const { scheme, fsPath } = URI.parse(uri);
  return scheme === "file" ? fsPath : uri;
}

/**
 * Where a values file may be: a relative path is tried in each workspace folder in turn. Nothing outside the folders is read, so
 * that a workspace's settings cannot reach for it; without a folder, the settings are the user's own. The comment in a file is not,
 * so no other machine is asked: on Windows, to read `\\host\share` sends it what the user signs in with.
 */
export function candidatesOf(name: string, folders: readonly string[]): Candidates {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(name)) {
    return { uris: [], problem: l10n.t("is an address; only files on this machine are read") };
  }
  if (name.includes("\0")) return { uris: [], problem: l10n.t("is not a path") };
  const onDisk = folders.filter((folder) => URI.parse(folder).scheme === "file");
  if (onDisk.length === 0 && /^[\\/]{2}/.test(name)) {
    return { uris: [], problem: l10n.t("is on another machine; only files on this machine are read") };
  }
  if (path.isAbsolute(name)) return inside([URI.file(path.normalize(name)).toString()], onDisk);
  if (onDisk.length === 0) {
    return { uris: [], problem: l10n.t("is a relative path, but no folder is open to resolve it") };
  }
  const joined = onDisk.map((folder) => URI.file(path.join(URI.parse(folder).fsPath, name)).toString());
  return inside(joined, onDisk);
}

/** What a setting of a project names, from its folder on: the absolute path if there is something at it, else what is written. */
export function fromRoot(root: string, named: string): string {
  const at = path.resolve(URI.parse(root).fsPath, named);
  return !/^[a-z][a-z\d+.-]+:\/\//i.test(named) && !named.includes("\0") && existsSync(at) ? at : named;
}

function inside(uris: readonly string[], folders: readonly string[]): Candidates {
  if (folders.length === 0) return { uris };
  const reachable = uris.filter((uri) => folders.some((folder) => pathInside(folder, uri) !== undefined));
  return reachable.length > 0
    ? { uris: reachable }
    : {
        uris,
        problem: l10n.t("is outside the workspace, so it is not read; add its folder to the workspace"),
      };
}

/** Every address that a values file of a release may have. */
export function addressesOf(release: Release, folders: readonly string[]): string[] {
  return release.values.flatMap((name) => candidatesOf(name, folders).uris);
}
