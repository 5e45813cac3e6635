// Not translated: a damaged package is found before the language of the client is known.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RuleExamples } from "../../core/rules/engine/rule.ts";
import { objectIn, type ReadSources, sourcesOf, unreadable } from "./package-sources.ts";

/** Reads schemas and snippets from the package's folder. Never throws. */
export function readSources(packageFolder: string): ReadSources {
  const docsUrl = `${pathToFileURL(path.join(packageFolder, "dist/docs"))}/`;
  return sourcesOf((file) => readObject(path.join(packageFolder, file)), docsUrl);
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

/** Reads the examples of the rules from the package's folder, and tells those of a code. Throws a sentence if the package does not have them. */
export function readRuleExamples(packageFolder: string): (code: string) => RuleExamples {
  const file = path.join(packageFolder, "dist/schemas/rule-examples.json");
  const value = readObject(file);
  if (typeof value === "string") throw new Error(value);
  const examples = new Map<string, RuleExamples>(Object.entries(value));
  return (code) => {
    const found = examples.get(code);
    if (found === undefined) throw new Error(`The file ${file} is damaged: it has no examples of ${code}.`);
    return found;
  };
}

/** The object in a JSON file, or a sentence with the fault of the file. */
function readObject(file: string): object | string {
  try {
    return objectIn(file, readFileSync(file, "utf8"));
  } catch (error) {
    return unreadable(file, error);
  }
}
