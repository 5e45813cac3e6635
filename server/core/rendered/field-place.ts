import { isMapping } from "../chart/same-json.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { Path, PathSegment } from "../yaml/tree.ts";
import type { LinePlace } from "./objects-page.ts";
import type { RenderedObject } from "./rendered-object.ts";
import { readRendering } from "./rendering.ts";

/** A field of an object that somebody else names. */
export interface NamedField {
  readonly kind: string;
  /** Absent if only the kind is known. */
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  /** As the API server writes it, or keys and indexes. */
  readonly path: string | Path;
}

/** More than any field of an object is nested and named. */
const LONGEST_PATH = 2_000;

/** The field that begins in a line of the YAML of one object, or that goes on in it; `undefined` between them. */
export function fieldInLine(text: string, line: number): NamedField | undefined {
  const { documents } = parseYaml(text);
  const [object] = readRendering(text).objects;
  const lines = text.split("\n");
  const own = lines[line]?.search(/[^\s-]/) ?? -1;
  if (!object || own < 0) return undefined;
  const offset = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, own);
  const path = documents.flatMap(({ root }) => {
    const node = nodeAt(root, offset);
    return node ? [pathOf(node)] : [];
  })[0];
  const { kind, name, namespace } = object;
  return path && { kind, name, path, namespace };
}

/** The places of all objects that have the field: one, unless it is not there or not clear whose it is. */
export function placesOf(
  objects: readonly RenderedObject[],
  { kind, name, namespace, path }: NamedField,
): readonly LinePlace[] {
  return objects.flatMap((object): LinePlace[] => {
    const isMeant =
      object.kind === kind &&
      (name === undefined || object.name === name) &&
      (namespace === undefined || object.namespace === undefined || object.namespace === namespace);
    const found = isMeant && (typeof path === "string" ? readPath(object.shown, path) : own(object, path));
    return found ? [{ object, path: found }] : [];
  });
}

function own({ shown }: RenderedObject, path: Path): Path | undefined {
  const at = path.reduce<unknown>((inside, part) => memberOf(inside, part), shown);
  return at === undefined ? undefined : path;
}

function memberOf(inside: unknown, part: PathSegment): unknown {
  return Object.hasOwn(Object(inside), part) ? Object(inside)[part] : undefined;
}

/**
 * Where a path leads in an object, as the API server (apimachinery: field.Path) or its server-side apply (structured-merge-diff:
 * fieldpath) writes it: `spec.ports[0].port`, `metadata.annotations[a.b/c]`, `.spec.containers[name="web"].image`. Keys with dots are
 * not quoted there: only the object tells where they end. Go's JSON decoder leaves out indexes: where a list has several items, the
 * path ends at the list. `undefined` if there is no such field, or it is not certain which one is meant.
 */
function readPath(object: unknown, text: string): Path | undefined {
  if (text.length > LONGEST_PATH) return undefined;
  const path: PathSegment[] = [];
  let at = object;
  for (let offset = 0; offset < text.length; ) {
    let part: PathSegment | undefined;
    const isInBrackets = text[offset] === "[";
    if (isInBrackets) {
      const end = text.indexOf("]", offset);
      part = inBrackets(at, text.slice(offset + 1, end));
      offset = end < 0 ? text.length : end + 1;
    } else if (Array.isArray(at)) {
      if (at.length > 1) return path;
      part = 0;
    } else {
      if (text[offset] === ".") offset += 1;
      part = keyAt(at, text, offset);
      offset += part?.length ?? 0;
    }
    at = part === undefined ? undefined : memberOf(at, part);
    if (part === undefined || at === undefined) return undefined;
    path.push(part);
  }
  return path.length > 0 ? path : undefined;
}

/** The one key of a mapping that is written at an offset. */
function keyAt(at: unknown, text: string, offset: number): string | undefined {
  if (!isMapping(at)) return undefined;
  const isEnd = (next: string | undefined) => next === undefined || next === "." || next === "[";
  const keys = Object.keys(at).filter(
    (key) => key !== "" && text.startsWith(key, offset) && isEnd(text[offset + key.length]),
  );
  return keys.length === 1 ? keys[0] : undefined;
}

/** The key or the index that is in brackets: `0`, `a.b/c`, or the fields by which an item of a list is known. */
function inBrackets(at: unknown, text: string): PathSegment | undefined {
  if (isMapping(at)) return Object.hasOwn(at, text) ? text : undefined;
  if (!Array.isArray(at)) return undefined;
  if (/^\d+$/.test(text)) return Number(text) < at.length ? Number(text) : undefined;
  const conditions = text.split(",").map((one) => one.split("="));
  const isMeant = (item: unknown) =>
    conditions.every(
      ([key = "", ...value]) => JSON.stringify(key === "" ? item : Object(item)[key]) === value.join("="),
    );
  const found = at.flatMap((item: unknown, index) => (isMeant(item) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}
