import { readCommentYaml } from "./comment-yaml.ts";
import { readAnnotation } from "./schema-annotation.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * What is not JSON Schema: `const-from-value` of https://github.com/dadav/helm-schema is an order to the generator, and `__proto__` is no
 * word of anything.
 */
const NO_KEYWORDS = new Set(["const-from-value", "__proto__"]);
/** What begins or ends a block, or comes before an annotation. */
const SIGN = /^[ \t]*@schema(\.root)?(?:[ \t]+(.*))?$/;
/** Keywords whose values are schemas by name. */
const SCHEMAS_BY_NAME = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
]);
/** Keywords whose values are data, in which nothing has a meaning. */
const DATA = new Set(["default", "const", "enum", "examples"]);

/**
 * Takes what `@schema` says out of a comment, whose lines are without their signs. There are two generators that read it:
 *
 * - https://github.com/dadav/helm-schema: JSON Schema as YAML, between two lines `# @schema`. A block `# @schema.root` is about all values.
 * - https://github.com/losisin/helm-values-schema-json: `# @schema type:string; minLength:1`, on any number of lines.
 *
 * What cannot be read gives no schema. What comes out is what somebody wrote into a chart: its patterns and references are not checked.
 */
export function takeSchema(lines: readonly string[]): {
  readonly schema?: Json;
  readonly rest: readonly string[];
} {
  const rest: string[] = [];
  const yaml: string[] = [];
  let annotations: Json = {};
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [sign, isRoot, words = ""] = SIGN.exec(line) ?? [];
    if (sign === undefined) rest.push(line);
    else if (words.trim() !== "") annotations = { ...annotations, ...(isRoot ? {} : readAnnotation(words)) };
    else {
      const end = closing(lines, index + 1);
      if (end === undefined) continue;
      if (!isRoot) yaml.push(...lines.slice(index + 1, end));
      index = end;
    }
  }
  const { hidden, ...said } = { ...(yaml.length > 0 && readBlock(yaml.join("\n"))), ...annotations };
  // The generator leaves a hidden key out of its schema.
  return Object.keys(said).length > 0 && hidden !== true ? { schema: said, rest } : { rest };
}

/** The index of the line that closes a block; helm-schema refuses a block without one. */
function closing(lines: readonly string[], from: number): number | undefined {
  for (let end = from; end < lines.length; end++) {
    if (SIGN.test(lines[end] ?? "")) return end;
  }
  return undefined;
}

function readBlock(yaml: string): Json | undefined {
  const read = readCommentYaml(yaml);
  return isMapping(read) ? keywords(read) : undefined;
}

/**
 * A schema of helm-schema as JSON Schema. There, `required: true` at a key means that what holds the key requires it:
 * https://github.com/dadav/helm-schema/blob/main/pkg/schema/schema.go (FixRequiredProperties).
 */
function keywords(schema: Json): Json {
  const entries: [string, unknown][] = [];
  const { required: named } = schema;
  const required = new Set<unknown>(Array.isArray(named) ? named : []);
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined || keyword === "required" || NO_KEYWORDS.has(keyword)) continue;
    if (keyword === "type") {
      // `[string, null]` names types; a null alone names none (StringOrArrayOfString in the same file).
      if (Array.isArray(value)) entries.push([keyword, value.map((one) => one ?? "null")]);
      else if (value !== null) entries.push([keyword, value]);
      continue;
    }
    if (keyword === "properties" && isMapping(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (isRequired(one)) required.add(key);
      }
    }
    entries.push([keyword, DATA.has(keyword) ? value : within(keyword, value)]);
  }
  if (required.size > 0) entries.push(["required", [...required]]);
  return Object.fromEntries(entries);
}

function within(keyword: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (isMapping(one) ? keywords(one) : one));
  if (!isMapping(value)) return value;
  if (!SCHEMAS_BY_NAME.has(keyword)) return keywords(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isMapping(one) ? keywords(one) : one]),
  );
}

function isRequired(schema: unknown): boolean {
  if (!isMapping(schema)) return false;
  const { required } = schema;
  return required === true;
}

function isMapping(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
