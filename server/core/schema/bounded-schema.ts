import { isQuick } from "./quick-pattern.ts";

/** JSON as it is parsed. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A mapping of JSON. */
export type JsonMapping = { readonly [key: string]: Json };

/** How often the parts of a schema may be applied to one value, with everything that they refer to. */
const MOST_WORK = 20_000;
const DEEPEST = 60;

/**
 * Whether checking a single value by an untrusted schema takes a bounded amount of work: parts of it may refer to others again and again.
 * `fileAt` gives the other files that it refers to.
 */
export function isBounded(schema: JsonMapping, fileAt: (name: string) => JsonMapping | undefined): boolean {
  return new Work(schema, fileAt).of(schema, "", 0) <= MOST_WORK;
}

/** A schema without the patterns that could take long for texts of up to a length, so that these forbid nothing. */
export function withoutSlowPatterns(node: Json, longest: number): Json {
  if (isList(node)) return node.map((item) => withoutSlowPatterns(item, longest));
  if (!isMapping(node)) return node;
  const isSlow = (pattern: string) => !isQuick(pattern, longest);
  const slow = isMapping(node.patternProperties) && Object.keys(node.patternProperties).some(isSlow);
  const entries = Object.entries(node).flatMap(([key, child]): [string, Json][] => {
    if (key === "pattern" && typeof child === "string" && isSlow(child)) return [];
    // What a pattern would have allowed must not be forbidden now.
    if (slow && (key === "patternProperties" || key === "additionalProperties")) return [];
    return [[key, withoutSlowPatterns(child, longest)]];
  });
  return Object.fromEntries(entries);
}

/** Counts how many schemas are applied to one value. */
class Work {
  readonly #root: JsonMapping;
  readonly #fileAt: (name: string) => JsonMapping | undefined;
  readonly #known = new Map<JsonMapping, number>();

  constructor(root: JsonMapping, fileAt: (name: string) => JsonMapping | undefined) {
    this.#root = root;
    this.#fileAt = fileAt;
  }

  of(node: Json, file: string, depth: number): number {
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
    if (isList(node)) return this.#sum(node, file, depth);
    if (!isMapping(node)) return 0;
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    // A reference that comes back here is applied to a smaller value, or stopped by the library.
    this.#known.set(node, 1);
    const target = typeof node.$ref === "string" ? this.#target(node.$ref, file) : undefined;
    const own = 1 + this.#sum(Object.values(node), file, depth);
    const work = own + (target ? this.of(target.node, target.file, depth + 1) : 0);
    this.#known.set(node, work);
    return work;
  }

  #sum(nodes: readonly Json[], file: string, depth: number): number {
    return nodes.reduce<number>((sum, node) => sum + this.of(node, file, depth + 1), 0);
  }

  #target(reference: string, from: string): { readonly node: Json; readonly file: string } | undefined {
    const [name = "", pointer = ""] = reference.split("#");
    const file = name === "" ? from : name;
    let node: Json | undefined = file === "" ? this.#root : this.#fileAt(file);
    for (const part of pointer.split("/").filter((one) => one !== "")) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (isMapping(node)) node = Object.hasOwn(node, key) ? node[key] : undefined;
      else if (isList(node)) node = node[Number(key)];
    }
    return node === undefined ? undefined : { node, file };
  }
}

function isList(node: Json | undefined): node is readonly Json[] {
  return Array.isArray(node);
}

function isMapping(node: Json | undefined): node is JsonMapping {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}
