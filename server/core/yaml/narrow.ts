import { memo } from "./memo.ts";
import { DEFAULT_LIMITS, parseYaml } from "./reader/parse.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "./tree.ts";

/**
 * A file as if each of its documents consisted of the value of one key of its top level; the rest belongs to other charts. Offsets
 * stay those of the file, and paths begin below the key. A document without the key is empty, and ends where the key could be
 * added. The same object for the same file and key.
 */
export function narrowed(file: YamlFile, key: string): YamlFile {
  return narrowedBy(file)(key);
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
