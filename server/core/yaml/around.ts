import { isInside } from "./bounds.ts";
import type { Edit } from "./edits/edit.ts";
import { applied } from "./edits/edits.ts";
import { childrenOf } from "./lookup.ts";
import { memo } from "./memo.ts";
import { blank, blankOf, withoutTemplates } from "./opaque-text.ts";
import { parseYaml } from "./reader/parse.ts";
import type {
  Bounds,
  PropertyNode,
  ScalarNode,
  SyntaxProblem,
  ValueNode,
  YamlDocument,
  YamlFile,
  YamlNode,
} from "./tree.ts";

/** Values in a file: the key whose value they are, or an item of the list below it. */
export interface Held {
  readonly holder: PropertyNode;
  readonly item?: ValueNode;
}

/**
 * A file up to the end of the document that an offset is in, and blank up to its beginning. Documents are read one by one, so what an edit in one of them
 * changes is found without reading the others. The same object for the same document.
 */
export function documentAround(file: YamlFile, offset: number): YamlFile {
  const document = file.documents.find(({ end }) => offset < end);
  return document && file.documents.length > 1 ? alone(file)(document) : file;
}

const alone = memo((file: YamlFile) =>
  memo(({ start, end }: YamlDocument) =>
    parseYaml(blankOf(file).slice(0, start) + file.text.slice(start, end)),
  ),
);

/** A file after edits inside of bounds; `undefined` for others, and if the file could be read less well with them. */
export function editedAround(around: YamlFile, bounds: Bounds, edits: readonly Edit[]): YamlFile | undefined {
  if (!edits.every((edit) => isInside(bounds, edit))) return undefined;
  const after = parseYaml(applied(around.text, edits));
  return isReadAs(around, after) ? after : undefined;
}

/** True if a version of a file has as many documents as the version before, and no new problems. */
export function isReadAs(before: YamlFile, after: YamlFile): boolean {
  const { documents, problems, refused } = after;
  const moved = after.text.length - before.text.length;
  const isKnown = ({ offset, fault }: SyntaxProblem) =>
    before.problems.some(
      (known) => known.fault.code === fault.code && [offset, offset - moved].includes(known.offset),
    );
  return (
    refused === undefined &&
    documents.length === before.documents.length &&
    problems.every(isKnown) &&
    documents.every(({ refusal }, index) => !refusal || before.documents[index]?.refusal !== undefined)
  );
}

/**
 * The same values in another version of a file, which differs inside of their bounds only; `undefined` if they are not there any more, or if anything else has another meaning. Values may be
 * in a text of lines of the file, or in a text of that.
 */
export function sameAround(
  before: YamlFile,
  after: YamlFile,
  { holder, item, bounds }: Held & { readonly bounds: Bounds },
): Held | undefined {
  const [old, now] = [wayTo(before, holder.offset), wayTo(after, holder.offset)];
  const [last, found] = [old?.at(-1)?.inner, now?.at(-1)?.inner];
  if (!old || !now || old.length !== now.length) return undefined;
  if (last?.type !== "property" || found?.type !== "property" || last.key !== found.key) return undefined;
  const copied = item && itemAt(found.valueNode, item);
  if (item && !copied) return undefined;
  const [held, kept] = [item ? itemAt(last.valueNode, item) : last.valueNode, copied ?? found.valueNode];
  const isSame = old.every((level, index) => {
    const other = now[index];
    if (!other || !isReadAs(level.file, other.file)) return false;
    const isLast = index === old.length - 1;
    const but = isLast ? [held, kept] : [level.inner, other.inner];
    const compared = new Comparison(level.file, other.file, bounds, but);
    const changed = level.file.documents.map(
      (document, index) => !isSameText(level.file, document, other.file, index),
    );
    const only = ({ documents }: YamlFile) => documents.filter((_, index) => changed[index]);
    return compared.isSame(only(level.file), only(other.file));
  });
  return isSame ? { holder: found, item: copied } : undefined;
}

/** Compares the source of a document with the document at the same index in another version. */
function isSameText(before: YamlFile, { start, end }: YamlDocument, after: YamlFile, index: number): boolean {
  const now = after.documents[index];
  return now !== undefined && before.text.slice(start, end) === after.text.slice(now.start, now.end);
}

/** A file or a text in it, with the node that leads on: the block text with the next level, or finally a key. */
interface Level {
  readonly file: YamlFile;
  readonly inner: YamlNode;
}

