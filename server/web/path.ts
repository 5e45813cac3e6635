import { URI, Utils } from "vscode-uri";

/**
 * What the server uses of `node:path`, where there is no system with paths of its own: those of addresses, with forward slashes. The
 * build puts it in the place of `node:path`.
 */

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

export function normalize(path: string): string {
  return isAbsolute(path) ? join(path) : join("/", path).slice(1);
}

export function join(first: string, ...others: readonly string[]): string {
  return Utils.joinPath(at(first), ...others).path;
}

export function dirname(path: string): string {
  return Utils.dirname(at(path)).path;
}

function at(path: string): URI {
  return URI.from({ scheme: "file", path: isAbsolute(path) ? path : `/${path}` });
}

export default { isAbsolute, normalize, join, dirname };
