import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Sources } from "../core/language-service.ts";
import type { DocumentKind } from "../core/yaml/tree.ts";
import { isTable } from "./setting-types.ts";

/** The engine's data as it lies in the package, and a sentence for each file that could not be used. */
export interface ReadSources {
  /** `undefined` where a schema is missing or damaged: without it nothing true can be said. */
  readonly sources: Sources | undefined;
  readonly problems: readonly string[];
}

const KINDS: readonly DocumentKind[] = ["values", "operator"];

/** Reads schemas and snippets from the package's folder. Never throws. */
export function readSources(packageFolder: string): ReadSources {
  const problems: string[] = [];
  const schemas = new Map<DocumentKind, object>();
  const snippets = new Map<DocumentKind, object>();
  for (const kind of KINDS) {
    const schema = readObject(path.join(packageFolder, "dist/schemas", `${kind}.schema.json`));
    if (typeof schema === "string") {
      problems.push(
        `${schema} No language features are available until this is fixed; reinstall CAP Operator Tools.`,
      );
    } else {
      schemas.set(kind, schema);
    }
    const offers = readObject(path.join(packageFolder, "snippets", `${kind}.json`));
    if (typeof offers === "string") {
      problems.push(`${offers} Its snippets are missing until this is fixed; reinstall CAP Operator Tools.`);
    } else {
      snippets.set(kind, offers);
    }
  }
  const values = schemas.get("values");
  const operator = schemas.get("operator");
  const docsUrl = `${pathToFileURL(path.join(packageFolder, "docs"))}/`;
  const sources = values &&
    operator && {
      schemas: { values, operator },
      snippets: { values: snippets.get("values") ?? {}, operator: snippets.get("operator") ?? {} },
      docsUrl,
    };
  return { sources, problems };
}

/** The version in the package's manifest, or `unknown`. */
export function readVersion(packageFolder: string): string {
  const manifest = readObject(path.join(packageFolder, "package.json"));
  return typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "unknown";
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
