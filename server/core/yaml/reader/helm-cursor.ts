/** Why and where Helm stops reading. No `Error`, because a stack costs more than reading the line that it stops at. */
export class HelmStops {
  readonly reason: string;
  readonly at: number;

  constructor(reason: string, at: number) {
    this.reason = reason;
    this.at = at;
  }
}

const [TAB, LF, CR, SPACE, NEL, LS, PS] = [0x09, 0x0a, 0x0d, 0x20, 0x85, 0x2028, 0x2029];

/**
 * A position that moves through a text, with its line and column as Helm's reader counts them. For that reader the
 * separators of YAML 1.1 (U+0085, U+2028 and U+2029) end lines too.
 */
export class HelmCursor {
  readonly text: string;
  at = 0;
  line = 0;
  column = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The code of the character `ahead` places on; `NaN` past the end. */
  peek(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  isEnd(ahead = 0): boolean {
    return this.at + ahead >= this.text.length;
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
    return code === LF || code === CR || code === NEL || code === LS || code === PS;
  }

  isBreakOrEnd(ahead = 0): boolean {
    return this.isBreak(ahead) || this.isEnd(ahead);
  }

  /** Whether there is a blank, a line break or the end of the text, none of which belongs to a word. */
  isGap(ahead = 0): boolean {
    const code = this.text.charCodeAt(this.at + ahead);
    // Nearly every character belongs to a word.
    if (code > SPACE && code < NEL) return false;
    return this.isBlank(ahead) || this.isBreakOrEnd(ahead);
  }

  /** Whether the line begins with a character three times, as the markers between documents do. */
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
    this.at += count;
    this.column += count;
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
    this.at += code === CR && this.peek(1) === LF ? 2 : 1;
    this.line++;
    this.column = 0;
    return code === LS || code === PS ? String.fromCharCode(code) : "\n";
  }
}

/** What a line break between two lines of a scalar becomes: a space, or the empty lines after it. */
export function folded(first: string, others: string): string {
  if (!first.startsWith("\n")) return first + others;
  return others === "" ? " " : others;
}
