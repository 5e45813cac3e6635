import { URI, Utils } from "vscode-uri";

/*
 * What the server uses of `node:path`, where no system has paths of its own: those of addresses, with forward slashes. Other paths than
 * absolute ones are only joined to such.
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
