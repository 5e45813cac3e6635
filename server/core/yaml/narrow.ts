import { Comparison, isReadAs } from "./around.ts";
import { boundsOf, isInside } from "./bounds.ts";
import type { Edit } from "./edits/edit.ts";
import { applied } from "./edits/edits.ts";
import { Lines } from "./lines.ts";
import { memo } from "./memo.ts";
import { withoutTemplates } from "./opaque-text.ts";
import { DEFAULT_LIMITS, parseYaml } from "./reader/parse.ts";
import type {
  Bounds,
  Editable,
  Embedding,
  PropertyNode,
  ValueNode,
  YamlDocument,
  YamlFile,
  YamlNode,
} from "./tree.ts";

/**
 * A file as if each of its documents consisted of the value of one key of its top level; the rest belongs to other charts. Offsets
 * stay those of the file, and paths begin below the key. A document without the key is empty, and ends where the key could be
 * added. The same object for the same file and key.
 */
export function narrowed(file: YamlFile, key: string): YamlFile {
  return narrowedBy(file)(key);
}

/** The piece of a text that values are in, to be read as a file. */
interface Piece extends Embedding {
  /** The text, in which all else is blank. */
  readonly text: string;
  /** The way to change the values; absent if they cannot be changed in place. */
  readonly editable?: Editable;
}

/**
 * Values in a document of another product, as the part of a file below the key that holds them, or below its only item. Expressions
 * that the product is going to replace are read as plain text.
 */
export function embeddedPart({ text, editable, ...embedding }: Piece, key: string, isItem = false): YamlFile {
  const plain = embedding.interpolation === "go-template" ? withoutTemplates(text) : text;
  const whole = parseYaml(plain, UNLIMITED);
  const { documents, ...file } = narrowed(whole, key);
  const foundRegion = {
    top: { ...whole, text },
    path: isItem ? [key, 0] : [key],
    embedding,
    editable,
  };
  return { ...file, documents: isItem ? documents.map(ofItem) : documents, text, foundRegion };
}

function ofItem({ root, ...document }: YamlDocument): YamlDocument {
  const item = root?.type === "array" ? root.items[0] : undefined;
  if (item) item.parent = undefined;
  return { ...document, root: item, key: undefined };
}

/** The same for a text in a file that is not YAML, where the values are all that is not blank. */
export function embeddedWhole({ text, editable, ...embedding }: Piece): YamlFile {
  const top = parseYaml(text, UNLIMITED);
  return { ...top, foundRegion: { top, path: [], embedding, editable } };
}

/** The same for values that are a text of their own, which cannot be changed in place. */
export function embeddedText(text: string, embedding: Embedding): YamlFile {
  const key = "values";
  const indented = text.replace(/^(?!$)/gm, "  ");
  return embeddedPart({ ...embedding, text: `${key}:\n${indented}` }, key);
}

const narrowedBy = memo((file: YamlFile) => memo((key: string) => narrow(file, key), new Map()));

/** The text is read once more, because the tree is cut: the whole file still needs all of its tree. */
function narrow(file: YamlFile, key: string): YamlFile {
  const editable = {
    bounds: boundsBelow,
    edited: (edits: readonly Edit[], part: YamlFile) => editedBelow(part, file, key, edits),
  };
  const foundRegion = { top: file, path: [key], editable };
  if (file.refused !== undefined) return { ...file, foundRegion };
  const cut = parseYaml(file.text, UNLIMITED).documents;
  const documents = file.documents.map((whole, index) => part(file.text, whole, cut[index]?.root, key));
  const problems = file.problems.filter(({ offset }) =>
    documents.some(({ root, start, end }) => root !== undefined && start <= offset && offset < end),
  );
  return { ...file, documents, problems, foundRegion };
}

/** The file is not too large: it was read before. */
const UNLIMITED = { ...DEFAULT_LIMITS, size: Number.POSITIVE_INFINITY };

function part(text: string, whole: YamlDocument, root: ValueNode | undefined, key: string): YamlDocument {
  const properties = root?.type === "object" && root.alias === undefined ? root.properties : [];
  const holder = properties.findLast((property) => property.key === key);
  if (holder === undefined) return { ...whole, root: undefined, start: whole.end, whole };
  const next = properties[properties.indexOf(holder) + 1]?.offset ?? whole.end;
  const line = lineStart(text, next);
  const end = next < whole.end && line > holder.offset ? line : next;
  return { ...whole, root: cutOff(holder), start: holder.offset, end, key: holder, whole };
}

function cutOff(holder: PropertyNode): ValueNode {
  const { valueNode } = holder;
  valueNode.parent = undefined;
  return valueNode;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The part of each document below a key of the top level, or the place where the key can be added. */
const boundsBelow = memo((file: YamlFile): readonly Bounds[] => {
  const lines = new Lines(file);
  return file.documents.map(({ key, end }) => (key ? boundsOf(lines, key) : { start: end, end, column: -1 }));
});

function editedBelow(
  file: YamlFile,
  whole: YamlFile,
  key: string,
  edits: readonly Edit[],
): YamlFile | undefined {
  const all = boundsBelow(file);
  if (!edits.every((edit) => all.some((bounds) => isInside(bounds, edit)))) return undefined;
  const after = parseYaml(applied(file.text, edits));
  if (!isReadAs(whole, after)) return undefined;
  const read = narrowed(after, key);
  const isKept = whole.documents.every((document, index) => {
    const [bounds, now, holder] = [all[index], after.documents[index], file.documents[index]?.key];
    if (!bounds || !now) return false;
    const [old, found] = [holderIn(document, key), holderIn(now, key)];
    const but = holder ? [old?.valueNode, found?.valueNode] : [found];
    const compared = new Comparison(whole, after, bounds, but);
    if (!compared.isSame(without(document, but), without(now, but))) return false;
    return holder === undefined || isAt(boundsBelow(read)[index], movedBy(edits, bounds));
  });
  return isKept ? read : undefined;
}

function holderIn({ root }: YamlDocument, key: string): PropertyNode | undefined {
  return root?.type === "object" ? root.properties.findLast((property) => property.key === key) : undefined;
}

/** A document; without a root, if that has only a key that is not compared. */
function without(document: YamlDocument, but: readonly (YamlNode | undefined)[]): readonly YamlDocument[] {
  const { root } = document;
  const isLeftOut = root?.type === "object" && root.properties.every((property) => but.includes(property));
  return [isLeftOut ? { ...document, root: undefined } : document];
}

/** The range of bounds after edits. */
function movedBy(edits: readonly Edit[], bounds: Bounds): Pick<Bounds, "start" | "end"> {
  const growth = (some: readonly Edit[]) =>
    some.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  const inside = edits.filter((edit) => isInside(bounds, edit));
  const start =
    bounds.start + growth(edits.filter((edit) => edit.start < bounds.start && !inside.includes(edit)));
  return { start, end: start + bounds.end - bounds.start + growth(inside) };
}

function isAt(bounds: Bounds | undefined, { start, end }: Pick<Bounds, "start" | "end">): boolean {
  return bounds?.start === start && bounds.end === end;
}
