import type { Range } from "vscode-languageserver-types";
import type { SchemaModel } from "../schema/model.ts";
import { Lines } from "../yaml/lines.ts";
import { findProperty, valueAt } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { Path } from "../yaml/tree.ts";
import { renderDefaults } from "./render-defaults.ts";

const documentOf = memo(({ root }: SchemaModel) => {
  const text = renderDefaults(root, { comments: false, indent: 2, column: 0 }).join("\n");
  const file = parseYaml(`${text}\n`);
  return { file, lines: new Lines(file) };
});

/** The range of the key of a path, or of the last key on the way to it, in the document of the defaults. */
export function rangeInDefaults(model: SchemaModel, path: Path): Range | undefined {
  const { file, lines } = documentOf(model);
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1];
    const level = valueAt(file.documents[0]?.root, path.slice(0, length - 1));
    const found = typeof key === "string" ? findProperty(level, key)?.keyNode : undefined;
    if (found === undefined) continue;
    const line = lines.lineAt(found.offset);
    const character = found.offset - lines.start(line);
    return { start: { line, character }, end: { line, character: character + found.length } };
  }
  return undefined;
}
