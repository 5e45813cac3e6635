import type { ArrayASTNode, ASTNode, ObjectASTNode } from "vscode-json-languageservice";
import type { JsonMapping } from "../../chart/json-text.ts";
import { isMapping } from "../../chart/same-json.ts";
import type { RejectedTexts } from "./rejected-texts.ts";
import type { SchemaFiles } from "./schema-files.ts";
import { UnusableSchema } from "./unusable-schema.ts";

/** The steps of about 50 nanoseconds that checking values may take, and those for each of their characters. */
const MOST_STEPS = 4_000_000;
const STEPS_PER_CHARACTER = 10;
/** Schemas that are applied within each other: each is a call of the library. */
const DEEPEST_SCHEMA = 400;
/** Steps to apply a schema, without what is below. */
const APPLY = 10;

/** The cost of applying a schema to a value: the work, the problems and keys that may remain, which are copied on the way up, and the depth. */
interface Tally {
  work: number;
  found: number;
  height: number;
}

type Add = (schema: unknown, node: ASTNode) => void;

/**
 * Counts the work of checking values by a schema beforehand: each schema that the library is going to apply, to each value, with the texts
 * and keys that it compares, tests and copies. A schema that applies twice to the same value is counted once and added twice, so that
 * counting takes no longer than the work that is allowed. A schema that is applied to a value while it is being applied to that has no end.
 */
export class SchemaWork {
  readonly #files: SchemaFiles;
  readonly #texts: RejectedTexts;
  readonly #known = new Map<JsonMapping, Map<ASTNode, Tally | undefined>>();
  readonly #most: number;
  #counted = 0;

  constructor(files: SchemaFiles, texts: RejectedTexts, characters: number) {
    this.#files = files;
    this.#texts = texts;
    this.#most = MOST_STEPS + STEPS_PER_CHARACTER * characters;
  }

  /** Counts the steps of checking a value. Throws `UnusableSchema` if the schema has no end, or if there are too many. */
  workOf(schema: JsonMapping, node: ASTNode): number {
    return this.#tallyOf(schema, undefined, node, 0).work;
  }

  #tallyOf(schema: unknown, from: string | undefined, node: ASTNode, depth: number): Tally {
    const tally: Tally = { work: APPLY, found: 2, height: 1 };
    if (!isJsonMapping(schema)) return tally;
    const known = this.#known.get(schema) ?? new Map<ASTNode, Tally | undefined>();
    this.#known.set(schema, known);
    const before = known.get(node);
    if (before) return before;
    if (known.has(node)) throw new UnusableSchema({ kind: "cycle" });
    if (depth > DEEPEST_SCHEMA) throw new UnusableSchema({ kind: "depth" });
    known.set(node, undefined);
    this.#count(tally, APPLY);
    const file = this.#files.resolve(schema, from);
    const add = (below: unknown, place: ASTNode) => {
      if (below === undefined) return;
      const { work, found, height } = this.#tallyOf(below, file, place, depth + 1);
      tally.found += found;
      tally.work += work + tally.found / 128;
      tally.height = Math.max(tally.height, height + 1);
      if (tally.work > this.#most) throw new UnusableSchema({ kind: "work" });
      if (depth + tally.height > DEEPEST_SCHEMA) throw new UnusableSchema({ kind: "depth" });
    };
    this.#ofValue(schema, node, tally, add);
    if (node.type === "object") this.#ofMapping(schema, node, tally, add);
    if (node.type === "array") this.#ofList(schema, node, tally, add);
    known.set(node, tally);
    return tally;
  }

  /** Adds steps that take place for each schema and value at least once: no more of them than are allowed are counted. */
  #count(tally: Tally, steps: number): void {
    tally.work += steps;
    this.#counted += steps;
    if (this.#counted > this.#most) throw new UnusableSchema({ kind: "work" });
  }

  /** The keywords that apply to values of all types. */
  #ofValue(schema: JsonMapping, node: ASTNode, tally: Tally, add: Add): void {
    const alternatives = [...list(schema.anyOf), ...list(schema.oneOf)];
    const { not, if: condition, then, else: otherwise } = schema;
    for (const part of [...list(schema.allOf), ...alternatives, not, condition, then, otherwise])
      add(part, node);
    // The library joins the keys that alternatives have seen, and each problem of an alternative may list the values that all of them allow.
    this.#count(tally, tally.found);
    for (const part of alternatives)
      this.#count(tally, keysOf(part, "properties").length + (tally.found * allowedLength(part)) / 8);
    const allowed = allowedLength(schema);
    if (allowed > 0 || node.type === "string") this.#count(tally, (node.length + allowed) / 8);
    if (node.type === "string" && typeof schema.pattern === "string")
      this.#count(tally, this.#texts.test(schema, schema.pattern, node.value).steps);
  }

  #ofList(schema: JsonMapping, { items: values, length }: ArrayASTNode, tally: Tally, add: Add): void {
    const { items, prefixItems, additionalItems, unevaluatedItems, contains, uniqueItems } = schema;
    const first = Array.isArray(items) ? items : list(prefixItems);
    const rest = (Array.isArray(items) ? additionalItems : items) ?? unevaluatedItems;
    values.forEach((value, index) => {
      add(index < first.length ? first[index] : rest, value);
      add(contains, value);
    });
    if (uniqueItems === true) this.#count(tally, (values.length * length) / 16);
  }

  #ofMapping(schema: JsonMapping, node: ObjectASTNode, tally: Tally, add: Add): void {
    const { properties = {}, patternProperties = {} } = schema;
    const names = keysOf(schema, "properties");
    const patterns = keysOf(schema, "patternProperties");
    const needs = NEEDS.filter((word) => isMapping(schema[word])).map((word) => schema[word] as JsonMapping);
    const count = names.length + list(schema.required).length + node.properties.length;
    tally.found += count;
    this.#count(tally, 4 * (count + patterns.length));
    for (const need of needs) this.#count(tally, Object.keys(need).length);
    for (const { keyNode, valueNode = keyNode } of node.properties) {
      const name = keyNode.value;
      let isKnown = isMapping(properties) && Object.hasOwn(properties, name);
      if (isMapping(properties) && isKnown) add(properties[name], valueNode);
      for (const pattern of patterns) {
        const { steps, matches } = this.#texts.test(schema, pattern, name);
        this.#count(tally, steps);
        if (!matches || !isMapping(patternProperties)) continue;
        isKnown = true;
        add(patternProperties[pattern], valueNode);
      }
      if (!isKnown) add(schema.additionalProperties ?? schema.unevaluatedProperties, valueNode);
      add(schema.propertyNames, keyNode);
      for (const need of needs) {
        const needed = Object.hasOwn(need, name) ? need[name] : undefined;
        tally.found += list(needed).length;
        this.#count(tally, 4 * list(needed).length);
        if (isMapping(needed)) add(needed, node);
      }
    }
  }
}

/** The keywords by which a key makes demands of its mapping. */
const NEEDS = ["dependencies", "dependentSchemas", "dependentRequired"];

/** Characters of the values that a schema allows, which are compared and listed. */
function allowedLength(schema: unknown): number {
  if (!isMapping(schema)) return 0;
  const { enum: values, const: value } = schema;
  if (values === undefined && value === undefined) return 0;
  return JSON.stringify([values, value]).length;
}

function keysOf(schema: unknown, word: string): readonly string[] {
  return isMapping(schema) && isMapping(schema[word]) ? Object.keys(schema[word]) : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isJsonMapping(value: unknown): value is JsonMapping {
  return isMapping(value);
}
