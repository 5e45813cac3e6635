import type { ChartKey } from "./chart.ts";
import { parsedMapping } from "./json-text.ts";
import { isMapping } from "./same-json.ts";

type Keys = ReadonlyMap<string, ChartKey>;
type Json = Readonly<Record<string, unknown>>;

/** A part of a schema; one of several alternatives demands nothing for sure. */
interface Part {
  readonly json: Json;
  readonly isCertain: boolean;
}

/** Keys that are taken from a schema, and levels of them. Below the last level any key is allowed. */
const MOST_KEYS = 3000;
const DEEPEST_KEYS = 16;
/** Parts of a schema that together describe one value, its allowed values, and characters of a description. */
const MOST_PARTS = 100;
const MOST_ALLOWED = 200;
const LONGEST_DESCRIPTION = 1000;

/**
 * The keys of a chart with those that only its `values.schema.json` declares, and with the constraints of the schema. The file is not
 * trusted: parts beyond the limits or not JSON are left out, only references inside the file are followed, and upper levels come first.
 */
export function schemaKeys(declared: Keys, text: string | undefined): Keys {
  const root = parsedMapping(text);
  return root ? new SchemaKeys(root).addedTo(declared) : declared;
}

class SchemaKeys {
  readonly #root: Json;
  readonly #waiting: (() => void)[] = [];
  #room = MOST_KEYS;

  constructor(root: Json) {
    this.#root = root;
  }

  addedTo(declared: Keys): Keys {
    const keys = new Map(declared);
    this.#fill(keys, this.#partsOf([{ json: this.#root, isCertain: true }]), 0);
    for (const fill of this.#waiting) fill();
    return keys;
  }

  /** Adds the keys that parts of a schema declare; false if there was no room for all. */
  #fill(keys: Map<string, ChartKey>, parts: readonly Part[], depth: number): boolean {
    const found = new Map<string, Part[]>();
    for (const { json, isCertain } of parts) {
      for (const [name, below] of Object.entries(isMapping(json.properties) ? json.properties : {})) {
        if (below !== true && !isMapping(below)) continue;
        if (!found.has(name) && --this.#room < 0) break;
        const part = { json: below === true ? {} : below, isCertain };
        found.set(name, [...(found.get(name) ?? []), part].slice(0, MOST_PARTS));
      }
    }
    for (const [name, first] of found) keys.set(name, this.#key(keys.get(name), this.#partsOf(first), depth));
    return this.#room >= 0;
  }

  #key(known: ChartKey | undefined, parts: readonly Part[], depth: number): ChartKey {
    const { keys, items, default: value } = known ?? {};
    const hasItems = Array.isArray(value) || value === undefined || value === null;
    const cut: { reads?: "any" } = {};
    const below = isMappingLike(value) ? this.#below(keys, parts, depth, cut) : keys;
    const itemParts = parts.flatMap(({ json: { items: each }, isCertain }) =>
      isMapping(each) ? [{ json: each, isCertain }] : [],
    );
    const inItems = hasItems ? this.#below(items, this.#partsOf(itemParts), depth) : items;
    const checked = factsOf(parts);
    return Object.assign(cut, {
      ...known,
      ...(below && { keys: below }),
      ...(inItems && { items: inItems }),
      ...(checked && { checked }),
    });
  }

  /** The keys of the next level, which are filled in after all upper levels. If there is no room for them, any key is allowed. */
  #below(
    known: Keys | undefined,
    parts: readonly Part[],
    depth: number,
    key: { reads?: "any" } = {},
  ): Keys | undefined {
    if (depth >= DEEPEST_KEYS || !parts.some(({ json }) => isMapping(json.properties))) return known;
    const keys = new Map(known);
    this.#waiting.push(() => {
      if (!this.#fill(keys, parts, depth + 1)) key.reads = "any";
    });
    return keys;
  }

  /** Parts of a schema with all parts that they refer to or are composed of. */
  #partsOf(first: readonly Part[]): readonly Part[] {
    const parts = new Map<Json, Part>();
    const waiting = first.toReversed();
    for (let part = waiting.pop(); part && parts.size < MOST_PARTS; part = waiting.pop()) {
      const { json, isCertain } = part;
      if (parts.has(json)) continue;
      parts.set(json, part);
      const target = typeof json.$ref === "string" ? this.#target(json.$ref) : undefined;
      const listed = (word: string) => (Array.isArray(json[word]) ? (json[word] as unknown[]) : []);
      const add = (all: readonly unknown[], certain: boolean) => {
        for (const schema of all.slice(0, MOST_PARTS).toReversed())
          if (isMapping(schema)) waiting.push({ json: schema, isCertain: certain });
      };
      add([...listed("anyOf"), ...listed("oneOf"), json.if, json.then, json.else], false);
      add([target, ...listed("allOf")], isCertain);
    }
    return [...parts.values()];
  }

  #target(reference: string): unknown {
    const [file, ...names] = reference.split("/", DEEPEST_KEYS);
    if (file !== "#") return undefined;
    let target: unknown = this.#root;
    for (const name of names) {
      const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
      target = isMapping(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    return target;
  }
}

/** The constraints and the description of a value, in the keywords of JSON Schema that all drafts have. */
function factsOf(parts: readonly Part[]): Json | undefined {
  const first = (word: string, fits: (value: unknown) => boolean, all = parts) =>
    all.find(({ json }) => fits(json[word]))?.json[word];
  const certain = parts.filter(({ isCertain }) => isCertain);
  const constant = certain.find(({ json }) => "const" in json)?.json;
  const allowed = constant ? [constant.const] : first("enum", isAllowed, certain);
  const facts: Json = {
    type: first("type", (value) => typeof value === "string" || Array.isArray(value), certain),
    enum: isAllowed(allowed) ? allowed : undefined,
    minimum: first("minimum", Number.isFinite, certain),
    maximum: first("maximum", Number.isFinite, certain),
    description: String(first("description", (value) => typeof value === "string") ?? "").slice(
      0,
      LONGEST_DESCRIPTION,
    ),
  };
  const said = Object.entries(facts).filter(([, value]) => value !== undefined && value !== "");
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

function isAllowed(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ALLOWED) return false;
  return value.every((item) => item === null || typeof item !== "object");
}

/** True if there can be keys below a default. */
function isMappingLike(value: unknown): boolean {
  return value === undefined || value === null || isMapping(value);
}
