import { readCommentYaml } from "./comment-yaml.ts";

type Json = Readonly<Record<string, unknown>>;

/** How the value of an annotation is written; `undefined` if it cannot be read. */
type Reading = (value: string) => unknown;

const text: Reading = (value) => value;
const json: Reading = (value) => (value === "" ? undefined : readCommentYaml(value));
const flag: Reading = (value) =>
  value === "" || value === "true" ? true : value === "false" ? false : undefined;
const amount: Reading = (value) =>
  /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(value) ? Number(value) : undefined;
const count: Reading = (value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined);
const schema: Reading = (value) => (value === "" ? true : readCommentYaml(value));
const list: Reading = (value) => listOf(value);
const names: Reading = (value) =>
  listOf(value).map((one) => (one === null ? "null" : typeof one === "object" ? one : String(one)));
const type: Reading = (value) => {
  const types = names(value) as unknown[];
  return types.length === 1 ? types[0] : types;
};

/**
 * The annotations that become JSON Schema, as https://github.com/losisin/helm-values-schema-json/blob/main/pkg/comment.go reads them
 * (processComment). `skipProperties`, `mergeProperties` and `required` say what the generator does with the schemas around this one.
 */
const KEYWORDS: ReadonlyMap<string, Reading> = new Map([
  ["type", type],
  ["enum", list],
  ["examples", list],
  ["multipleOf", amount],
  ["maximum", amount],
  ["minimum", amount],
  ["maxLength", count],
  ["minLength", count],
  ["maxItems", count],
  ["minItems", count],
  ["maxProperties", count],
  ["minProperties", count],
  ["pattern", text],
  ["title", text],
  ["description", text],
  ["$id", text],
  ["$ref", text],
  ["uniqueItems", flag],
  ["readOnly", flag],
  ["deprecated", flag],
  ["hidden", flag],
  ["patternProperties", json],
  ["default", json],
  ["const", json],
  ["allOf", json],
  ["anyOf", json],
  ["oneOf", json],
  ["not", json],
  ["additionalProperties", schema],
  ["unevaluatedProperties", schema],
]);

/** The annotations about the items of a list, and the keyword that each becomes. */
const OF_ITEMS: ReadonlyMap<string, readonly [keyword: string, reading: Reading]> = new Map([
  ["item", ["type", type]],
  ["itemProperties", ["properties", json]],
  ["itemRequired", ["required", names]],
  ["itemEnum", ["enum", list]],
  ["itemPattern", ["pattern", text]],
  ["itemRef", ["$ref", text]],
] as const);

/**
 * What follows `@schema` on a line, as JSON Schema: `type:[string, null]; minLength:1`. What cannot be read is left out. `hidden` stands for
 * itself: the generator leaves such a key out.
 */
export function readAnnotation(words: string): Json {
  const said = new Map<string, unknown>();
  const items = new Map<string, unknown>();
  let nullable = false;
  for (const part of words.split(";")) {
    const colon = part.indexOf(":");
    const name = (colon < 0 ? part : part.slice(0, colon)).trim();
    const value = colon < 0 ? "" : part.slice(colon + 1).trim();
    const [ofItems, readItems] = OF_ITEMS.get(name) ?? [];
    const read = ofItems === undefined ? KEYWORDS.get(name)?.(value) : readItems?.(value);
    if (name === "nullable") nullable = flag(value) === true;
    if (read !== undefined) (ofItems === undefined ? said : items).set(ofItems ?? name, read);
  }
  if (items.size > 0) said.set("items", Object.fromEntries(items));
  if (nullable && said.has("type")) said.set("type", withNull(said.get("type")));
  return Object.fromEntries(said);
}

function withNull(named: unknown): unknown {
  const types = Array.isArray(named) ? named : [named];
  return types.includes("null") ? named : [...types, "null"];
}

/** A list in brackets, as YAML, or else words with commas between them. */
function listOf(value: string): unknown[] {
  const read = value.startsWith("[") ? readCommentYaml(value) : undefined;
  if (Array.isArray(read)) return read;
  const words = value.startsWith("[") ? value.slice(1).replace(/\]$/, "") : value;
  return words.split(",").map((one) => (one.trim() === "null" ? null : one.trim().replace(/^"|"$/g, "")));
}
