import { Lines } from "../lines.ts";
import { type Style, styleOf } from "../style.ts";
import type { YamlFile } from "../tree.ts";

/** A text that edits are made for, with its lines and its layout. */
export interface EditedText {
  readonly file: Pick<YamlFile, "text" | "documents" | "problems">;
  readonly lines: Lines;
  readonly style: Style;
  /** The key of the top level, as it is written, that keys go below where the text does not have it yet. */
  readonly missingKey?: string;
}

/** A whole text, for edits that are not part of a document. */
export function editedTextOf(file: YamlFile): EditedText {
  const lines = new Lines(file);
  return { file, lines, style: styleOf(lines) };
}
