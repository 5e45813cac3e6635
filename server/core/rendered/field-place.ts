import { isMapping } from "../chart/same-json.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { Path, PathSegment } from "../yaml/tree.ts";
import type { LinePlace } from "./objects-page.ts";
import type { RenderedObject } from "./rendered-object.ts";
import { readRendering } from "./rendering.ts";

/** A field of an object as another program names it. */
export interface NamedField {
  readonly kind: string;
  /** Absent if only the kind is known. */
  readonly name?: string;
  readonly namespace?: string;
  /** As the API server writes it, or keys and indexes. */
  readonly path: string | Path;
}

/** Longer than the path of any field of an object. */
const LONGEST_PATH = 2_000;

/** The field that begins or continues in a line of the YAML of one object; `undefined` between fields. */
export function fieldInLine(text: string, line: number): NamedField | undefined {
  const { documents } = parseYaml(text);
  const [object] = readRendering(text).objects;
  const lines = text.split("\n");
  const column = lines[line]?.search(/[^\s-]/) ?? -1;
  if (!object || column < 0) return undefined;
  const offset = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, column);
  const path = documents.flatMap(({ root }) => {
    const node = nodeAt(root, offset);
    return node ? [pathOf(node)] : [];
  })[0];
  const { kind, name, namespace } = object;
  return path && { kind, name, path, namespace };
}

/** The places of the field in all objects that have it: one, unless the field does not exist or its object is ambiguous. */
export function placesOf(
  objects: readonly RenderedObject[],
  { kind, name, namespace, path }: NamedField,
): readonly LinePlace[] {
  return objects.flatMap((object): LinePlace[] => {
    const isMeant =
      object.kind === kind &&
      (name === undefined || object.name === name) &&
      (namespace === undefined || object.namespace === undefined || object.namespace === namespace);
    const found =
      isMeant && (typeof path === "string" ? readPath(object.shown, path) : existing(object, path));
    return found ? [{ object, path: found }] : [];
  });
}

function existing({ shown }: RenderedObject, path: Path): Path | undefined {
  const value = path.reduce<unknown>((inside, part) => memberOf(inside, part), shown);
  return value === undefined ? undefined : path;
}

function memberOf(inside: unknown, part: PathSegment): unknown {
  return Object.hasOwn(Object(inside), part) ? Object(inside)[part] : undefined;
}

/**
 * Resolves a path in an object, as the API server (apimachinery: field.Path) or its server-side apply (structured-merge-diff:
 * fieldpath) writes it: `spec.ports[0].port`, `metadata.annotations[a.b/c]`, `.spec.containers[name="web"].image`. Keys with dots are
 * not quoted there: only the object tells where they end. Go's JSON decoder leaves out indexes: where a list has several items, the
 * path ends at the list. `undefined` if there is no such field, or if it is ambiguous.
 */
function readPath(object: unknown, text: string): Path | undefined {
  if (text.length > LONGEST_PATH) return undefined;
  const path: PathSegment[] = [];
  let value = object;
  for (let offset = 0; offset < text.length; ) {
    let part: PathSegment | undefined;
    const isInBrackets = text[offset] === "[";
    if (isInBrackets) {
      const end = text.indexOf("]", offset);
      part = inBrackets(value, text.slice(offset + 1, end));
      offset = end < 0 ? text.length : end + 1;
    } else if (Array.isArray(value)) {
      if (value.length > 1) return path;
      part = 0;
    } else {
      if (text[offset] === ".") offset += 1;
      part = keyAt(value, text, offset);
      offset += part?.length ?? 0;
    }
    value = part === undefined ? undefined : memberOf(value, part);
    if (part === undefined || value === undefined) return undefined;
    path.push(part);
  }
  return path.length > 0 ? path : undefined;
}

/** The key of a mapping that is written at an offset; `undefined` unless exactly one matches. */
function keyAt(value: unknown, text: string, offset: number): string | undefined {
  if (!isMapping(value)) return undefined;
  const isEnd = (next: string | undefined) => next === undefined || next === "." || next === "[";
  const keys = Object.keys(value).filter(
    (key) => key !== "" && text.startsWith(key, offset) && isEnd(text[offset + key.length]),
  );
  return keys.length === 1 ? keys[0] : undefined;
}

/** The key or the index that is in brackets: `0`, `a.b/c`, or the fields by which an item of a list is known. */
function inBrackets(holder: unknown, text: string): PathSegment | undefined {
  if (isMapping(holder)) return Object.hasOwn(holder, text) ? text : undefined;
  if (!Array.isArray(holder)) return undefined;
  if (/^\d+$/.test(text)) return Number(text) < holder.length ? Number(text) : undefined;
  const conditions = text.split(",").map((condition) => condition.split("="));
  const isMeant = (item: unknown) =>
    conditions.every(
      ([key = "", ...value]) => JSON.stringify(key === "" ? item : Object(item)[key]) === value.join("="),
    );
  const found = holder.flatMap((item: unknown, index) => (isMeant(item) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}
