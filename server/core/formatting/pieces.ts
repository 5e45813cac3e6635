import { firstWhere } from "../yaml/first-where.ts";
import { isBlockCollection, walk } from "../yaml/lookup.ts";
import type { ArrayNode, YamlNode } from "../yaml/tree.ts";
import type { Comment } from "./comments.ts";
import { continuedComments } from "./continued-comments.ts";
import { type Entry, isBlockScalar, type Source } from "./entries.ts";
import type { Piece } from "./stand-ins.ts";

/** The pieces of a text that the formatter must not see, because it would move them to another place. */
export function piecesOf(source: Source): Piece[] {
  return [
    ...indicatedScalars(source),
    ...ignored(source),
    ...continuedComments(source),
    ...leadingComments(source),
    ...commentedItems(source),
  ];
}

/** Block scalars whose sign has the number of columns by which they are indented: `|2`. They are moved as they are. */
function indicatedScalars(source: Source): Piece[] {
  const { file, lines } = source;
  return file.documents.flatMap(({ multiline }) =>
    multiline.flatMap((node): Piece[] => {
      const sign = /^[|>][+-]?[1-9][+-]?/.exec(file.text.slice(node.offset, node.offset + 4))?.[0];
      if (!sign || !isBlockScalar(node)) return [];
      const first = lines.lineAt(node.offset);
      const { dashes, key } = lines.structure(first) ?? {};
      if (!key && !dashes?.length) return [];
      const column = lines.columnOf(node.offset);
      return [{ kind: "scalar", first, last: source.lastLine(node), column, end: column + sign.length }];
    }),
  );
}

/** Comments `prettier-ignore`, each with the entry that it protects. */
function ignored(source: Source): Piece[] {
  return source.comments.flatMap((comment): Piece[] => {
    if (!/^#\s*prettier-ignore\s*$/.test(comment.text)) return [];
    const { line, column } = comment;
    const entry = entryAt(source, comment);
    const words = { kind: "words", first: line, last: line, column } as const;
    return entry ? [words, entry] : [words];
  });
}

/** The smallest entry that a comment is in, or that is the next one below it. */
function entryAt(source: Source, { offset, line, ownLine }: Comment): Entry | undefined {
  let block: YamlNode | undefined = source.file.documents.findLast(({ start }) => start <= offset)?.root;
  let found: Entry | undefined;
  while (isBlockCollection(block)) {
    const entries: readonly Entry[] = source.entries(block);
    const entry: Entry | undefined = entries[firstWhere(entries, ({ last }) => last >= line)];
    if (!entry) break;
    found = entry;
    if (entry.first > line || (!ownLine && entry.first === line)) break;
    block = entry.value;
  }
  return found;
}

/** Comments above the first entry of a block with an anchor or a tag: the formatter takes them to that. */
function leadingComments(source: Source): Piece[] {
  const { file, lines } = source;
  const found: Piece[] = [];
  for (const { root } of file.documents)
    walk(root, (node) => {
      if (!isBlockCollection(node) || (node.anchor === undefined && node.tag === undefined)) return;
      const end = lines.lineAt(node.offset);
      let above = end - 1;
      while (above > 0 && !lines.structure(above)) above--;
      const structure = above < end - 1 ? lines.structure(above) : undefined;
      // At the top there may be none.
      if (!structure?.key && !structure?.dashes.length) return;
      const index = firstWhere(source.comments, ({ line }) => line >= above);
      const [first, second] = source.comments.slice(index, index + 2);
      const trailing = first?.line === above ? first : undefined;
      const lead = trailing ? second : first;
      if (!lead || lead.line >= end) return;
      if (trailing && lead.line === above + 1 && lead.column === trailing.column) return;
      const column = trailing?.column ?? lines.indentation(above);
      found.push({ kind: "lead", first: above + 1, last: end - 1, column });
    });
  return found;
}

/** Commented-out items after the last item of a list whose dashes are at the column of its key: the formatter moves the list alone. */
function commentedItems(source: Source): Piece[] {
  const { file, lines } = source;
  const lists: ArrayNode[] = [];
  for (const { root } of file.documents)
    walk(root, (node) => {
      if (node.type !== "array" || !isBlockCollection(node) || node.parent?.type !== "property") return;
      if (lines.columnOf(node.offset) === lines.columnOf(node.parent.offset)) lists.push(node);
    });
  return lists.flatMap((list) => {
    const column = lines.columnOf(list.offset);
    const found: Piece[] = [];
    for (const comment of source.commentsAfter(source.lastLine(list))) {
      if (comment.column < column) break;
      if (comment.column > column) continue;
      if (!comment.isItem) break;
      const [before, first] = [found.at(-1), comment.line];
      if (before && before.last === first - 1) found[found.length - 1] = { ...before, last: first };
      else found.push({ kind: "items", first, last: first, column, isItem: true });
    }
    return found;
  });
}
