import { documentsFor } from "../values/helm-documents.ts";
import { documentRefusal } from "../values/helm-refusal.ts";
import { lineStarts } from "../yaml/fixed-text.ts";
import { Lines } from "../yaml/lines.ts";
import { childrenOf } from "../yaml/lookup.ts";
import type { ScalarStyle, YamlFile, YamlNode } from "../yaml/tree.ts";
import { type Comment, commentsOf } from "./comments.ts";
import { blocksAround, columnOf, type Token, tokensOf } from "./tokens.ts";

/** What two layouts of a text differ in: what is read, or the places of comments. */
export type Difference = "values" | "comments";

/** The first difference between two layouts of a text; `undefined` if only the layout differs. */
export function differenceOf(before: YamlFile, after: YamlFile): Difference | undefined {
  if (!isReadAlike(before, after)) return "values";
  const [old, fresh] = [placesOf(before), placesOf(after)];
  return old.length === fresh.length && old.every((place, index) => place === fresh[index])
    ? undefined
    : "comments";
}

function isReadAlike(before: YamlFile, after: YamlFile): boolean {
  const faults = ({ problems }: YamlFile) => problems.map(({ fault }) => fault.code).join();
  if (after.refused || faults(before) !== faults(after)) return false;
  if (before.documents.length !== after.documents.length) return false;
  if (documentsFor(before, 4).length !== documentsFor(after, 4).length) return false;
  return before.documents.every((document, index) => {
    const other = after.documents[index];
    if (!other || !isSame([before.text, document.root], [after.text, other.root])) return false;
    // What Helm did not read before, it may read now.
    return ([3, 4] as const).every(
      (helm) => documentRefusal(before, document, helm) || !documentRefusal(after, other, helm),
    );
  });
}

type Written = readonly [text: string, node: YamlNode | undefined];

/** Whether two nodes are read alike by every reader: the same scalars with the same anchors, tags and kinds of quotes. */
function isSame([text, one]: Written, [otherText, other]: Written): boolean {
  if (!one || !other) return one === other;
  if (one.type !== other.type || one.anchor !== other.anchor || one.tag !== other.tag) return false;
  if (one.alias !== undefined || other.alias !== undefined) return one.alias === other.alias;
  if (one.type === "property" || other.type === "property") {
    if (one.type !== "property" || other.type !== "property") return false;
    return (
      isSame([text, one.keyNode], [otherText, other.keyNode]) &&
      isSame([text, one.valueNode], [otherText, other.valueNode])
    );
  }
  if ("style" in one && "style" in other) {
    if (KIND[one.style] !== KIND[other.style]) return false;
    return one.type === "string" ? one.value === other.value : source(text, one) === source(otherText, other);
  }
  const [children, others] = [childrenOf(one), childrenOf(other)];
  return (
    children.length === others.length &&
    children.every((child, index) => isSame([text, child], [otherText, others[index]]))
  );
}

const KIND: Readonly<Record<ScalarStyle, string>> = {
  plain: "plain",
  empty: "plain",
  single: "quoted",
  double: "quoted",
  literal: "literal",
  folded: "folded",
};

function source(text: string, { offset, length }: YamlNode): string {
  return text.slice(offset, offset + length);
}

/** The comments of a file with what they are above, beside and below, as texts that can be compared. */
function placesOf(file: YamlFile): string[] {
  const lines = new Lines(file, lineStarts(file.text));
  const tokens = tokensOf(file);
  const markers = markersOf(file, lines);
  let [passed, marked] = [0, 0];
  return commentsOf(file, lines).map((comment) => {
    while ((tokens[passed]?.offset ?? comment.offset) < comment.offset) passed++;
    while ((markers[marked] ?? comment.offset) < comment.offset) marked++;
    const [above, below] = [tokens[passed - 1], tokens[passed]];
    const [start, end] = [above?.offset ?? -1, below?.offset ?? Number.POSITIVE_INFINITY];
    const isAfterMarker = (markers[marked - 1] ?? -1) > start;
    const isBeforeMarker = (markers[marked] ?? end) < end;
    const level =
      above && !isAfterMarker ? levelOf(comment, above, isBeforeMarker ? undefined : below, lines) : "";
    const beside = above && isBesideKey(above, lines) ? "beside" : "";
    return [comment.text, passed, comment.ownLine, isAfterMarker, isBeforeMarker, level, beside].join("\0");
  });
}

/** Where lines with `---` and `...` begin. */
function markersOf({ text }: YamlFile, lines: Lines): number[] {
  return [...text.matchAll(/^(?:---|\.\.\.)(?=\s|$)/gm)]
    .map(({ index }) => index)
    .filter((index) => !lines.isInScalar(lines.lineAt(index)));
}

/**
 * To which block a comment belongs that is alone on its line. Above something that is deeper, that is what it belongs to; elsewhere its
 * column tells, and whether it is deeper than all there is.
 */
function levelOf(comment: Comment, above: Token, below: Token | undefined, lines: Lines): string {
  if (!comment.ownLine) return "";
  const [outer, inner] = [blocksAround(above.node), below ? blocksAround(below.node) : []];
  const shared = outer.findIndex((block, index) => block !== inner[index]);
  if (shared < 0 && inner.length > outer.length) return "";
  const least = Math.max((shared < 0 ? outer.length : shared) - 1, 0);
  const columns = outer.map((block) => columnOf(block, lines));
  let level = outer.length - 1;
  while (level > least && (columns[level] ?? 0) > comment.column) level--;
  // The dashes of a list may be at the column of its key.
  const isDash = outer[level]?.type === "array" && columns[level] === columns[level - 1];
  if (isDash && level > least && columns[level] === comment.column && !comment.isItem) level--;
  const isDeeper = comment.column > (columns.at(-1) ?? 0);
  return `${level}${isDeeper ? "+" : ""}`;
}

/** Whether a value is on the line of its key. */
function isBesideKey({ node }: Token, lines: Lines): boolean {
  const { parent } = node;
  if (parent?.type !== "property" || parent.valueNode !== node) return false;
  return lines.lineAt(parent.keyNode.offset) === lines.lineAt(node.offset);
}
