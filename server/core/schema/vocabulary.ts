import type { Annotations } from "./annotations.ts";
import type { JsonSchema } from "./model.ts";

/** What the published charts call the things that the specification calls otherwise: the specification's word first. */
export interface Words {
  /** Names of keys, also those of labels. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whole values: members of enumerations, names in the cluster. */
  readonly values: Readonly<Record<string, string>>;
}

/** The same words the other way round. */
export function reversed({ keys, values }: Words): Words {
  const turned = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([from, to]) => [to, from]));
  return { keys: turned(keys), values: turned(values) };
}

/** A schema in other words: the names of its keys, the values that it lists, and what it says about them. Kubernetes types stay. */
export function translatedSchema(schema: JsonSchema, words: Words): JsonSchema {
  const { properties, required, items, additionalProperties, description } = schema;
  const annotations = schema["x-cap-operator"];
  const below = (child: JsonSchema) => translatedSchema(child, words);
  return {
    ...schema,
    ...(description !== undefined && { description: translatedText(description, words) }),
    ...("default" in schema && { default: translatedValue(schema.default, words) }),
    ...("const" in schema && { const: translatedValue(schema.const, words) }),
    ...(schema.enum && { enum: schema.enum.map((value) => translatedValue(value, words)) }),
    ...(schema.examples && { examples: schema.examples.map((value) => translatedValue(value, words)) }),
    ...(required && { required: required.map((key) => word(words.keys, key)) }),
    ...(items && { items: below(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: below(additionalProperties) }),
    ...(annotations && { "x-cap-operator": translatedAnnotations(annotations, words) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [word(words.keys, key), below(child)]),
      ),
    }),
  };
}

/** A value of JSON in other words: the keys and texts in it that are one of them. */
export function translatedValue(value: unknown, words: Words): unknown {
  if (typeof value === "string") return word(words.values, value);
  if (Array.isArray(value)) return value.map((item) => translatedValue(item, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [word(words.keys, key), translatedValue(child, words)]),
  );
}

/** A text in other words: those in `code`, because outside of it `platform` is a platform. */
export function translatedText(text: string, words: Words): string {
  return text.replace(/`[^`\n]+`/g, (code) => translatedCode(code, words));
}

/** Code in other words: each name in it that is one of them. */
export function translatedCode(code: string, words: Words): string {
  return code.replace(/[\w-]+/g, (name) => word(words.keys, word(words.values, name)));
}

function translatedAnnotations(annotations: Annotations, { keys, values }: Words): Annotations {
  const { manager, onlyWith } = annotations;
  return {
    ...annotations,
    ...(manager !== undefined && { manager: word(values, manager) }),
    ...(onlyWith !== undefined && { onlyWith: word(keys, onlyWith) }),
  };
}

/** What a word is called; `undefined` if it has no other name. */
export function otherWord(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** What a word is called; itself if it has no other name. */
function word(words: Readonly<Record<string, string>>, name: string): string {
  return otherWord(words, name) ?? name;
}
