// Not translated: what is found before the language of the client is known, in a damaged package.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Sources } from "../core/language-service.ts";
import type { DocumentKind } from "../core/yaml/tree.ts";
import { isTable } from "./setting-types.ts";

/** The engine's data from the package, with a sentence for each file that could not be used and is empty here. */
export interface ReadSources {
  readonly sources: Sources;
  readonly problems: readonly string[];
}

/** Reads schemas and snippets from the package's folder. Never throws. */
export function readSources(packageFolder: string): ReadSources {
  const problems: string[] = [];
  const read = (file: string, missing: string): object => {
    const value = readObject(path.join(packageFolder, file));
    if (typeof value === "object") return value;
    problems.push(`${value} ${missing} until this is fixed; reinstall CAP Operator Tools.`);
    return {};
  };
  const schema = (kind: DocumentKind, files: string) =>
    read(`dist/schemas/${kind}.schema.json`, `The keys and defaults of ${files} are not known`);
  const published = read(
    "dist/schemas/published-chart.json",
    "The published versions of the chart are not known",
  );
  const project = read("dist/schemas/project.schema.json", "The settings of a project are not known");
  const snippets = (kind: DocumentKind) => read(`snippets/${kind}.json`, "Its snippets are missing");
  const sources = {
    schemas: { values: schema("values", "values files"), operator: schema("operator", "operator resources") },
    published,
    project,
    snippets: { values: snippets("values"), operator: snippets("operator") },
    docsUrl: `${pathToFileURL(path.join(packageFolder, "dist/docs"))}/`,
  };
  return { sources, problems };
}

/** A language as editors name it: `de`, `de-AT`, `pt-br`. Anything else is no part of a file's name. */
const LOCALE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/;

/** The package's translations into a language, or into the language without its region; `undefined` for English and where there are none. */
export function readTranslations(packageFolder: string, locale: string): Record<string, string> | undefined {
  const name = locale.toLowerCase();
  if (!LOCALE.test(name)) return undefined;
  for (const tried of new Set([name, name.replace(/-.*/, "")])) {
    const file = path.join(packageFolder, `l10n/bundle.l10n.${tried}.json`);
    const value = existsSync(file) ? readObject(file) : undefined;
    if (typeof value === "object") return { ...value } as Record<string, string>;
  }
  return undefined;
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
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isTable(value) ? value : `The file ${file} is damaged: it does not contain a JSON object.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const damaged = error instanceof SyntaxError;
    return damaged
      ? `The file ${file} is damaged: ${reason}.`
      : `The file ${file} could not be read: ${reason}.`;
  }
}
