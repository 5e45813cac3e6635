import { memo } from "./memo.ts";
import { reference } from "./opaque-text.ts";
import { DEFAULT_LIMITS, parseYaml } from "./reader/parse.ts";
import type { EmbeddedIn, PropertyNode, ValueNode, YamlDocument, YamlFile } from "./tree.ts";

/**
 * A file as if each of its documents consisted of the value of one key of its top level; the rest belongs to other charts. Offsets
 * stay those of the file, and paths begin below the key. A document without the key is empty, and ends where the key could be
 * added. The same object for the same file and key.
 */
export function narrowed(file: YamlFile, key: string): YamlFile {
  return narrowedBy(file)(key);
}

/** The whole file that Helm reads, given a file that may be only a part; for values in a document of another product, the part itself. */
export function readByHelm(file: YamlFile): YamlFile {
  return file.part === undefined || file.part.embedded ? file : file.part.of;
}

/**
 * Values in a document of another product, of which all else is blank in `text`, as the part of a file below the key that holds them. Expressions
 * that the product is going to replace are read as plain text.
 */
export function embeddedPart(text: string, key: string, embedded: EmbeddedIn): YamlFile {
  const plain = embedded.interpolation === "go-template" ? withoutTemplates(text) : text;
  const whole = parseYaml(plain, UNLIMITED);
  const { documents, ...file } = narrowed(whole, key);
  const part = { of: { ...whole, text }, below: key, embedded };
  return { ...file, documents: embedded.isItem ? documents.map(ofItem) : documents, text, part };
}

function ofItem({ root, ...document }: YamlDocument): YamlDocument {
  const item = root?.type === "array" ? root.items[0] : undefined;
  if (item) item.parent = undefined;
  return { ...document, root: item };
}

/** The same for a text in a file that is not YAML, where the values are all that is not blank. */
export function embeddedWhole(text: string, embedded: EmbeddedIn): YamlFile {
  const whole = parseYaml(text, UNLIMITED);
  return { ...whole, part: { of: whole, embedded } };
}

/** The same for values that are a text of their own. */
export function embeddedText(text: string, embedded: EmbeddedIn): YamlFile {
  const key = "values";
  const indented = text.replace(/^(?!$)/gm, "  ");
  return embeddedPart(`${key}:\n${indented}`, key, embedded);
}

/** In place of a template, a reference of the same length, which is no sign of YAML. */
export function withoutTemplates(text: string): string {
  return text.replace(/\{\{[^{}\r\n]*\}\}/g, ({ length }) => reference(length));
}

const narrowedBy = memo((file: YamlFile) => memo((key: string) => narrow(file, key), new Map()));

/** The text is read once more, because the tree is cut: the whole file still needs all of its tree. */
function narrow(file: YamlFile, key: string): YamlFile {
  if (file.refused !== undefined) return { ...file, part: { of: file, below: key } };
  const cut = parseYaml(file.text, UNLIMITED).documents;
  const documents = file.documents.map((whole, index) => part(file.text, whole, cut[index]?.root, key));
  const problems = file.problems.filter(({ offset }) =>
    documents.some(({ root, start, end }) => root !== undefined && start <= offset && offset < end),
  );
  return { ...file, documents, problems, part: { of: file, below: key } };
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
  return { ...whole, root: cutOff(holder), start: holder.offset, end, whole };
}

function cutOff(holder: PropertyNode): ValueNode {
  const { valueNode } = holder;
  valueNode.parent = undefined;
  valueNode.holder = holder;
  return valueNode;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
