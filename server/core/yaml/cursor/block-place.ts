import type { Line, Lines } from "../lines.ts";
import { nodeAt } from "../lookup.ts";
import type { PathSegment, YamlFile, YamlNode } from "../tree.ts";

/** The container that a key at a given line and column belongs to. */
interface BlockPlace {
  readonly path: PathSegment[];
  /** Lines that hold other keys of the container; at least one if there are any. */
  readonly siblings: readonly number[];
  /** Column of the container's keys, if it has any. */
  readonly keyColumn?: number;
}

/**
 * Finds the container of a key by indentation, going up line by line: a line that is indented less holds the lines that are
 * indented more. `dashes` are those on the key's own line. `undefined` if the key fits nowhere.
 */
export function placeOf(
  lines: Lines,
  first: number,
  line: number,
  column: number,
  dashes: readonly number[],
): BlockPlace | undefined {
  const found = containerAbove(lines, first, line, column, dashes);
  if (!found) return undefined;
  const { path, siblings, owner } = found;
  const isTop = owner !== undefined && owner.line < first;
  if (dashes.length > 0 || (isTop && siblings.length === 0)) {
    const below = siblingBelow(lines, line, column);
    if (below !== undefined) siblings.push(below);
  }
  const keyColumn = siblings.length > 0 ? column : owner && columnBelow(lines, owner, line, column, siblings);
  return { path, siblings, ...(dashes.length === 0 && keyColumn !== undefined && { keyColumn }) };
}

/** The position of the key or dash that a container belongs to. */
interface Owner {
  readonly line: number;
  readonly column: number;
}

/** A container without what is below its key; its siblings are on lines above. */
interface Container {
  readonly path: PathSegment[];
  readonly siblings: number[];
  /** Absent if the container begins on the line of one of its keys. */
  readonly owner?: Owner;
}

/** Goes up from a line to what it belongs to, and from there to the top, so that each line is read once. */
function containerAbove(
  lines: Lines,
  first: number,
  line: number,
  column: number,
  dashes: readonly number[],
): Container | undefined {
  const siblings: number[] = [];
  const within = (path: PathSegment[] | undefined, owner?: Owner) => path && { path, siblings, owner };
  if (dashes.length > 0) return within(pathOfDash(lines, first, line, dashes));
  for (let above = line - 1; above >= first; above--) {
    // Most lines of a file do not matter here; they are ruled out without being parsed.
    const structure = lines.indentation(above) > column ? undefined : lines.structure(above);
    if (!structure) continue;
    const start = structure.dashes[0] ?? structure.column;
    if (start === column && structure.dashes.length > 0 && structure.column > column) continue;
    if (structure.column === column) {
      siblings.push(above);
      if (structure.dashes.length === 0) continue;
      return within(pathOfDash(lines, first, above, structure.dashes));
    }
    // `- key: x` cannot have a second key between its dash and its first one.
    if (structure.column > column) return undefined;
    const owner = { line: above, column: structure.column };
    if (structure.key) {
      if (structure.value?.given) return undefined;
      const path = containerAbove(lines, first, above, structure.column, structure.dashes)?.path;
      path?.push(structure.key.text);
      return within(path, owner);
    }
    if (structure.dashes.length > 0 && isBareDash(lines, above, structure.column)) {
      return within(pathOfDash(lines, first, above, structure.dashes), owner);
    }
    // A line above without a key or a dash is a word being typed; it holds nothing.
  }
  return within([], { line: first - 1, column: -1 });
}

/** The column of the keys that a container holds below a line, the first of which is added to its siblings. */
function columnBelow(
  lines: Lines,
  { line: parent, column: parentColumn }: Owner,
  line: number,
  column: number,
  siblings: number[],
): number | undefined {
  const isKey = lines.structure(line)?.key !== undefined;
  for (let below = parent + 1; below < lines.count; below++) {
    const structure = below === line ? undefined : lines.structure(below);
    if (!structure && below > line && /^(?:---|\.\.\.)/.test(lines.text(below))) return undefined;
    if (!structure) continue;
    const from = structure.dashes[0] ?? structure.column;
    // Lines that are indented more than a key belong to it, and so does a list at its column.
    if (isKey && (from > column || (from === column && structure.dashes.length > 0))) continue;
    if (from <= parentColumn || structure.dashes.length > 0) return undefined;
    // A blank line or a word being typed may be anywhere: it moves to the column of its siblings.
    if (structure.key && (!isKey || from >= column)) {
      if (from > column && isUneven(lines, line, parentColumn)) return undefined;
      siblings.push(below);
      return from;
    }
    if (from !== column) return undefined;
  }
  return undefined;
}

