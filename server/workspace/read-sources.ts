import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { objectIn, type ReadSources, sourcesOf, unreadable } from "./package-sources.ts";

/** Reads schemas and snippets from the package's folder. Never throws. */
export function readSources(packageFolder: string): ReadSources {
  const docsUrl = `${pathToFileURL(path.join(packageFolder, "dist/docs"))}/`;
  return sourcesOf((file) => readObject(path.join(packageFolder, file)), docsUrl);
}

/** The version in the package's manifest, or `unknown`. */
export function readVersion(packageFolder: string): string {
  const manifest = readObject(path.join(packageFolder, "package.json"));
  return typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "unknown";
}

/** The public address of the project, from the `homepage` in the package's manifest; nothing while it has none. */
export function readProjectAddress(packageFolder: string): string | undefined {
  const manifest = readObject(path.join(packageFolder, "package.json"));
  if (typeof manifest !== "object" || !("homepage" in manifest)) return undefined;
  return String(manifest.homepage).replace(/#.*$/s, "");
}

/** The object in a JSON file, or a sentence that says what is wrong with the file. */
function readObject(file: string): object | string {
  try {
    return objectIn(file, readFileSync(file, "utf8"));
  } catch (error) {
    return unreadable(file, error);
  }
}
