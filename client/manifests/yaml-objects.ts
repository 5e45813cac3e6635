import { loadAll, YAMLException } from "js-yaml";

/** A Kubernetes object as it stands in a text. Nothing but these three is promised to be there. */
export interface YamlObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** The objects of a text, lists taken apart; throws one readable sentence about the first thing that is no object. */
export function yamlObjects(text: string, shown: string): readonly YamlObject[] {
  const documents = read(text, shown).filter((document) => document !== null && document !== undefined);
  if (documents.length === 0) throw new Error(`${shown} is empty.`);
  return documents.flatMap((document, index) => {
    const { apiVersion, kind, metadata, items } = Object(document);
    if (typeof apiVersion !== "string" || typeof kind !== "string") {
      const which = documents.length === 1 ? "" : ` Its document ${index + 1} has no apiVersion and kind.`;
      throw new Error(`${shown} holds something else than Kubernetes objects.${which}`);
    }
    const inside: readonly unknown[] = kind === "List" && Array.isArray(items) ? items : [document];
    return inside.map((object) => named(object, kind, metadata, shown));
  });
}

function named(object: unknown, kind: string, metadata: unknown, shown: string): YamlObject {
  const whole = Object(object);
  if (typeof Object(whole.metadata ?? metadata).name !== "string")
    throw new Error(`${shown} holds an object of kind ${whole.kind ?? kind} without a name.`);
  return whole;
}

function read(text: string, shown: string): unknown[] {
  try {
    return loadAll(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : ` Line ${error.mark.line + 1}: ${error.reason}.`;
    throw new Error(`${shown} is not YAML.${line}`);
  }
}
