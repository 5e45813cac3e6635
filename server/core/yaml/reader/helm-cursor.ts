/** Thrown with the reason and offset at which Helm stops reading. No `Error`, because a stack costs more than reading the line. */
export class HelmStops {
  readonly reason: string;
  readonly offset: number;
  /** True if newer YAML stops there, too, because nothing that it tolerates came before. */
  isFinal = false;

  constructor(reason: string, offset: number) {
    this.reason = reason;
    this.offset = offset;
  }
}

const [TAB, LF, CR, SPACE, NEL, LS, PS] = [0x09, 0x0a, 0x0d, 0x20, 0x85, 0x2028, 0x2029];

/** The tolerances for reading a text that Helm refuses. */
export interface ReadingMode {
  readonly tolerant?: boolean;
  readonly indented?: boolean;
}

/**
 * A position that moves through a text, with its line and column as Helm's reader counts them. For that reader the
 * separators of YAML 1.1 (U+0085, U+2028 and U+2029) end lines too.
 */
export class HelmCursor {
  readonly text: string;
  readonly #tolerant: boolean;
  /** True once something was read that Helm and newer YAML read differently. */
  isTold = false;
  /** True if lines in brackets must be indented more than the key of the brackets, as newer YAML requires. */
  readonly indented: boolean;
  offset = 0;
  line = 0;
  column = 0;

  constructor(text: string, { tolerant = false, indented = false }: ReadingMode) {
    this.text = text;
    this.#tolerant = tolerant;
    this.indented = indented;
  }

  /** True to go on where newer YAML does and Helm stops. It is asked only where they differ. */
  get tolerant(): boolean {
    this.isTold = true;
    return this.#tolerant;
  }

  /** The code of the character `ahead` places on; `NaN` past the end. */
  peek(ahead = 0): number {
    return this.text.charCodeAt(this.offset + ahead);
  }

  isEnd(ahead = 0): boolean {
    return this.offset + ahead >= this.text.length;
  }

  isBlank(ahead = 0): boolean {
    const code = this.peek(ahead);
    return code === SPACE || code === TAB;
  }

  isTab(): boolean {
    return this.peek() === TAB;
  }

  isBreak(ahead = 0): boolean {
    const code = this.peek(ahead);
    if (code === LF || code === CR) return true;
    return (code === NEL || code === LS || code === PS) && !this.tolerant;
  }

  isBreakOrEnd(ahead = 0): boolean {
    return this.isBreak(ahead) || this.isEnd(ahead);
  }

  /** True at a blank, a line break or the end of the text, none of which belongs to a word. */
  isGap(ahead = 0): boolean {
    const code = this.text.charCodeAt(this.offset + ahead);
    // Nearly every character belongs to a word.
    if (code > SPACE && code < NEL) return false;
    return this.isBlank(ahead) || this.isBreakOrEnd(ahead);
  }

  /** True if the line begins with a character three times, as the markers between documents do. */
  isMarker(code: number): boolean {
    return (
      this.column === 0 &&
      this.peek() === code &&
      this.peek(1) === code &&
      this.peek(2) === code &&
      this.isGap(3)
    );
  }

  skip(count = 1): void {
    this.offset += count;
    this.column += count;
  }

  /** True if the rest of the line is blank or a comment. */
  isRestBlank(): boolean {
    let ahead = 0;
    while (this.isBlank(ahead)) ahead++;
    return this.isBreakOrEnd(ahead) || (ahead > 0 && this.peek(ahead) === 0x23);
  }

  /** Throws `HelmStops` if there is content before a column of the line that begins here. */
  requireColumn(column: number): void {
    let ahead = 0;
    while (ahead < column && this.isBlank(ahead)) ahead++;
    if (ahead < column && !this.isBreakOrEnd(ahead)) {
      throw new HelmStops("deficient indentation", this.offset + ahead);
    }
  }

  skipBlanks(): void {
    while (this.isBlank()) this.skip();
  }

  skipComment(): void {
    if (this.peek() === 0x23) while (!this.isBreakOrEnd()) this.skip();
  }

  /** Moves past a line break and gives what it becomes in a scalar: a line feed, or a separator that stays as it is. */
  readBreak(): string {
    const code = this.peek();
    this.offset += code === CR && this.peek(1) === LF ? 2 : 1;
    this.line++;
    this.column = 0;
    return code === LS || code === PS ? String.fromCharCode(code) : "\n";
  }
}

/** Folds a line break between two lines of a scalar: into a space, or into the empty lines after it. */
export function folded(first: string, others: string): string {
  if (!first.startsWith("\n")) return first + others;
  return others === "" ? " " : others;
}