/** The texts that are read one inside of the other up to the key at an offset, the file first. */
function wayTo(file: YamlFile, offset: number): readonly Level[] | undefined {
  const levels: Level[] = [];
  for (let read = file; ; ) {
    const inner = innermost(read, offset);
    if (inner === undefined || read.refused !== undefined) return undefined;
    levels.push({ file: read, inner });
    if (inner.type === "property") return levels;
    const { text } = file;
    const start = text.indexOf("\n", inner.offset) + 1;
    const end = inner.offset + inner.length;
    if (start === 0 || start > offset) return undefined;
    read = parseYaml(withoutTemplates(blank(text.slice(0, start)) + text.slice(start, end)));
  }
}

/** The key that begins at an offset, or the text of lines that it is in. */
function innermost({ documents }: YamlFile, offset: number): PropertyNode | ScalarNode | undefined {
  let nodes: readonly YamlNode[] = documents.flatMap(({ root }) => root ?? []);
  for (;;) {
    const inside = nodes.findLast((node) => node.offset <= offset && offset < node.offset + node.length);
    if (inside === undefined) return undefined;
    if (inside.type === "property" && inside.offset === offset) return inside;
    if ("style" in inside) return inside.style === "literal" ? inside : undefined;
    nodes = childrenOf(inside);
  }
}

/** The item of a list that is at the place of an item of another version of it. */
function itemAt(list: ValueNode, { parent, offset }: ValueNode): ValueNode | undefined {
  const before = parent?.type === "array" ? parent.items : undefined;
  if (list.type !== "array" || (before && before.length !== list.items.length)) return undefined;
  return list.items.find((item) => item.offset === offset);
}

/** Two versions of a file that differ inside of bounds, and the nodes that are not compared. */
export class Comparison {
  readonly #before: YamlFile;
  readonly #after: YamlFile;
  readonly #bounds: Bounds;
  readonly #but: readonly (YamlNode | undefined)[];

  constructor(before: YamlFile, after: YamlFile, bounds: Bounds, but: readonly (YamlNode | undefined)[]) {
    this.#before = before;
    this.#after = after;
    this.#bounds = bounds;
    this.#but = but;
  }

  /** True if all compared nodes have the same meaning. */
  isSame(
    before: readonly { readonly root: ValueNode | undefined }[],
    after: readonly { readonly root: ValueNode | undefined }[],
  ): boolean {
    const nodes: (YamlNode | undefined)[] = before.map(({ root }) => root);
    const others: (YamlNode | undefined)[] = before.map((_, index) => after[index]?.root);
    // Loops use indexes: each try of a fix compares all of a file.
    while (nodes.length > 0) {
      const [node, other] = [nodes.pop(), others.pop()];
      const isLeftOut = this.#but.includes(node);
      if (node === undefined ? other !== undefined : isLeftOut !== this.#but.includes(other)) return false;
      if (node === undefined || isLeftOut) continue;
      if (!other || !this.#isAlike(node, other)) return false;
      if (node.type === "property") {
        nodes.push(node.valueNode);
        others.push(other.type === "property" ? other.valueNode : undefined);
        continue;
      }
      const [children, theirs] = [this.#compared(node), this.#compared(other)];
      if (children.length !== theirs.length) return false;
      for (let index = 0; index < children.length; index++) {
        nodes.push(children[index]);
        others.push(theirs[index]);
      }
    }
    return true;
  }

  /** The children of a mapping or list without keys that are excluded from the comparison. */
  #compared(node: YamlNode): readonly YamlNode[] {
    const children = childrenOf(node);
    const isExcluded = (child: YamlNode) => child.type === "property" && this.#but.includes(child);
    return this.#but.some((excluded) => excluded?.parent === node)
      ? children.filter((child) => !isExcluded(child))
      : children;
  }

  #isAlike(node: YamlNode, other: YamlNode): boolean {
    const { type, anchor, tag, alias } = node;
    if (type !== other.type || anchor !== other.anchor || tag !== other.tag || alias !== other.alias)
      return false;
    if (node.type === "property") return other.type === "property" && node.key === other.key;
    if ("style" in node && !("style" in other && Object.is(node.value, other.value))) return false;
    return this.#isSameTarget(node.target, other.target);
  }

  /** Compares the source of two alias targets. A target that contains aliases must also be at the same place. */
  #isSameTarget(target: ValueNode | undefined, other: ValueNode | undefined): boolean {
    if (target === undefined || other === undefined) return target === other;
    const [written, now] = [sourceOf(this.#before, target), sourceOf(this.#after, other)];
    const { start, end } = this.#bounds;
    const moved = this.#after.text.length - this.#before.text.length;
    const isOutside = target.offset < start || target.offset >= end;
    const place = target.offset < start ? target.offset : target.offset + moved;
    return written === now && (!written.includes("*") || (isOutside && other.offset === place));
  }
}

function sourceOf({ text }: YamlFile, { offset, length }: ValueNode): string {
  return text.slice(offset, offset + length);
}
