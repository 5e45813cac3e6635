import type { ScalarStyle } from "../tree.ts";
import { HelmCursor, HelmStops, type ReadingMode } from "./helm-cursor.ts";
import { HelmKeys } from "./helm-keys.ts";
import { readDirective, readName, readTag } from "./helm-marks.ts";
import { type HelmText, readBlock, readPlain, readQuoted, startsPlain } from "./helm-texts.ts";
import type { Token, TokenKind } from "./helm-token.ts";

const DEEPEST_NESTING = 10_000;

const [DASH, DOT] = [0x2d, 0x2e];
const OPENING: Readonly<Record<string, "flow-list" | "flow-map">> = { "[": "flow-list", "{": "flow-map" };
const CLOSING: Readonly<Record<string, "flow-list-end" | "flow-map-end">> = {
  "]": "flow-list-end",
  "}": "flow-map-end",
};

/**
 * Splits a text into tokens where, and as far as, Helm's reader does: that of libyaml, which go-yaml v2 has taken over.
 * Throws `HelmStops` where Helm refuses the text. Reads lazily, because Helm does not see the text after the first document either.
 */
export class HelmTokens {
  readonly #cursor: HelmCursor;
  readonly #queue: Token[] = [];
  #head = 0;
  /** The last token that was taken. */
  taken: Token | undefined;
  #taken = 0;
  #ended = false;
  #indent = -1;
  readonly #indents: number[] = [];
  #flow = 0;
  #directives = 0;
  #keyAllowed = true;
  readonly #keys: HelmKeys;

  constructor(text: string, mode: ReadingMode = {}) {
    this.#cursor = new HelmCursor(text, mode);
    if (text.startsWith("\uFEFF")) this.#cursor.offset = 1;
    this.#keys = new HelmKeys(this.#cursor);
  }

  /** True to go on where newer YAML does and Helm stops. */
  get tolerant(): boolean {
    return this.#cursor.tolerant;
  }

  /** True once something was read that Helm and newer YAML read differently. */
  get isTold(): boolean {
    return this.#cursor.isTold;
  }

