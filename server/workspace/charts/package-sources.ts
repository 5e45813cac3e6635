// Not translated: a damaged package is found before the language of the client is known.

import type { Sources } from "../../core/language-service.ts";
import type { DocumentKind } from "../../core/wire/documents.ts";
import { isTable } from "../files/setting-types.ts";

/** The engine's data from the package, with a sentence for each file that could not be used and is empty here. */
export interface ReadSources {
  readonly sources: Sources;
  readonly problems: readonly string[];
}

/** The object in a file of the package by its path there, or a sentence with the fault of the file. */
export type ReadPackaged = (file: string) => object | string;

/** Puts the engine's data together from schemas and snippets of the package. Never throws. */
export function sourcesOf(packaged: ReadPackaged, docsUrl: string): ReadSources {
  const problems: string[] = [];
  const read = (file: string, missing: string): object => {
    const value = packaged(file);
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
  const objects = read("dist/schemas/objects.schema.json", "What Kubernetes rejects in objects is not known");
  const snippets = (kind: DocumentKind) => read(`snippets/${kind}.json`, "Its snippets are missing");
  const sources = {
    schemas: { values: schema("values", "values files"), operator: schema("operator", "operator resources") },
    published,
    project,
    objects,
    snippets: { values: snippets("values"), operator: snippets("operator") },
    docsUrl,
  };
  return { sources, problems };
}

/** The object in the text of a JSON file, or a sentence with the fault of the file. */
export function objectIn(file: string, text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    return isTable(value) ? value : `The file ${file} is damaged: it does not contain a JSON object.`;
  } catch (error) {
    return `The file ${file} is damaged: ${errorMessage(error)}.`;
  }
}

/** A sentence with the reason why a file of the package could not be read. */
export function unreadable(file: string, error: unknown): string {
  return `The file ${file} could not be read: ${errorMessage(error)}.`;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
