import { keyAbove } from "../lookup.ts";
import type { ObjectNode, PropertyNode, ValueNode } from "../tree.ts";
import type { Edit } from "./edit.ts";
import type { EditedText } from "./edited-text.ts";
import { insertProperties } from "./edits.ts";

/** A key, given by the path to it, and the string that it is to have. */
export interface ScalarToSet {
  readonly path: readonly string[];
  readonly value: string;
}

/** Writes a string as a scalar: inside brackets or not, and with the quotes of the scalar that it replaces. */
export type WriteScalar = (value: string, place: { readonly flow: boolean; readonly quote: Quote }) => string;
export type Quote = "" | "'" | '"';

/** The reason why a key cannot be set: a value would be lost, or there is no room to write one. */
export interface Obstacle {
  readonly at: readonly string[];
  readonly is: "alias" | "list" | "mapping" | "scalar" | "no-room";
}

/** Keys that a mapping does not have yet: the string of each, or the keys that it is to hold. */
type Missing = Map<string, string | Missing>;

/** A mapping that lacks keys: the value that is to hold them, and its property unless it is the whole document. */
interface Gap {
  readonly path: readonly string[];
  readonly node: ValueNode | undefined;
  readonly owner: PropertyNode | undefined;
  readonly keys: Missing;
}

interface SetPlan {
  readonly edits: Edit[];
  readonly gaps: Map<string, Gap>;
  readonly obstacles: Obstacle[];
}

/**
 * The edits that give keys a string: they replace the value of a key that exists, and add keys that do not, along with any
 * missing parents. Everything else stays as it is. No edits if something stands in the way of one of them.
 */
export function setScalars(
  text: EditedText,
  root: ValueNode | undefined,
  scalars: readonly ScalarToSet[],
  write: WriteScalar,
  emptyAt: number,
): { readonly edits: readonly Edit[]; readonly obstacles: readonly Obstacle[] } {
  const found: SetPlan = { edits: [], gaps: new Map(), obstacles: [] };
  for (const scalar of scalars) place(text, root, scalar, write, found);
  // If several gaps are filled at the same place, the keys of the innermost mapping come first.
  const gaps = [...found.gaps.values()].sort((a, b) => b.path.length - a.path.length);
  for (const gap of gaps) {
    const written = fill(text, root, gap, write, emptyAt);
    if (written) for (const each of written) found.edits.push(each);
    else found.obstacles.push({ at: gap.path, is: "no-room" });
  }
  const { edits, obstacles } = found;
  return { edits: obstacles.length > 0 ? [] : joined(edits), obstacles };
}

/** Goes down to a key, or to the mapping in which it is missing. */
function place(
  text: EditedText,
  root: ValueNode | undefined,
  { path, value }: ScalarToSet,
  write: WriteScalar,
  found: SetPlan,
): void {
  let node = root;
  let owner = keyAbove(text.file, root);
  for (const [depth, key] of path.entries()) {
    if (node?.alias !== undefined || (node && node.type !== "object" && node.type !== "null")) {
      found.obstacles.push({ at: path.slice(0, depth), is: kindOf(node) });
      return;
    }
    const property = node?.type === "object" ? ownProperty(node, key) : undefined;
    if (!property) {
      note(
        found.gaps,
        { path: path.slice(0, depth), node, owner, keys: new Map() },
        path.slice(depth),
        value,
      );
      return;
    }
    owner = property;
    node = property.valueNode;
  }
  if (!node || !owner) return;
  if (node.alias === undefined && (node.type === "object" || node.type === "array")) {
    found.obstacles.push({ at: path, is: kindOf(node) });
  } else for (const each of replacement(text, owner, node, value, write)) found.edits.push(each);
}

function ownProperty(node: ObjectNode, key: string): PropertyNode | undefined {
  return node.properties.findLast((property) => property.key === key);
}

function kindOf(node: ValueNode): Obstacle["is"] {
  if (node.alias !== undefined) return "alias";
  return node.type === "object" ? "mapping" : node.type === "array" ? "list" : "scalar";
}

function note(gaps: Map<string, Gap>, gap: Gap, missing: readonly string[], value: string): void {
  const key = JSON.stringify(gap.path);
  const known = gaps.get(key) ?? gap;
  gaps.set(key, known);
  let level = known.keys;
  for (const parent of missing.slice(0, -1)) {
    const next = level.get(parent);
    const inner: Missing = next instanceof Map ? next : new Map();
    level.set(parent, inner);
    level = inner;
  }
  level.set(missing.at(-1) ?? "", value);
}