  /** The next token, without taking it. */
  peek(): Token {
    while (this.#head === this.#queue.length || this.#keys.mayBegin(this.#taken)) this.#fetch();
    const token = this.#queue[this.#head];
    if (!token) throw new HelmStops("did not find expected node content", this.#cursor.offset);
    return token;
  }

  /** Moves past the next token. */
  take(): void {
    this.taken = this.#queue[this.#head] ?? this.taken;
    this.#head++;
    this.#taken++;
    if (this.#head > 1000) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
  }

  #fetch(): void {
    const cursor = this.#cursor;
    if (this.#ended) throw new HelmStops("did not find expected node content", cursor.offset);
    this.#skipToToken();
    this.#unroll(cursor.column);
    const char = cursor.text.charAt(cursor.offset);
    const opens = OPENING[char];
    const closes = CLOSING[char];
    if (cursor.isEnd()) this.#endStream();
    else if (cursor.column === 0 && char === "%") this.#directive();
    else if (cursor.isMarker(DASH)) this.#marker("document-start");
    else if (cursor.isMarker(DOT)) this.#marker("document-end");
    else if (opens) this.#openFlow(opens);
    else if (closes) this.#closeFlow(closes);
    else if (char === ",") this.#comma();
    else if (char === "-" && cursor.isGap(1)) this.#item();
    else if (char === "?" && ((this.#flow > 0 && !cursor.tolerant) || cursor.isGap(1))) this.#key();
    else if (char === ":" && (this.#flow > 0 || cursor.isGap(1))) this.#value();
    else this.#fetchContent(char);
  }

  #fetchContent(char: string): void {
    if (char === "*") this.#mark("alias");
    else if (char === "&") this.#mark("anchor");
    else if (char === "!") this.#mark("tag");
    else if (char === "|" && this.#flow === 0) this.#block("literal");
    else if (char === ">" && this.#flow === 0) this.#block("folded");
    else if (char === "'") this.#quoted("single");
    else if (char === '"') this.#quoted("double");
    else if (startsPlain(this.#cursor, this.#flow > 0)) this.#plain();
    else throw new HelmStops("found character that cannot start any token", this.#cursor.offset);
  }

  /** A tab is a blank only in brackets and where no key may begin. */
  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      while (cursor.peek() === 0x20 || (cursor.isTab() && (this.#flow > 0 || !this.#keyAllowed)))
        cursor.skip();
      if (cursor.isTab() && cursor.tolerant) this.#skipTabs();
      cursor.skipComment();
      if (!cursor.isBreak()) return;
      cursor.readBreak();
      if (this.#flow === 0) this.#keyAllowed = true;
      else if (cursor.indented) cursor.requireColumn(this.#indent + 1);
    }
  }

  /** Newer YAML also takes tabs on an empty line, and behind a dash or a question mark that no key follows. */
  #skipTabs(): void {
    const cursor = this.#cursor;
    const last = this.#queue.at(-1);
    const isBehind = (last?.kind === "item" || last?.kind === "key") && last.end === cursor.offset;
    if (isBehind) this.#keyAllowed = false;
    if (isBehind || cursor.isRestBlank()) cursor.skipBlanks();
  }

  #push(kind: TokenKind, start: number, value = "", style?: ScalarStyle): void {
    const token = { kind, start, end: this.#cursor.offset, value };
    this.#queue.push(style === undefined ? token : { ...token, style });
  }

  /** Inserts a token before the one with the given number, or after all others if that one has been taken already. */
  #insert(number: number, kind: TokenKind, offset: number): void {
    const token = { kind, start: offset, end: offset, value: "" };
    const position = number - this.#taken;
    if (position < 0) this.#queue.push(token);
    else this.#queue.splice(this.#head + position, 0, token);
  }

  #next(): number {
    return this.#taken + this.#queue.length - this.#head;
  }

  /** Opens a block whose first entry is at a column, unless it is open already. */
  #roll(column: number, number: number, kind: TokenKind, offset: number): void {
    if (this.#flow > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > DEEPEST_NESTING) throw new HelmStops("nesting exceeded", offset);
    this.#insert(number, kind, offset);
  }

  /** Closes the blocks that are indented more than a column. */
  #unroll(column: number): void {
    if (this.#flow > 0) return;
    while (this.#indent > column) {
      this.#push("block-end", this.#cursor.offset);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    this.#keys.note(this.#next(), this.#flow === 0 && this.#indent === this.#cursor.column);
  }

  #endStream(): void {
    if (this.#cursor.column !== 0) {
      this.#cursor.column = 0;
      this.#cursor.line++;
    }
    this.#unroll(-1);
    this.#keys.drop();
    this.#keyAllowed = false;
    this.#ended = true;
    this.#push("stream-end", this.#cursor.offset);
  }

  #leaveBlocks(): void {
    this.#unroll(-1);
    this.#keys.drop();
    this.#keyAllowed = false;
  }

  #marker(kind: "document-start" | "document-end"): void {
    this.#leaveBlocks();
    const start = this.#cursor.offset;
    this.#cursor.skip(3);
    this.#push(kind, start);
  }

  #directive(): void {
    this.#leaveBlocks();
    const start = this.#cursor.offset;
    const { kind, value } = readDirective(this.#cursor, this.#next() === this.#directives++);
    this.#push(kind, start, value);
    if (!this.#cursor.isEnd()) this.#cursor.readBreak();
  }

  #openFlow(kind: "flow-list" | "flow-map"): void {
    this.#saveKey();
    const { offset } = this.#cursor;
    this.#keys.open(this.#next());
    this.#flow++;
    if (this.#flow > DEEPEST_NESTING) throw new HelmStops("nesting exceeded", offset);
    this.#keyAllowed = true;
    this.#cursor.skip();
    this.#push(kind, offset);
  }

  #closeFlow(kind: "flow-list-end" | "flow-map-end"): void {
    this.#keys.drop();
    if (this.#flow > 0) {
      this.#flow--;
      this.#keys.close();
    }
    this.#keyAllowed = false;
    const start = this.#cursor.offset;
    this.#cursor.skip();
    this.#push(kind, start);
  }

  #comma(): void {
    this.#keys.drop();
    this.#keyAllowed = true;
    const start = this.#cursor.offset;
    this.#cursor.skip();
    this.#push("comma", start);
  }

  #item(): void {
    const { offset, column } = this.#cursor;
    if (this.#flow === 0) {
      if (!this.#keyAllowed)
        throw new HelmStops("block sequence entries are not allowed in this context", offset);
      this.#roll(column, this.#next(), "block-list", offset);
    }
    this.#keys.drop();
    this.#keyAllowed = true;
    this.#cursor.skip();
    this.#push("item", offset);
  }

  #key(): void {
    const { offset, column } = this.#cursor;
    if (this.#flow === 0) {
      if (!this.#keyAllowed) throw new HelmStops("mapping keys are not allowed in this context", offset);
      this.#roll(column, this.#next(), "block-map", offset);
    }
    this.#keys.drop();
    this.#keyAllowed = this.#flow === 0;
    this.#cursor.skip();
    this.#push("key", offset);
  }

  #value(): void {
    const { offset, column } = this.#cursor;
    const place = this.#keys.take();
    if (place) {
      this.#insert(place.token, "key", place.offset);
      this.#roll(place.column, place.token, "block-map", place.offset);
      this.#keyAllowed = false;
    } else {
      if (this.#flow === 0) {
        if (!this.#keyAllowed) throw new HelmStops("mapping values are not allowed in this context", offset);
        this.#roll(column, this.#next(), "block-map", offset);
      }
      this.#keyAllowed = this.#flow === 0;
    }
    this.#cursor.skip();
    this.#push("value", offset);
  }

  /** A word before a value, or in place of one. */
  #mark(kind: "alias" | "anchor" | "tag"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.offset;
    this.#push(kind, start, kind === "tag" ? readTag(this.#cursor) : readName(this.#cursor));
  }

  #block(style: "literal" | "folded"): void {
    this.#keys.drop();
    this.#keyAllowed = true;
    const start = this.#cursor.offset;
    this.#scalar(style, readBlock(this.#cursor, this.#indent), start);
  }

  #quoted(style: "single" | "double"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.offset;
    this.#scalar(style, readQuoted(this.#cursor), start);
  }

  #plain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.offset;
    const text = readPlain(this.#cursor, this.#indent + 1, this.#flow > 0);
    this.#scalar("plain", text, start);
    if (text.continued) this.#keyAllowed = true;
  }

  #scalar(style: ScalarStyle, { value, end }: HelmText, start: number): void {
    this.#queue.push({ kind: "scalar", start, end, value, style });
  }
}
