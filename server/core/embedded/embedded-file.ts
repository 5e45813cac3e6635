import { documentAround, editedAround, sameAround } from "../yaml/around.ts";
import { boundsOf, dashOf } from "../yaml/bounds.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { Lines } from "../yaml/lines.ts";
import { memo } from "../yaml/memo.ts";
import { embeddedPart, embeddedText, embeddedWhole } from "../yaml/narrow.ts";
import { blankOf } from "../yaml/opaque-text.ts";
import type { Bounds, Interpolation, PropertyNode, ValueNode, YamlFile, YamlNode } from "../yaml/tree.ts";
import type { EmbeddedForm } from "./product.ts";

/** The place of values in a document. */
export interface EmbeddedPlace {
  /** The key that holds them. */
  readonly holder: PropertyNode;
  /** The item of a list below that key, if each item has values. */
  readonly item?: ValueNode;
  /** `none` if the key has only entries or references. */
  readonly form: EmbeddedForm | "none";
  readonly interpolation?: Interpolation;
}

/** Embedded values as a separate file, with their range in the document around: if they are not written as they are read, the beginning of their key. */
export interface EmbeddedFile {
  readonly file: YamlFile;
  readonly start: number;
  readonly end: number;
}

/**
 * Embedded values as a file of their own, whose offsets and lines are those of the file around them: all else is blank, and so is what makes a
 * text of them. The key that holds them stays, so that what is added comes below it. `blanked` is a text without words whose beginning, up to the values, has
 * the lines of that file.
 */
export function embeddedFile(
  around: YamlFile,
  values: EmbeddedPlace,
  blanked = blankOf(around),
): EmbeddedFile {
  const { text } = around;
  const { holder, item, form, interpolation } = values;
  const { valueNode } = holder;
  const isText = form === "text" && valueNode.type === "string";
  if (form === "none" || (isText && valueNode.style !== "literal")) {
    const file = unplacedText(around, isText ? valueNode.value : "", holder.keyNode, interpolation);
    return { file, start: holder.offset, end: holder.offset };
  }
  const lines = linesOf(around);
  const line = lines.lineAt(holder.offset);
  const colon = (holder.colonOffset ?? holder.keyNode.offset + holder.keyNode.length) + 1;
  const bounds = boundsIn(around, values);
  const { end } = bounds;
  const start = item ? lines.start(dashOf(lines, item).line) : bounds.start;
  const editable = {
    bounds: () => [bounds],
    edited: (edits: readonly Edit[]) => editedIn(around, values, bounds, edits),
  };
  const comments = commentsAbove(lines, line);
  const own = [
    blanked.slice(0, comments),
    text.slice(comments, lines.start(line)),
    blanked.slice(lines.start(line), holder.offset),
    text.slice(holder.offset, colon),
    blanked.slice(colon, start),
    text.slice(start, end),
  ].join("");
  const piece = { text: own, around, interpolation, editable };
  return { file: embeddedPart(piece, holder.key, item !== undefined), start, end };
}

/** A text whose content differs from its source, in quotes or folded, as a file of its own: the place of all in it is that of a node. */
export function unplacedText(
  file: YamlFile,
  text: string,
  { offset, length }: YamlNode,
  interpolation?: Interpolation,
): YamlFile {
  return embeddedText(text, { around: file, interpolation, onlyPlace: { file, offset, length } });
}

/** The bounds of values that are written in the place of their document. */
function boundsIn(around: YamlFile, { holder, item, form }: EmbeddedPlace): Bounds {
  const bounds = boundsOf(linesOf(around), holder, item);
  return form === "text" ? { ...bounds, start: lineEnd(around.text, bounds.start) } : bounds;
}

/** The values after edits; `undefined` if the edits would change the text around. */
function editedIn(
  around: YamlFile,
  values: EmbeddedPlace,
  bounds: Bounds,
  edits: readonly Edit[],
): YamlFile | undefined {
  const { holder, item } = values;
  const near = documentAround(around, holder.offset);
  const after = editedAround(near, bounds, edits);
  const found = after && sameAround(near, after, { bounds, holder, item });
  if (found === undefined || after === undefined) return undefined;
  const place = { ...values, ...found };
  const now = boundsIn(after, place);
  const end = bounds.end + after.text.length - near.text.length;
  if (now.start !== bounds.start || now.end !== end) return undefined;
  return embeddedFile(after, place, blankOf(near)).file;
}

/** A values file in which a product replaces references before Helm reads it: the same object for the same file. */
export const substituted = memo(
  (file: YamlFile): YamlFile =>
    file.refused === undefined && file.text.includes("${") ? substitutedText(file.text) : file,
);

function substitutedText(text: string): YamlFile {
  const edited = (edits: readonly Edit[]) => substitutedText(applied(text, edits));
  return embeddedWhole({ text, interpolation: "envsubst", editable: { bounds: () => undefined, edited } });
}

const linesOf = memo((file: YamlFile) => new Lines(file));

/** The start of the comments directly above a line, which may be about the key on it. */
function commentsAbove(lines: Lines, line: number): number {
  let first = line;
  while (first > 0 && lines.beginsWithComment(first - 1)) first--;
  return lines.start(first);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}