function replacement(
  { file }: EditedText,
  owner: PropertyNode,
  node: ValueNode,
  value: string,
  write: WriteScalar,
): Edit[] {
  if (node.alias === undefined && node.type === "string" && node.value === value) return [];
  const flow = isInBrackets(owner);
  const style = "style" in node && node.alias === undefined ? node.style : "plain";
  const quote = style === "single" ? "'" : style === "double" ? '"' : "";
  const written = write(value, { flow, quote });
  const old = file.text.slice(node.offset, node.offset + node.length).trimEnd();
  if (old === "") return [intoGap(file.text, node.offset, written)];
  return [{ start: node.offset, end: node.offset + old.length, text: written }];
}

/** Writes a missing value, after the blank that follows the colon if nothing else follows that blank. */
function intoGap(text: string, offset: number, written: string): Edit {
  const start = /^ (?:[,}\r\n]|$)/.test(text.slice(offset, offset + 2)) ? offset + 1 : offset;
  return { start, end: start, text: /\s/.test(text.charAt(start - 1)) ? written : ` ${written}` };
}

/** The edits that write the missing keys of one mapping; `undefined` if they cannot be written. */
function fill(
  text: EditedText,
  root: ValueNode | undefined,
  { path, node, owner, keys }: Gap,
  write: WriteScalar,
  emptyAt: number,
): Edit[] | undefined {
  if (node?.type === "object" && node.flow && (node.properties.length > 0 || !opensLine(text, node, owner))) {
    const last = node.properties.at(-1);
    const start = last ? last.offset + last.length : node.offset + 1;
    // If keys are in double quotes, as in JSON, new ones and their values are too.
    const quote = last?.keyNode.style === "double" ? '"' : "";
    return [{ start, end: start, text: (last ? ", " : "") + inBrackets(keys, write, quote) }];
  }
  if (owner && isInBrackets(owner)) {
    if (owner.colonOffset === undefined || !node) return undefined;
    const { offset, length } = node;
    const written = `{${inBrackets(keys, write)}}`;
    if (length === 0) return [intoGap(text.file.text, offset, written)];
    return [{ start: offset, end: offset + length, text: written }];
  }
  const lines = inLines(keys, write, text.style.indent);
  if (!owner && node?.type === "object" && node.flow) {
    const { offset, length } = node;
    return [{ start: offset, end: offset + length, text: lines.join(text.style.lineBreak) }];
  }
  const edit = insertProperties(text, root, path, lines, emptyAt);
  return edit && [edit];
}

/**
 * True if empty brackets can be replaced by lines: they are the value of a key outside brackets, or the only thing on their
 * line.
 */
function opensLine({ file, lines }: EditedText, node: ValueNode, owner: PropertyNode | undefined): boolean {
  if (owner) return !isInBrackets(owner);
  const line = lines.lineAt(node.offset);
  return (
    node.anchor === undefined &&
    lines.text(line).trim() === file.text.slice(node.offset, node.offset + node.length)
  );
}

function isInBrackets({ parent }: PropertyNode): boolean {
  return parent?.type === "object" && parent.flow;
}

function inLines(keys: Missing, write: WriteScalar, indent: number): string[] {
  return [...keys].flatMap(([key, value]) => {
    const name = write(key, { flow: false, quote: "" });
    if (typeof value === "string") return [`${name}: ${write(value, { flow: false, quote: "" })}`];
    return [`${name}:`, ...inLines(value, write, indent).map((line) => " ".repeat(indent) + line)];
  });
}

function inBrackets(keys: Missing, write: WriteScalar, quote: Quote = ""): string {
  const place = { flow: true, quote };
  const entries = [...keys].map(([key, value]) => {
    const text = typeof value === "string" ? write(value, place) : `{${inBrackets(value, write, quote)}}`;
    return `${write(key, place)}: ${text}`;
  });
  return entries.join(", ");
}

/** Joins edits that begin at the same place into one, and puts all in text order. */
function joined(edits: readonly Edit[]): Edit[] {
  const byStart = new Map<number, Edit>();
  for (const edit of edits) {
    const known = byStart.get(edit.start);
    if (!known) byStart.set(edit.start, edit);
    else
      byStart.set(edit.start, { ...known, end: Math.max(known.end, edit.end), text: known.text + edit.text });
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}
