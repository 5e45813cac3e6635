import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI, Utils } from "vscode-uri";
import { placeIn } from "../../core/embedded/place.ts";
import type { Release } from "../../core/settings.ts";
import { pathInside } from "./workspace-folders.ts";

/** The places where a values file of a release may be; the first that exists is used. */
export interface Candidates {
  readonly uris: readonly string[];
  /** The reason why none of them is read from disk, as the end of a sentence. An open document is used all the same. */
  readonly problem?: string;
}

/** An address in the one spelling that is used for comparison. */
export function sameSpelling(uri: string): string {
  return URI.parse(uri).toString();
}

/** The folder that a file is in, in that spelling. */
export function folderOf(uri: string): string {
  return sameSpelling(Utils.dirname(URI.parse(uri)).toString());
}

/** The last part of the path of an address. */
export function shownName(uri: string): string {
  return Utils.basename(URI.parse(uri));
}

/** The path of a file by its address, or the address if it is not on the disk. */
export function shownFile(uri: string): string {
  const { scheme, fsPath } = URI.parse(uri);
  return scheme === "file" ? fsPath : uri;
}

/**
 * The places where a values file may be: a relative path is tried in each workspace folder in turn. Nothing outside the folders is read, so that a
 * workspace's settings cannot reach for it (`bounds` are the repositories around them, where the host looks for these); without a folder, the
 * settings are the user's own. The comment in a file may come from others, so no other machine is asked: on Windows, to read `\\host\share` sends it
 * what the user signs in with.
 */
export function candidatesOf(
  name: string,
  folders: readonly string[],
  bounds: readonly string[] = folders,
): Candidates {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(name)) {
    return { uris: [], problem: l10n.t("is an address; only files on this machine are read") };
  }
  if (name.includes("\0")) return { uris: [], problem: l10n.t("is not a path") };
  if (folders.length === 0 && /^[\\/]{2}/.test(name)) {
    return { uris: [], problem: l10n.t("is on another machine; only files on this machine are read") };
  }
  if (path.isAbsolute(name)) return inside([URI.file(path.normalize(name)).toString()], bounds);
  if (folders.length === 0) {
    return { uris: [], problem: l10n.t("is a relative path, but no folder is open to resolve it") };
  }
  return inside(
    folders.map((folder) => addressIn(folder, name)),
    bounds,
  );
}

/** The address of a relative path from a folder. On the disk, the path is one of the operating system. */
export function addressIn(folder: string, name: string): string {
  const address = URI.parse(folder);
  if (address.scheme === "file") return URI.file(path.join(address.fsPath, name)).toString();
  return Utils.joinPath(address, name).toString();
}

/** The places of a file with this address: none but its own, which is read if it is in one of the folders. */
export function candidatesAt(uri: string, folders: readonly string[]): Candidates {
  const { scheme, fsPath } = URI.parse(uri);
  return scheme === "file" ? candidatesOf(fsPath, folders) : inside([sameSpelling(uri)], folders);
}

/** The places of a file that another one names by a path from its folder. */
export function candidatesBeside(uri: string, name: string, folders: readonly string[]): Candidates {
  const folder = Utils.dirname(URI.parse(uri)).toString();
  return path.isAbsolute(name) ? { uris: [] } : candidatesAt(addressIn(folder, name), folders);
}

function inside(uris: readonly string[], folders: readonly string[]): Candidates {
  if (folders.length === 0) return { uris };
  const reachable = uris.filter((uri) => folders.some((folder) => pathInside(folder, uri) !== undefined));
  return reachable.length > 0 ? { uris: reachable } : { uris, problem: outside() };
}

/** The end of a sentence: a file that settings name is elsewhere, so it is not read. */
export function outside(): string {
  return l10n.t("is outside the workspace and its repository, so it is not read");
}

/** Every address that a values file of a release may have. */
export function addressesOf(
  release: Release,
  folders: readonly string[],
  bounds: readonly string[],
): string[] {
  return release.values.flatMap(filesMeant).flatMap((name) => candidatesOf(name, folders, bounds).uris);
}

/** The files that the name of a source may mean, of which the first that exists counts: the name itself, or its part before a place. */
export function filesMeant(name: string): readonly string[] {
  const { file } = placeIn(name) ?? {};
  return file === undefined ? [name] : [name, file];
}
