import type { Edit } from "../yaml/edits/edit.ts";
import { editedTextOf } from "../yaml/edits/edited-text.ts";
import { insertProperties } from "../yaml/edits/edits.ts";
import { propertyText } from "../yaml/edits/property-lines.ts";
import { Lines } from "../yaml/lines.ts";
import { findProperty } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import { regionOf } from "../yaml/region.ts";
import { styleOf } from "../yaml/style.ts";
import type { ObjectNode, ValueNode, YamlFile } from "../yaml/tree.ts";
import { embeddedFile } from "./embedded-file.ts";
import type { EmbeddedValues } from "./find.ts";

/**
 * Adds the keys of a text to the values in a document that do not set them, with the comments above. `undefined` if a key cannot be written there, or if a
 * comment would be lost.
 */
export function joinedIn(
  around: YamlFile,
  values: EmbeddedValues,
  content: string,
): readonly Edit[] | undefined {
  const { file } = embeddedFile(around, values);
  const read = parseYaml(content);
  const given = editedTextOf(read);
  const root = read.documents[0]?.root;
  if (!regionOf(file).isWritten || values.item || (root !== undefined && root.type !== "object"))
    return undefined;
  const lines = new Lines(file);
  const style = styleOf(lines, lines.lineAt(values.holder.offset) + 1);
  const mappings: Mapping[] = root ? [{ current: file.documents[0]?.root, given: root, path: [] }] : [];
  const edits: (Edit & { readonly depth: number })[] = [];
  let comments = content.split("#").length;
  for (const { current, given: mapping, path } of mappings) {
    const added: string[] = [];
    for (const property of mapping.properties) {
      const { key, valueNode } = property;
      const there = findProperty(current, key)?.valueNode;
      const { offset, length } = property;
      if (there === undefined) {
        for (const line of mapping.flow
          ? content.slice(offset, offset + length).split("\n")
          : propertyText(given, property))
          added.push(line);
      } else if (isMapping(there) && isMapping(valueNode))
        mappings.push({ current: there, given: valueNode, path: [...path, key] });
    }
    if (added.length === 0) continue;
    const edit = insertProperties({ file, lines, style }, file.documents[0]?.root, path, added);
    if (edit === undefined) return undefined;
    comments -= added.join().split("#").length - 1;
    edits.push({ ...edit, depth: path.length });
  }
  // Of two edits at one place, the inner one comes first.
  return comments > 1 ? undefined : edits.sort((a, b) => a.start - b.start || b.depth - a.depth);
}

/** A mapping of the document, and the mapping of the text that is added to it. */
interface Mapping {
  readonly current: ValueNode | undefined;
  readonly given: ObjectNode;
  readonly path: readonly string[];
}

function isMapping(node: ValueNode): node is ObjectNode {
  return node.type === "object" && node.alias === undefined;
}
