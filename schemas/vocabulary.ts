import type { Annotations } from "../server/core/schema/annotations.ts";
import { otherWord, type Words } from "../server/core/schema/vocabulary.ts";
import type { Json, SchemaNode } from "./schema-node.ts";

/** A schema in other words: the names of its keys, the values that it lists, and its texts about them. Kubernetes types stay. */
export function translatedSchema(schema: SchemaNode, words: Words): SchemaNode {
  const { properties, required, items, additionalProperties, description } = schema;
  const annotations = schema["x-cap-operator"];
  const below = (child: SchemaNode) => translatedSchema(child, words);
  return {
    ...schema,
    ...(description !== undefined && { description: translatedText(description, words) }),
    ...(schema.default !== undefined && { default: translatedValue(schema.default, words) }),
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
export function translatedValue(value: Json, words: Words): Json {
  if (typeof value === "string") return word(words.values, value);
  if (isList(value)) return value.map((item) => translatedValue(item, words));
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

/** A snippet file in other words. Prefixes have them in lower case, with hyphens. */
export function translatedSnippets(snippets: SnippetFile, words: Words): SnippetFile {
  const inPrefix = Object.entries(words.keys).map(
    ([from, to]) => [hyphenated(from), hyphenated(to)] as const,
  );
  const code = (text: string) => translatedCode(text, words);
  return Object.fromEntries(
    Object.entries(snippets).map(([name, { prefix, description, at: parent, body }]) => [
      code(name),
      {
        prefix: inPrefix.reduce((text, [from, to]) => text.replace(`-${from}`, () => `-${to}`), prefix),
        description: translatedText(description, words),
        at: typeof parent === "string" ? code(parent) : parent.map(code),
        body: body.map(code),
      },
    ]),
  );
}

/** Snippets by name, as in `snippets/`. */
export type SnippetFile = Readonly<
  Record<
    string,
    {
      readonly prefix: string;
      readonly description: string;
      readonly at: string | readonly string[];
      readonly body: readonly string[];
    }
  >
>;

function hyphenated(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The other name of a word; the word itself if it has none. */
function word(words: Readonly<Record<string, string>>, name: string): string {
  return otherWord(words, name) ?? name;
}
