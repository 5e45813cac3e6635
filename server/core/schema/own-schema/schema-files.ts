import { URI, Utils } from "vscode-uri";
import { type JsonMapping, parsedMapping } from "../../chart/json-text.ts";
import { isMapping } from "../../chart/same-json.ts";
import { memo } from "../../yaml/memo.ts";
import { UnusableSchema } from "./unusable-schema.ts";

/** The largest number of keys that all references may add. */
const MOST_BROUGHT = 200_000;
const ADDRESS = "chart:///";

/** The files of a schema, parsed for one check. References are replaced by their targets on demand. */
export class SchemaFiles {
  readonly root: JsonMapping;
  readonly #name: string;
  readonly #fileAt: (name: string) => JsonMapping | undefined;
  /** The file of each part that replaced a reference. */
  readonly #resolved = new Map<JsonMapping, string>();
  readonly #anchorsOf = memo(anchorsIn);
  #room = MOST_BROUGHT;

  constructor(name: string, textOf: (name: string) => string | undefined) {
    this.#name = name;
    this.#fileAt = memo(
      (file: string) => parsedMapping(textOf(file)),
      new Map<string, JsonMapping | undefined>(),
    );
    this.root = this.#fileAt(name) ?? {};
  }

  /**
   * Replaces the reference of a schema by its target, whose keywords override those next to it, as in the library. A target outside of the
   * chart allows anything. Returns the file from which references of the target are resolved. Throws `UnusableSchema` if a reference has no
   * end.
   */
  resolve(schema: JsonMapping, from = this.#name): string {
    const known = this.#resolved.get(schema);
    if (known !== undefined) return known;
    let file = from;
    const seen = new Set<unknown>([schema]);
    while (typeof schema.$ref === "string") {
      const { $ref } = schema;
      delete schema.$ref;
      const { node, name } = this.#target($ref, file);
      if (seen.has(node)) throw new UnusableSchema({ kind: "cycle" });
      seen.add(node);
      file = name;
      if (isMapping(node)) this.#bring(node, schema);
      else for (const key of Object.keys(schema)) delete schema[key];
    }
    this.#resolved.set(schema, file);
    return file;
  }

  #bring(from: Readonly<JsonMapping>, to: JsonMapping): void {
    for (const [key, value] of Object.entries(from)) {
      if (--this.#room < 0) throw new UnusableSchema({ kind: "work" });
      if (key !== "$id" && key !== "id" && key !== "__proto__") to[key] = value;
    }
  }

  #target(reference: string, from: string): { readonly node: unknown; readonly name: string } {
    const [path = "", pointer = ""] = reference.split("#", 2);
    const name = path === "" || path === this.root.$id ? from : fileNamed(path, from);
    const file = this.#fileAt(name);
    if (pointer !== "" && !pointer.startsWith("/"))
      return { node: file && this.#anchorsOf(file).get(pointer), name };
    let node: unknown = file;
    for (const part of pointer.split("/").slice(1)) {
      const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
      const isHere = typeof node === "object" && node !== null && Object.hasOwn(node, key);
      node = isHere ? (node as JsonMapping)[key] : undefined;
    }
    return { node, name };
  }
}

/** The schemas of a file by the names that they have there (`$anchor`, `$id`). */
function anchorsIn(file: JsonMapping): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const waiting: unknown[] = [file];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    const { $anchor, $id, id } = next as JsonMapping;
    for (const name of [$anchor, $id, id])
      if (typeof name === "string" && !anchors.has(name)) anchors.set(name.replace(/^#/, ""), next);
    for (const child of Object.values(next)) waiting.push(child);
  }
  return anchors;
}

/** The file that a reference in another one names, by its path from the folder of the chart. */
function fileNamed(path: string, from: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const address = Utils.resolvePath(Utils.dirname(URI.parse(ADDRESS + from)), path);
  return address.path.slice(1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
