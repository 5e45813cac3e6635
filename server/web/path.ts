import { URI, Utils } from "vscode-uri";

/*
 * The functions of `node:path` that the server uses, for a host without paths of a system: paths of addresses, with forward slashes. Relative
 * paths are only joined to absolute ones.
 */

const ROOT = URI.from({ scheme: "file", path: "/" });

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

export function normalize(path: string): string {
  return join(path);
}

export function join(first: string, ...others: readonly string[]): string {
  return Utils.joinPath(ROOT, first, ...others).path;
}

export default { isAbsolute, normalize, join };
