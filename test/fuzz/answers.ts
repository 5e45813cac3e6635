import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";

/** Checks what costs nothing to check in answers about one text. */
export class Answers {
  readonly #text: TextDocument;

  constructor(text: TextDocument) {
    this.#text = text;
  }

  /** The range is part of the text, and does not end before it begins. */
  inside({ start, end }: Range, what: string): void {
    const ends = this.#text.offsetAt(end);
    if (this.#isPlace(start) && this.#isPlace(end) && this.#text.offsetAt(start) <= ends) return;
    throw new Finding(`${what} is outside of the text: ${JSON.stringify({ start, end })}`);
  }

  /** All of these places are, as far as they are in this text. */
  places(
    places: readonly { readonly uri: string; readonly name: Range; readonly whole: Range }[],
    what: string,
  ): void {
    for (const { uri, name, whole } of places) {
      if (uri !== this.#text.uri) continue;
      this.inside(name, what);
      this.inside(whole, what);
    }
  }

  /** The edits are inside of the text, and no two of them are about the same part. */
  edits(edits: readonly TextEdit[], what: string): void {
    for (const { range } of edits) this.inside(range, what);
    const spans = edits.map(
      ({ range }) => [this.#text.offsetAt(range.start), this.#text.offsetAt(range.end)] as const,
    );
    spans.sort(([a, b], [c, d]) => a - c || b - d);
    for (const [index, [start]] of spans.entries()) {
      if (index > 0 && start < (spans[index - 1]?.[1] ?? 0)) throw new Finding(`Edits of ${what} overlap.`);
    }
  }

  /** The range contains a place, and is in one line: only such an edit completes. */
  around(range: Range, { line, character }: Position, what: string): void {
    this.inside(range, what);
    const { start, end } = range;
    if (
      start.line === line &&
      end.line === line &&
      start.character <= character &&
      character <= end.character
    )
      return;
    throw new Finding(`${what} is not at the cursor: ${JSON.stringify({ range, line, character })}`);
  }

  #isPlace(position: Position): boolean {
    const { line, character } = this.#text.positionAt(this.#text.offsetAt(position));
    return line === position.line && character === position.character;
  }
}

/** An answer that is wrong whatever the text is. */
export class Finding extends Error {}
