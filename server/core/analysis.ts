import { type Position, TextDocument } from "vscode-languageserver-textdocument";
import { type Cursor, cursorAt } from "./document/cursor.ts";
import { Lines } from "./document/lines.ts";
import { type Style, styleOf } from "./document/style.ts";
import type { ValuesRoot, YamlFile } from "./document/tree.ts";

export type { DocumentKind, ValuesRoot } from "./document/tree.ts";

/** Everything known about one version of one text. Features read it; none of them parses again. */
export class Analysis {
  readonly text: TextDocument;
  readonly file: YamlFile;
  /** One for each document of the file that is ours. */
  readonly roots: readonly ValuesRoot[];
  #lines: Lines | undefined;
  #style: Style | undefined;

  constructor(uri: string, version: number, file: YamlFile, roots: readonly ValuesRoot[]) {
    this.text = TextDocument.create(uri, "yaml", version, file.text);
    this.file = file;
    this.roots = roots;
  }

  get lines(): Lines {
    this.#lines ??= new Lines(this.file);
    return this.#lines;
  }

  get style(): Style {
    this.#style ??= styleOf(this.lines);
    return this.#style;
  }

  /** The document of ours that holds an offset. */
  rootAt(offset: number): ValuesRoot | undefined {
    return this.roots.findLast((root) => root.document.start <= offset && offset <= root.document.end);
  }

  /** What can be written at a position. */
  cursorAt(position: Position): Cursor | undefined {
    return cursorAt(this.file, this.lines, this.text.offsetAt(position));
  }

  /** The range between two offsets. */
  range(start: number, end: number): { start: Position; end: Position } {
    return { start: this.text.positionAt(start), end: this.text.positionAt(end) };
  }
}
