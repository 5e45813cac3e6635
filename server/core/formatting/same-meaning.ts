import { documentsFor } from "../values/helm-documents.ts";
import { documentRefusal } from "../values/helm-refusal.ts";
import { lineStarts } from "../yaml/fixed-text.ts";
import { Lines } from "../yaml/lines.ts";
import { childrenOf } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { ScalarStyle, YamlFile, YamlNode } from "../yaml/tree.ts";
import { type Comment, commentsOf } from "./comments.ts";
import { blocksAround, columnOf, type Token, tokensOf } from "./tokens.ts";

/** A difference between two layouts of a text: in the values, or in the places of comments. */
export type Difference = "values" | "comments";

/** The first difference between two layouts of a text; `undefined` if only the layout differs. */
export function differenceOf(before: YamlFile, after: YamlFile): Difference | undefined {
  if (before === after) return undefined;
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
    // A document that Helm refused before may be accepted now.
    return ([3, 4] as const).every(
      (helm) => documentRefusal(before, document, helm) || !documentRefusal(after, other, helm),
    );
  });
}

type Written = readonly [text: string, node: YamlNode | undefined];

/** True if every reader reads two nodes alike: the same scalars with the same anchors, tags and kinds of quotes. */
function isSame([text, node]: Written, [otherText, other]: Written): boolean {
  if (!node || !other) return node === other;
  if (node.type !== other.type || node.anchor !== other.anchor || node.tag !== other.tag) return false;
  if (node.alias !== undefined || other.alias !== undefined) return node.alias === other.alias;
  if (node.type === "property" || other.type === "property") {
    if (node.type !== "property" || other.type !== "property") return false;
    return (
      isSame([text, node.keyNode], [otherText, other.keyNode]) &&
      isSame([text, node.valueNode], [otherText, other.valueNode])
    );
  }
  if ("style" in node && "style" in other) {
    if (KIND[node.style] !== KIND[other.style]) return false;
    return node.type === "string"
      ? node.value === other.value
      : source(text, node) === source(otherText, other);
  }
  const [children, others] = [childrenOf(node), childrenOf(other)];
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

/** The comments of a file with their places between tokens, as texts that can be compared. */
const placesOf = memo((file: YamlFile): readonly string[] => {
  const lines = new Lines(file, lineStarts(file.text));
  const comments = commentsOf(file, lines);
  if (comments.length === 0) return [];
  const tokens = tokensOf(file);
  const markers = markersOf(file, lines);
  let [passed, marked] = [0, 0];
  return comments.map((comment) => {
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
});

/** The offsets of lines with `---` and `...`. */
function markersOf({ text }: YamlFile, lines: Lines): number[] {
  return [...text.matchAll(/^(?:---|\.\.\.)(?=\s|$)/gm)]
    .map(({ index }) => index)
    .filter((index) => !lines.isInScalar(lines.lineAt(index)));
}

/**
 * The level of the block that a comment alone on its line belongs to. Above a deeper block, it belongs to that; elsewhere its column
 * decides, with a `+` if it is deeper than all blocks.
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

/** True if a value is on the line of its key. */
function isBesideKey({ node }: Token, lines: Lines): boolean {
  const { parent } = node;
  if (parent?.type !== "property" || parent.valueNode !== node) return false;
  return lines.lineAt(parent.keyNode.offset) === lines.lineAt(node.offset);
}
