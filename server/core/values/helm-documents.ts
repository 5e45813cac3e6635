import { memo } from "../yaml/memo.ts";
import { wholeOf } from "../yaml/region.ts";
import type { YamlDocument, YamlFile } from "../yaml/tree.ts";
import type { Span } from "./helm-tree.ts";

/** True if Helm reads a document of a file; it silently ignores the others. */
export function isRead(file: YamlFile, document: YamlDocument, helm: 3 | 4): boolean {
  return readBy[helm](file).all.has(document);
}

/** The documents that Helm reads. Helm 4 splits at `---` only, so it too ignores text after a `...`. */
export function documentsFor(file: YamlFile, helm: 3 | 4): readonly YamlDocument[] {
  return readBy[helm](file).inOrder;
}

const readBy = {
  3: memo((file: YamlFile) => indexed(documentsOf(file, 3))),
  4: memo((file: YamlFile) => indexed(documentsOf(file, 4))),
};

function indexed(documents: readonly YamlDocument[]) {
  return { inOrder: documents, all: new Set(documents) };
}

function documentsOf(file: YamlFile, helm: 3 | 4): readonly YamlDocument[] {
  if (helm === 3 || file.helm4Reads) return file.documents.slice(0, 1);
  return file.documents.filter((document, index) => index === 0 || beginsAnother(file, document));
}

function beginsAnother(file: YamlFile, document: YamlDocument): boolean {
  return markerOf(file, wholeOf(document)) !== undefined;
}

/** The rest of the line after the `---` that a document begins with. For Helm 4 a carriage return alone does not begin a line. */
export function markerOf(file: YamlFile, { start, end }: YamlDocument): Span | undefined {
  if (start > 0 && file.text[start - 1] === "\r") return undefined;
  const match = /^(?:[^\S\r\n]*(?:#[^\r\n]*)?\r?\n|\uFEFF*%[^\r\n]*\r?\n)*\uFEFF*---([^\r\n]*)/.exec(
    file.text.slice(start, end),
  );
  if (!match?.[1] && match?.[1] !== "") return undefined;
  return { offset: start + match[0].length - match[1].length, length: match[1].length };
}
