import { Lines } from "../lines.ts";
import { valueAt } from "../lookup.ts";
import { isModeline } from "../modeline.ts";
import { type Style, styleOf } from "../style.ts";
import type { ObjectNode, Path, PathSegment, PropertyNode, ValueNode, YamlFile } from "../tree.ts";
import type { Edit } from "./edit.ts";

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

/** What an edit needs to know about the text: the text itself, its lines and its layout. */
export interface EditedText {
  readonly file: Pick<YamlFile, "text" | "problems">;
  readonly lines: Lines;
  readonly style: Style;
  /** The key of the top level, as it is written, that keys go below where the text does not have it yet. */
  readonly holder?: string | undefined;
}

/** A whole text, for edits that are not part of a document. */
export function editedTextOf(file: YamlFile): EditedText {
  const lines = new Lines(file);
  return { file, lines, style: styleOf(lines) };
}

/**
 * Removes a property along with the comment directly above it. A mapping that would be left empty is removed too, up to but
 * not including the mapping `keep`, and the values below a key of another chart or product. Gives no edits if a key after a `?` would have to be removed: these are hardly ever written, and
 * the text around one depends on it.
 */
export function removeProperty(text: EditedText, property: PropertyNode, keep?: ValueNode): Edit[] {
  const parent = mappingOf(property);
  const grandparent = parent?.parent;
  const isOnly = parent?.properties.length === 1 && parent !== keep;
  if (isOnly && grandparent?.type === "property") return removeProperty(text, grandparent, keep);
  if (isExplicit(text, property)) return [];
  if (isOnly && parent.holder && !parent.flow) return emptied(text, property);
  if (parent?.flow) return [{ ...flowRange(parent, property), text: "" }];
  const [first, last] = linesOf(text, property);
  if (!startsLine(text, property)) {
    const next = parent?.properties[parent.properties.indexOf(property) + 1];
    if (next) return [{ start: property.offset, end: next.offset, text: "" }];
    if (parent?.properties.length !== 1) {
      return [{ start: property.offset, end: property.offset + property.length, text: "" }];
    }
  }
  const lines = wholeLines(text, first, last);
  // A byte order mark inside a text is part of its key; at the start of the file it would not be.
  return first === 0 && text.file.text.charAt(lines.end) === "\uFEFF" ? [] : [lines];
}

/** Removes the only property of the values below a key that is not theirs, and so stays. */
function emptied(text: EditedText, property: PropertyNode): Edit[] {
  const { lines } = text;
  const [first] = linesOf(text, property);
  const own = lines.lineAt(property.offset);
  const value = { start: property.offset, end: property.offset + property.length, text: "{}" };
  return first === own ? [value] : [{ start: lines.start(first), end: lines.start(own), text: "" }, value];
}

/** Removes whole lines along with a line break, so that no blank line is left behind. */
function wholeLines({ file, lines }: EditedText, first: number, last: number): Edit {
  const start = lines.start(first);
  const end = last + 1 < lines.count ? lines.start(last + 1) : file.text.length;
  if (end < file.text.length || first === 0) return { start, end, text: "" };
  const before = file.text.slice(0, start).replace(/\r?\n$/, "").length;
  const endsWithBreak = /\n$/.test(file.text.slice(start, end));
  return endsWithBreak ? { start, end, text: "" } : { start: before, end, text: "" };
}