/** The path of the list item that the last dash of a line begins. */
function pathOfDash(
  lines: Lines,
  first: number,
  line: number,
  dashes: readonly number[],
): PathSegment[] | undefined {
  const dash = dashes.at(-1);
  if (dash === undefined) return undefined;
  if (dashes.length > 1) {
    const outer = pathOfDash(lines, first, line, dashes.slice(0, -1));
    outer?.push(0);
    return outer;
  }
  let index = 0;
  for (let above = line - 1; above >= first; above--) {
    const structure: Line | undefined = lines.indentation(above) > dash ? undefined : lines.structure(above);
    if (!structure) continue;
    if (structure.dashes.includes(dash)) {
      index++;
      if (structure.dashes[0] === dash) continue;
      const outer = pathOfDash(
        lines,
        first,
        above,
        structure.dashes.slice(0, structure.dashes.indexOf(dash)),
      );
      outer?.push(index);
      return outer;
    }
    if (structure.key && structure.column <= dash) {
      if (structure.value?.given) return undefined;
      const path = containerAbove(lines, first, above, structure.column, structure.dashes)?.path;
      path?.push(structure.key.text, index);
      return path;
    }
    if (structure.dashes.length > 0 && isBareDash(lines, above, structure.column)) {
      const outer = pathOfDash(lines, first, above, structure.dashes);
      outer?.push(index);
      return outer;
    }
    return undefined;
  }
  return [index];
}

function siblingBelow(lines: Lines, line: number, column: number): number | undefined {
  for (let below = line + 1; below < lines.count; below++) {
    const structure = lines.indentation(below) > column ? undefined : lines.structure(below);
    if (!structure) continue;
    const start = structure.dashes[0] ?? structure.column;
    if (start < column) return undefined;
    // A list may be at the column of the key that it belongs to.
    if (start === column && structure.dashes.length > 0) continue;
    if (start === column) return structure.key ? below : undefined;
  }
  return undefined;
}

/** True if a word behind a dash is further to the right than the next line of the item. */
export function isDeeperThanItem(lines: Lines, line: number, { dashes, column }: Line): boolean {
  const dash = dashes.at(-1);
  if (dash === undefined) return false;
  let next = line + 1;
  while (next < lines.count && /^\s*(?:#|$)/.test(lines.text(next))) next++;
  const below = next < lines.count ? lines.indentation(next) : 0;
  return below > dash && below < column;
}

/** The kind of block below a line that belongs to a key at a column: keys, list items, or the rest of a scalar. */
export function blockBelow(
  lines: Lines,
  line: number,
  column: number,
): "keys" | "items" | "text" | undefined {
  for (let below = line + 1; below < lines.count; below++) {
    if (/^\s*(?:#|$)/.test(lines.text(below))) continue;
    const indentation = lines.indentation(below);
    const structure = lines.structure(below);
    const isItem = (structure?.dashes.length ?? 0) > 0;
    if (indentation < column || (indentation === column && !isItem)) return undefined;
    return isItem ? "items" : structure?.key ? "keys" : "text";
  }
  return undefined;
}

/** True if only the first lines of the block below a line are deeper than the rest, so that they belong to the key above rather than to one at `column`. */
export function isUneven(lines: Lines, line: number, column: number): boolean {
  let first: number | undefined;
  for (let below = line + 1; below < lines.count; below++) {
    const start = lines.structure(below) && lines.indentation(below);
    if (start === undefined) continue;
    first ??= start;
    if (start <= column || start < first) return start > column;
  }
  return false;
}

function isBareDash(lines: Lines, line: number, column: number): boolean {
  return /^\s*(?:[&!]\S*(?:\s+|$))*(?:#|$)/.test(lines.text(line).slice(column));
}

/** The keys that the container of a place already has, except the key at the offset `excluded`. */
export function presentKeys(file: YamlFile, place: BlockPlace, lines: Lines, excluded: number): Set<string> {
  const keys = new Set<string>();
  let sibling: number | undefined;
  for (const line of place.siblings) {
    const key = lines.structure(line)?.key;
    if (!key) continue;
    keys.add(key.text);
    sibling ??= lines.start(line) + key.start;
  }
  if (sibling === undefined) return keys;
  // The tree also knows the keys below the cursor.
  const document = file.documents.findLast((candidate) => candidate.start <= excluded);
  let node: YamlNode | undefined = nodeAt(document?.root, sibling);
  while (node && node.type !== "object") node = node.parent;
  // If the sibling is in a part that could not be read, the tree does not know its mapping.
  if (!node?.properties.some((property) => property.offset === sibling)) return keys;
  for (const property of node.properties) {
    if (property.offset !== excluded) keys.add(property.key);
  }
  return keys;
}

/** The start offset of the document that holds an offset. */
export function documentStart(file: YamlFile, offset: number): number {
  return file.documents.findLast((document) => document.start <= offset)?.start ?? 0;
}
