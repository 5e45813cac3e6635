import { ownPropertyAt, pathOf, valueAt } from "../lookup.ts";
import { regionOf } from "../region.ts";
import type { PropertyNode, YamlFile } from "../tree.ts";
import type { Edit } from "./edit.ts";
import { editedTextOf } from "./edited-text.ts";
import { insertProperties, moveProperty } from "./edits.ts";
import { removeProperty } from "./remove.ts";
import type { WriteScalar } from "./set-scalars.ts";

/** A key and its new place. */
export interface Transfer {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * The file after a key of one of its documents was renamed or moved, with its comment, its quotes and its indentation. `undefined`
 * where the text leaves no room, or if the key is only there by way of an alias. The caller checks the meaning of the result.
 */
export function transferred(
  file: YamlFile,
  document: number,
  { from, to }: Transfer,
  write: WriteScalar,
): YamlFile | undefined {
  const name = to.at(-1) ?? "";
  const parents = [from.slice(0, -1), to.slice(0, -1)] as const;
  const isSameParent =
    parents[0].length === parents[1].length && parents[0].every((key, index) => parents[1][index] === key);
  const renamed = name === from.at(-1) ? file : renamedIn(file, document, from, name, write);
  if (!renamed || isSameParent) return renamed;
  const text = editedTextOf(renamed);
  const root = renamed.documents[document]?.root;
  const property = ownPropertyAt(root, [...parents[0], name]);
  if (!property) return undefined;
  const edits = moveProperty(text, root, property, parents[0], parents[1]);
  return edits ? edited(renamed, edits) : movedAsText(renamed, document, property, parents[1], write);
}

function renamedIn(
  file: YamlFile,
  document: number,
  path: readonly string[],
  name: string,
  write: WriteScalar,
): YamlFile | undefined {
  const property = ownPropertyAt(file.documents[document]?.root, path);
  if (!property) return undefined;
  const { keyNode } = property;
  const { offset, length, style } = keyNode;
  const flow = property.parent?.type === "object" && property.parent.flow;
  const text = write(name, { flow, quote: style === "double" ? '"' : style === "single" ? "'" : "" });
  return edited(file, [{ start: offset, end: offset + length, text }]);
}

/** Moves a key whose lines cannot be taken as they are, because it is between brackets or behind a dash. */
function movedAsText(
  file: YamlFile,
  document: number,
  property: PropertyNode,
  parent: readonly string[],
  write: WriteScalar,
): YamlFile | undefined {
  const line = inOneLine(file, property, write);
  if (line === undefined) return undefined;
  const inserted =
    insertedInto(file, document, parent, [line]) ??
    insertedBetweenBrackets(file, document, parent, line, write);
  if (!inserted) return undefined;
  // The inserted text may be in front of the key.
  const path = pathOf(property);
  const there = ownPropertyAt(inserted.documents[document]?.root, path);
  return (
    there &&
    edited(
      inserted,
      removeProperty(editedTextOf(inserted), there, valueAt(inserted.documents[document]?.root, parent)),
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
  const edit = insertProperties(editedTextOf(file), root, parent, lines, end);
  return edit && edited(file, [edit]);
}

/** Writes a key into brackets, with the mappings that are missing around it. */
function insertedBetweenBrackets(
  file: YamlFile,
  document: number,
  parent: readonly string[],
  line: string,
  write: WriteScalar,
): YamlFile | undefined {
  const { root } = file.documents[document] ?? {};
  let there = parent.length;
  while (there > 0 && ownPropertyAt(root, parent.slice(0, there)) === undefined) there--;
  const node = there === 0 ? root : ownPropertyAt(root, parent.slice(0, there))?.valueNode;
  const last =
    node?.type === "object" && node.flow && node.alias === undefined ? node.properties.at(-1) : undefined;
  if (!last) return undefined;
  const start = last.offset + last.length;
  const nested = parent
    .slice(there)
    .reduceRight((inner, key) => `${write(key, { flow: true, quote: "" })}: {${inner}}`, line);
  return edited(file, [{ start, end: start, text: `, ${nested}` }]);
}

/** A key and its value as they are written, if that is on one line. */
function inOneLine(
  { text }: YamlFile,
  { key, keyNode, valueNode }: PropertyNode,
  write: WriteScalar,
): string | undefined {
  const value = text.slice(valueNode.offset, valueNode.offset + valueNode.length).trimEnd();
  if (/[\r\n]/.test(value) || valueNode.anchor !== undefined || valueNode.tag !== undefined) return undefined;
  const isQuoted = keyNode.style !== "plain";
  const name = isQuoted
    ? text.slice(keyNode.offset, keyNode.offset + keyNode.length)
    : write(key, { flow: false, quote: "" });
  return `${name}: ${value}`.trimEnd();
}

function edited(file: YamlFile, edits: readonly Edit[]): YamlFile | undefined {
  const ordered = [...edits].sort((a, b) => a.start - b.start);
  return regionOf(file).edited(ordered);
}
