import { loadAll, Schema, timestampTag, YAML11_SCHEMA } from "js-yaml";

/** One document of a YAML stream; without a value where it cannot be read. */
export interface YamlDocument {
  readonly value?: unknown;
}

/** Kubernetes and Helm read YAML 1.1, in which a timestamp stays a text. */
const KUBERNETES_SCHEMA = new Schema(YAML11_SCHEMA.tags.filter((tag) => tag !== timestampTag));

/** The documents of a stream that are not empty. Each is read alone, so that a broken one takes no other with it. */
export function readDocuments(yaml: string): readonly YamlDocument[] {
  return yaml.split(/^---(?=\s|$)/m).flatMap(readPart);
}

function readPart(text: string): readonly YamlDocument[] {
  try {
    // Where a key stands twice, the last one counts.
    const values = loadAll(text, { schema: KUBERNETES_SCHEMA, json: true });
    return values.filter((value) => value !== null && value !== undefined).map((value) => ({ value }));
  } catch {
    return [{}];
  }
}