/** A property's lines without their indentation, starting with the comment directly above it. */
export function propertyText(text: EditedText, property: PropertyNode): string[] {
  const column = property.offset - text.lines.start(text.lines.lineAt(property.offset));
  const [first, last] = linesOf(text, property);
  const lines: string[] = [];
  for (let line = first; line <= last; line++) {
    const whole = text.lines.text(line);
    const blanks = /^ */.exec(whole)?.[0].length ?? 0;
    const dashed = line === text.lines.lineAt(property.offset);
    lines.push(dashed ? whole.slice(column) : whole.slice(Math.min(column, blanks)));
  }
  return lines;
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
  let owner = root?.holder;
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
  if (inner) {
    const sibling = inner.properties.find((property) => !isExplicit(text, property));
    const column = text.lines.columnOfMapping(sibling?.offset ?? inner.offset);
    return behindLine(text, text.lines.lineAt(inner.offset + inner.length), indentBy(lines, column));
  }
  if (owner) {
    if (isExplicit(text, owner)) return undefined;
    const column = text.lines.columnOf(owner.offset) + text.style.indent;
    const valueStart = (owner.colonOffset ?? owner.keyNode.offset + owner.keyNode.length) + 1;
    const written = owner.valueNode.length > 0;
    const indented = indentBy(lines, column);
    if (!written) {
      const line = text.lines.lineAt(valueStart - 1);
      const rest = text.lines.text(line).slice(valueStart - text.lines.start(line));
      // A value that cannot be read is there all the same.
      return /^(?:[ \t]+[&!]\S*)*[ \t]*(?:[ \t]#.*)?$/.test(rest)
        ? behindLine(text, line, indented)
        : undefined;
    }
    const end = owner.valueNode.offset + owner.valueNode.length;
    return { start: valueStart, end, text: text.style.lineBreak + indented.join(text.style.lineBreak) };
  }
  if (mapping) return undefined;
  const before = text.file.text.slice(0, emptyAt);
  const lead = before === "" || before.endsWith("\n") ? "" : text.style.lineBreak;
  const whole = text.holder === undefined ? lines : nest([text.holder], lines, text.style.indent);
  return {
    start: emptyAt,
    end: emptyAt,
    text: lead + whole.join(text.style.lineBreak) + text.style.lineBreak,
  };
}

/** Whether the line of a key cannot be read, so that it is not known what is its value. */
function isBroken({ file, lines }: EditedText, { offset }: PropertyNode): boolean {
  const line = lines.lineAt(offset);
  return file.problems.some((problem) => lines.lineAt(problem.offset) === line);
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
  const at = last.offset + last.length;
  // A comma directly after a colon could be read as part of the key.
  const comma = file.text.charAt(at - 1) === ":" ? " , " : ", ";
  return { start: at, end: at, text: comma + added.join(", ") };
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
  const removal = removeProperty(text, property, inside ? parent : valueAt(root, path));
  return apart(text, insertion, removal);
}

/** At the end of a file a removal begins on the line above, where the insertion may be: then the two become one edit. */
function apart({ file }: EditedText, insertion: Edit, removal: readonly Edit[]): Edit[] {
  const around = removal.find(({ start, end }) => start < insertion.start && insertion.start < end);
  if (!around || insertion.end > around.end) return [insertion, ...removal];
  const { start, end } = around;
  const joined = file.text.slice(start, insertion.start) + insertion.text.replace(/\r?\n$/, "");
  return removal.map((edit) => (edit === around ? { start, end, text: joined } : edit));
}

/** Whether a property is the first thing on its line, neither after a dash nor inside brackets. */
export function startsLine({ file, lines }: EditedText, property: PropertyNode): boolean {
  const start = lines.start(lines.lineAt(property.offset));
  return /^[ \t]*$/.test(file.text.slice(start, property.offset));
}

/** Whether a key comes after a `?`, or has its colon on a later line. */
export function isExplicit({ file, lines }: EditedText, { keyNode, colonOffset }: PropertyNode): boolean {
  const line = lines.lineAt(keyNode.offset);
  const before = file.text.slice(lines.start(line), keyNode.offset);
  if (/(?:^|[\s,{])\?[ \t]+(?:[&!]\S+[ \t]+){0,2}$/.test(before)) return true;
  return (
    colonOffset !== undefined && lines.lineAt(colonOffset) > lines.lineAt(keyNode.offset + keyNode.length)
  );
}

/** The mapping that a property is in. */
export function mappingOf(property: PropertyNode): ObjectNode | undefined {
  return property.parent?.type === "object" ? property.parent : undefined;
}

/** The first and last line of a property, with the comment directly above it. */
export function linesOf(text: EditedText, property: PropertyNode): [number, number] {
  const { lines } = text;
  let first = lines.lineAt(property.offset);
  const last = lines.lineAt(Math.max(property.offset + property.length - 1, property.offset));
  if (startsLine(text, property)) {
    const column = text.lines.columnOf(property.offset);
    while (first > 0) {
      const above = lines.text(first - 1);
      if (
        !above.trim().startsWith("#") ||
        above.length - above.trimStart().length !== column ||
        // A modeline belongs to the file, not to the key below it.
        isModeline(above)
      )
        break;
      first--;
    }
  }
  return [first, last];
}

function flowRange(parent: ObjectNode, property: PropertyNode): { start: number; end: number } {
  const index = parent.properties.indexOf(property);
  const next = parent.properties[index + 1];
  if (next) return { start: property.offset, end: next.offset };
  const previous = parent.properties[index - 1];
  const end = property.offset + property.length;
  return { start: previous ? previous.offset + previous.length : property.offset, end };
}

function behindLine({ file, lines, style }: EditedText, line: number, added: readonly string[]): Edit {
  const end = lines.start(line) + lines.text(line).length;
  if (line + 1 < lines.count) {
    const next = lines.start(line + 1);
    return { start: next, end: next, text: added.join(style.lineBreak) + style.lineBreak };
  }
  return { start: end, end: file.text.length, text: style.lineBreak + added.join(style.lineBreak) };
}

function nest(parents: Path, lines: readonly string[], indent: number): string[] {
  const nested = parents.map((parent, depth) => `${" ".repeat(depth * indent)}${parent}:`);
  return [...nested, ...indentBy(lines, parents.length * indent)];
}

function indentBy(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(columns) + line));
}
