import { Lines } from "../lines.ts";
import { valueAt } from "../lookup.ts";
import { parseYaml } from "../reader/parse.ts";
import { styleOf } from "../style.ts";
import type { ObjectNode, PropertyNode, ValueNode, YamlFile } from "../tree.ts";
import type { Edit } from "./edit.ts";
import { applied, type EditedText, insertProperties, moveProperty, removeProperty } from "./edits.ts";

/** A key and its new place. */
export interface Transfer {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Writes a key where it is not between brackets, or between brackets. */
type WriteKey = (key: string, flow: boolean) => string;

/**
 * The file after a key of one of its documents was renamed or moved, with its comment, its quotes and its indentation. `undefined`
 * where the text leaves no room, or if the key is only there by way of an alias. What the result means is for the caller to check.
 */
export function transferred(
  file: YamlFile,
  document: number,
  { from, to }: Transfer,
  write: WriteKey,
): YamlFile | undefined {
  const name = to.at(-1) ?? "";
  const parents = [from.slice(0, -1), to.slice(0, -1)] as const;
  const isSameParent =
    parents[0].length === parents[1].length && parents[0].every((key, at) => parents[1][at] === key);
  const renamed = name === from.at(-1) ? file : renamedIn(file, document, from, name, write);
  if (!renamed || isSameParent) return renamed;
  const text = editedText(renamed);
  const root = renamed.documents[document]?.root;
  const property = ownProperty(root, [...parents[0], name]);
  if (!property) return undefined;
  const edits = moveProperty(text, root, property, parents[0], parents[1]);
  return edits ? reread(renamed, edits) : movedAsText(renamed, document, property, parents[1], write);
}

function renamedIn(
  file: YamlFile,
  document: number,
  path: readonly string[],
  name: string,
  write: WriteKey,
): YamlFile | undefined {
  const property = ownProperty(file.documents[document]?.root, path);
  if (!property) return undefined;
  const { keyNode } = property;
  const { offset, length, style } = keyNode;
  const isQuoted = style === "double" || style === "single";
  const flow = property.parent?.type === "object" && property.parent.flow;
  const text = isQuoted ? quoted(name, style) : write(name, flow);
  return reread(file, [{ start: offset, end: offset + length, text }]);
}

/** Single quotes have no escapes, so they cannot hold line breaks or control characters. */
function quoted(name: string, style: "double" | "single"): string {
  return style === "double" || /\p{Cc}/u.test(name)
    ? JSON.stringify(name)
    : `'${name.replaceAll("'", "''")}'`;
}

/** Moves a key whose lines cannot be taken as they are, because it is between brackets or behind a dash. */
function movedAsText(
  file: YamlFile,
  document: number,
  property: PropertyNode,
  parent: readonly string[],
  write: WriteKey,
): YamlFile | undefined {
  const line = inOneLine(file, property, write);
  if (line === undefined) return undefined;
  const inserted =
    insertedInto(file, document, parent, [line]) ??
    insertedBetweenBrackets(file, document, parent, line, write);
  if (!inserted) return undefined;
  // What was inserted may be in front of it.
  const path = keysTo(property);
  const there = ownProperty(inserted.documents[document]?.root, path);
  return (
    there &&
    reread(
      inserted,
      removeProperty(editedText(inserted), there, valueAt(inserted.documents[document]?.root, parent)),
    )
  );
}

function insertedInto(
  file: YamlFile,
  document: number,
  parent: readonly string[],
  lines: readonly string[],
): YamlFile | undefined {
  const { root, end } = file.documents[document] ?? {};
  const edit = insertProperties(editedText(file), root, parent, lines, end);
  return edit && reread(file, [edit]);
}

/** Writes a key into brackets, with the mappings that are missing around it. */
function insertedBetweenBrackets(
  file: YamlFile,
  document: number,
  parent: readonly string[],
  line: string,
  write: WriteKey,
): YamlFile | undefined {
  const { root } = file.documents[document] ?? {};
  let there = parent.length;
  while (there > 0 && ownProperty(root, parent.slice(0, there)) === undefined) there--;
  const node = there === 0 ? root : ownProperty(root, parent.slice(0, there))?.valueNode;
  const last =
    node?.type === "object" && node.flow && node.alias === undefined ? node.properties.at(-1) : undefined;
  if (!last) return undefined;
  const at = last.offset + last.length;
  const nested = parent.slice(there).reduceRight((inner, key) => `${write(key, true)}: {${inner}}`, line);
  return reread(file, [{ start: at, end: at, text: `, ${nested}` }]);
}

/** A key and its value as they are written, if that is on one line. */
function inOneLine(
  { text }: YamlFile,
  { key, keyNode, valueNode }: PropertyNode,
  write: WriteKey,
): string | undefined {
  const value = text.slice(valueNode.offset, valueNode.offset + valueNode.length).trimEnd();
  if (/[\r\n]/.test(value) || valueNode.anchor !== undefined || valueNode.tag !== undefined) return undefined;
  const isQuoted = keyNode.style !== "plain";
  const name = isQuoted ? text.slice(keyNode.offset, keyNode.offset + keyNode.length) : write(key, false);
  return `${name}: ${value}`.trimEnd();
}

/** The property at a path that is written there itself; of several with the same key, the one that counts. */
export function ownProperty(root: ValueNode | undefined, path: readonly string[]): PropertyNode | undefined {
  let node = root;
  let found: PropertyNode | undefined;
  for (const key of path) {
    if (node?.type !== "object" || node.alias !== undefined) return undefined;
    const mapping: ObjectNode = node;
    found = mapping.properties.findLast((property) => property.key === key);
    if (!found) return undefined;
    node = found.valueNode;
  }
  return found;
}

function keysTo(property: PropertyNode): string[] {
  const above = property.parent?.parent;
  return above?.type === "property" ? [...keysTo(above), property.key] : [property.key];
}

function reread(file: YamlFile, edits: readonly Edit[]): YamlFile {
  return parseYaml(
    applied(
      file.text,
      [...edits].sort((a, b) => a.start - b.start),
    ),
  );
}

function editedText(file: YamlFile): EditedText {
  const lines = new Lines(file);
  return { file, lines, style: styleOf(lines) };
}
