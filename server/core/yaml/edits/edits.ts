import { depthOf, keyAbove, valueAt } from "../lookup.ts";
import type { ObjectNode, Path, PathSegment, PropertyNode, ValueNode } from "../tree.ts";
import type { Edit } from "./edit.ts";
import type { EditedText } from "./edited-text.ts";
import {
  isExplicit,
  lastCommentBelow,
  linesOf,
  mappingOf,
  propertyText,
  startsLine,
} from "./property-lines.ts";
import { removeProperty } from "./remove.ts";

/** A text with edits applied, which must be in text order and must not overlap. */
export function applied(text: string, edits: readonly Edit[]): string {
  let result = "";
  let end = 0;
  for (const edit of edits) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

/**
 * Writes properties into the mapping at `path`, after those it already has. Missing parents are written too, but not list
 * items. `undefined` if something else is there, or brackets that the properties do not fit into.
 */
export function insertProperties(
  text: EditedText,
  root: ValueNode | undefined,
  path: Path,
  properties: readonly string[],
  emptyAt = text.file.text.length,
): Edit | undefined {
  let mapping: ObjectNode | undefined;
  let brackets: ObjectNode | undefined;
  let owner = keyAbove(text.file, root);
  let node = root;
  let depth = 0;
  for (;;) {
    const step = path[depth];
    if (node?.type === "array" && !node.alias && typeof step === "number") {
      node = node.items[step];
      owner = undefined;
      depth++;
      continue;
    }
    if (node && (node.alias || (node.type !== "object" && node.type !== "null"))) return undefined;
    if (node?.type === "object") {
      if (node.flow && node.properties.length > 0) brackets = node;
      mapping = node;
    }
    const segment: PathSegment | undefined = path[depth];
    const next: PropertyNode | undefined =
      node?.type === "object" ? node.properties.findLast((child) => child.key === segment) : undefined;
    if (segment === undefined || !next) break;
    owner = next;
    node = next.valueNode;
    depth++;
  }
  const missing = path.slice(depth);
  if (brackets)
    return brackets === node && missing.length === 0 ? intoBrackets(text, brackets, properties) : undefined;
  if (missing.some((segment) => typeof segment === "number")) return undefined;
  if (owner && isBroken(text, owner)) return undefined;
  const inner = node?.type === "object" && !node.flow ? node : undefined;
  const lines = nest(missing, properties, text.style.indent);
  if (inner) return belowProperties(text, inner, lines);
  if (owner) {
    if (isExplicit(text, owner) || hasUnreadValue(text, owner)) return undefined;
    return belowKey(text, owner, indentBy(lines, text.lines.columnOf(owner.offset) + text.style.indent));
  }
  if (mapping) return undefined;
  const before = text.file.text.slice(0, emptyAt);
  const lead = before === "" || before.endsWith("\n") ? "" : text.style.lineBreak;
  const whole = text.missingKey === undefined ? lines : nest([text.missingKey], lines, text.style.indent);
  return {
    start: emptyAt,
    end: emptyAt,
    text: lead + whole.join(text.style.lineBreak) + text.style.lineBreak,
  };
}

/** True if the line of a key has a syntax problem, so that the value of the key is not known. */
function isBroken({ file, lines }: EditedText, { offset }: PropertyNode): boolean {
  const line = lines.lineAt(offset);
  return file.problems.some((problem) => lines.lineAt(problem.offset) === line);
}

/** True if the line of a key has a value that the tree lacks because it could not be parsed. */
function hasUnreadValue({ lines }: EditedText, { colonOffset, keyNode, valueNode }: PropertyNode): boolean {
  if (valueNode.length > 0) return false;
  const start = (colonOffset ?? keyNode.offset + keyNode.length) + 1;
  const line = lines.lineAt(start - 1);
  const rest = lines.text(line).slice(start - lines.start(line));
  return !/^(?:[ \t]+[&!]\S*)*[ \t]*(?:[ \t]#.*)?$/.test(rest);
}

/** Adds properties after those in brackets if each is simple enough to go there: a key and a plain value. */
function intoBrackets(
  { file }: EditedText,
  { properties }: ObjectNode,
  added: readonly string[],
): Edit | undefined {
  const last = properties.at(-1);
  if (!last || !added.every((line) => /^[\w./-]+: [^\s,[\]{}#&*!|>%@`"'][^,[\]{}#\n]*$/.test(line)))
    return undefined;
  const end = last.offset + last.length;
  // A comma directly after a colon could be read as part of the key.
  const comma = file.text.charAt(end - 1) === ":" ? " , " : ", ";
  return { start: end, end, text: comma + added.join(", ") };
}

/** Moves a property, with its comment, into the mapping at `path`. `undefined` if it cannot be written there. */
export function moveProperty(
  text: EditedText,
  root: ValueNode | undefined,
  property: PropertyNode,
  from: Path,
  path: Path,
): Edit[] | undefined {
  const parent = mappingOf(property);
  if (!parent || parent.flow || !startsLine(text, property) || isExplicit(text, property)) return undefined;
  const inside = from.every((segment, index) => path[index] === segment);
  const [step] = path.slice(from.length);
  const exists = parent.properties.some((child) => child.key === step);
  const lines = propertyText(text, property);
  if (inside && step !== undefined && !exists) {
    const column = text.lines.columnOf(property.offset);
    const nested = indentBy(nest(path.slice(from.length), lines, text.style.indent), column);
    const [first, last] = linesOf(text, property);
    const start = text.lines.start(first);
    const end = text.lines.start(last) + text.lines.text(last).length;
    return [{ start, end, text: nested.join(text.style.lineBreak) }];
  }
  const insertion = insertProperties(text, root, path, lines);
  if (!insertion) return undefined;
  // The mapping that the property moves into must not be removed for being empty for a moment.
  const target = valueAt(root, path.slice(0, depthOf(root, path)));
  const removal = removeProperty(text, property, inside ? parent : target);
  return apart(text, insertion, removal);
}

/** At the end of a file a removal begins on the line above, where the insertion may be: then the two become one edit. */
function apart({ file }: EditedText, insertion: Edit, removal: readonly Edit[]): Edit[] {
  const around = removal.find(({ start, end }) => start < insertion.start && insertion.start < end);
  if (!around || insertion.end > around.end) return [insertion, ...removal];
  const { start, end } = around;
  const joined = file.text.slice(start, insertion.start) + insertion.text.replace(/\r?\n$|\r$/, "");
  return removal.map((edit) => (edit === around ? { start, end, text: joined } : edit));
}

function behindLine({ file, lines, style }: EditedText, line: number, added: readonly string[]): Edit {
  const end = lines.start(line) + lines.text(line).length;
  if (line + 1 < lines.count) {
    const next = lines.start(line + 1);
    return { start: next, end: next, text: added.join(style.lineBreak) + style.lineBreak };
  }
  return { start: end, end: file.text.length, text: style.lineBreak + added.join(style.lineBreak) };
}

/** Writes lines into a mapping without brackets, after the properties that it has and what is commented out below the last one. */
export function belowProperties(text: EditedText, mapping: ObjectNode, added: readonly string[]): Edit {
  const sibling = mapping.properties.find((property) => !isExplicit(text, property));
  const column = text.lines.columnOfMapping(sibling?.offset ?? mapping.offset);
  const last = lastCommentBelow(text, text.lines.lineAt(mapping.offset + mapping.length), column);
  return behindLine(text, last, indentBy(added, column));
}

/**
 * Writes lines below a key, in place of its value, after the comments below it that are indented further than the lines. Text behind
 * the value on its line stays there.
 */
export function belowKey(text: EditedText, owner: PropertyNode, added: readonly string[]): Edit {
  const { file, lines, style } = text;
  const { valueNode, colonOffset, keyNode } = owner;
  const column = (added[0] ?? "").search(/\S/);
  const colon = (colonOffset ?? keyNode.offset + keyNode.length) + 1;
  const isMarked = valueNode.anchor !== undefined || valueNode.tag !== undefined;
  if (valueNode.length === 0)
    return behindLine(text, lastCommentBelow(text, lines.lineAt(colon - 1), column), added);
  const start = isMarked ? file.text.slice(0, valueNode.offset).trimEnd().length : colon;
  const end = valueNode.offset + valueNode.length;
  const last = lastCommentBelow(text, lines.lineAt(end - 1), column);
  const stop = lines.start(last) + lines.text(last).length;
  const kept = file.text.slice(end, stop).trimEnd();
  return { start, end: stop, text: kept + style.lineBreak + added.join(style.lineBreak) };
}

function nest(parents: Path, lines: readonly string[], indent: number): string[] {
  const nested = parents.map((parent, depth) => `${" ".repeat(depth * indent)}${parent}:`);
  return [...nested, ...indentBy(lines, parents.length * indent)];
}

function indentBy(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(columns) + line));
}
