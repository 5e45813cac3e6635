import type { ScalarStyle } from "../tree.ts";
import { HelmCursor, HelmStops } from "./helm-cursor.ts";
import { type HelmText, readBlock, readPlain, readQuoted } from "./helm-texts.ts";

/** What a text consists of to a reader of YAML. */
export type TokenKind =
  | "stream-end"
  | "version"
  | "tag-directive"
  | "document-start"
  | "document-end"
  | "block-list"
  | "block-map"
  | "block-end"
  | "flow-list"
  | "flow-list-end"
  | "flow-map"
  | "flow-map-end"
  | "item"
  | "comma"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

/** A piece of a text, from `start` up to, and without, `end`. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The text of a scalar, the name of an anchor or alias, the handle of a tag, the version of a directive. */
  readonly value: string;
  readonly style?: ScalarStyle;
}

/** A place where a key may have begun; whether it has, a colon will tell. */
interface KeyPlace {
  possible: boolean;
  readonly required: boolean;
  /** The number of the token that the key would begin with. */
  readonly token: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** A key that is not marked by `?` may have so many characters. */
const LONGEST_KEY = 1024;
const DEEPEST = 10_000;

const [DASH, DOT, GREATER] = [0x2d, 0x2e, 0x3e];
const OPENING: Readonly<Record<string, "flow-list" | "flow-map">> = { "[": "flow-list", "{": "flow-map" };
const CLOSING: Readonly<Record<string, "flow-list-end" | "flow-map-end">> = {
  "]": "flow-list-end",
  "}": "flow-map-end",
};
const NO_PLAIN_START = new Set([
  "-",
  "?",
  ":",
  ",",
  "[",
  "]",
  "{",
  "}",
  "#",
  "&",
  "*",
  "!",
  "|",
  ">",
  "'",
  '"',
  "%",
  "@",
  "`",
]);
const NAME = /[\w-]*/y;
const URI = /(?:[-\w;/?:@&=+$,.!~*'()[\]]|%[0-9a-fA-F]{2})*/y;

/**
 * Cuts a text into tokens where and as far as Helm's reader does: that of libyaml, which go-yaml v2 has taken over. Throws
 * `HelmStops` where Helm refuses the text. What nobody asks for is not looked at, because Helm does not see it either.
 */
export class HelmTokens {
  readonly #cursor: HelmCursor;
  readonly #queue: Token[] = [];
  #head = 0;
  #taken = 0;
  #ended = false;
  #indent = -1;
  readonly #indents: number[] = [];
  #flow = 0;
  #keyAllowed = true;
  readonly #keys: KeyPlace[] = [];
  readonly #keyOfToken = new Map<number, number>();

  constructor(text: string) {
    this.#cursor = new HelmCursor(text);
    if (text.startsWith("\uFEFF")) this.#cursor.at = 1;
    this.#keys.push({ possible: false, required: false, token: 0, at: 0, line: 0, column: 0 });
  }

  /** The next token, which stays the next. */
  peek(): Token {
    while (this.#head === this.#queue.length || this.#mayBeKey()) this.#fetch();
    const token = this.#queue[this.#head];
    if (!token) throw new HelmStops("did not find expected node content", this.#cursor.at);
    return token;
  }

  /** Goes behind the next token. */
  take(): void {
    this.#head++;
    this.#taken++;
    if (this.#head > 1000) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
  }

  #mayBeKey(): boolean {
    const index = this.#keyOfToken.get(this.#taken);
    const place = index === undefined ? undefined : this.#keys[index];
    return place !== undefined && this.#isValid(place);
  }

  #isValid(place: KeyPlace): boolean {
    if (!place.possible) return false;
    const { line, at, text } = this.#cursor;
    if (place.line === line && !isLongerThan(text, place.at, at, LONGEST_KEY)) return true;
    if (place.required) throw new HelmStops("could not find expected ':'", place.at);
    place.possible = false;
    return false;
  }

  #fetch(): void {
    const cursor = this.#cursor;
    if (this.#ended) throw new HelmStops("did not find expected node content", cursor.at);
    this.#skipToToken();
    this.#unroll(cursor.column);
    const char = cursor.text.charAt(cursor.at);
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
    else if (char === "?" && (this.#flow > 0 || cursor.isGap(1))) this.#key();
    else if (char === ":" && (this.#flow > 0 || cursor.isGap(1))) this.#value();
    else this.#fetchContent(char);
  }

  #fetchContent(char: string): void {
    if (char === "*") this.#name("alias");
    else if (char === "&") this.#name("anchor");
    else if (char === "!") this.#tag();
    else if (char === "|" && this.#flow === 0) this.#block("literal");
    else if (char === ">" && this.#flow === 0) this.#block("folded");
    else if (char === "'") this.#quoted("single");
    else if (char === '"') this.#quoted("double");
    else if (this.#startsPlain(char)) this.#plain();
    else throw new HelmStops("found character that cannot start any token", this.#cursor.at);
  }

  #startsPlain(char: string): boolean {
    const cursor = this.#cursor;
    if (cursor.isGap()) return false;
    if (!NO_PLAIN_START.has(char)) return true;
    if (char === "-") return !cursor.isBlank(1);
    return this.#flow === 0 && (char === "?" || char === ":") && !cursor.isGap(1);
  }

  /** A tab is a blank only where no key may begin. */
  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      while (cursor.peek() === 0x20 || (cursor.isTab() && (this.#flow > 0 || !this.#keyAllowed)))
        cursor.skip();
      cursor.skipComment();
      if (!cursor.isBreak()) return;
      cursor.readBreak();
      if (this.#flow === 0) this.#keyAllowed = true;
    }
  }

  #push(kind: TokenKind, start: number, value = "", style?: ScalarStyle): void {
    const token = { kind, start, end: this.#cursor.at, value };
    this.#queue.push(style === undefined ? token : { ...token, style });
  }

  /** Puts a token in front of the one with a number; behind all others where that is gone already. */
  #insert(number: number, kind: TokenKind, at: number): void {
    const token = { kind, start: at, end: at, value: "" };
    const position = number - this.#taken;
    if (position < 0) this.#queue.push(token);
    else this.#queue.splice(this.#head + position, 0, token);
  }

  #next(): number {
    return this.#taken + this.#queue.length - this.#head;
  }

  /** Opens a block whose first entry stands at a column, unless it is open. */
  #roll(column: number, number: number, kind: TokenKind, at: number): void {
    if (this.#flow > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > DEEPEST) throw new HelmStops("nesting exceeded", at);
    this.#insert(number, kind, at);
  }

  /** Closes the blocks that are indented more than a column. */
  #unroll(column: number): void {
    if (this.#flow > 0) return;
    while (this.#indent > column) {
      this.#push("block-end", this.#cursor.at);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const { at, line, column } = this.#cursor;
    const required = this.#flow === 0 && this.#indent === column;
    this.#dropKey();
    const token = this.#next();
    this.#keys[this.#keys.length - 1] = { possible: true, required, token, at, line, column };
    this.#keyOfToken.set(token, this.#keys.length - 1);
  }

  #dropKey(): void {
    const place = this.#keys.at(-1);
    if (!place?.possible) return;
    if (place.required) throw new HelmStops("could not find expected ':'", place.at);
    place.possible = false;
    this.#keyOfToken.delete(place.token);
  }

  #endStream(): void {
    if (this.#cursor.column !== 0) {
      this.#cursor.column = 0;
      this.#cursor.line++;
    }
    this.#unroll(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#ended = true;
    this.#push("stream-end", this.#cursor.at);
  }

  #leaveBlocks(): void {
    this.#unroll(-1);
    this.#dropKey();
    this.#keyAllowed = false;
  }

  #marker(kind: "document-start" | "document-end"): void {
    this.#leaveBlocks();
    const start = this.#cursor.at;
    this.#cursor.skip(3);
    this.#push(kind, start);
  }

  #directive(): void {
    this.#leaveBlocks();
    const cursor = this.#cursor;
    const start = cursor.at;
    const line =
      /%(?:(YAML)[ \t]+(\d{1,2}\.\d{1,2})|TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+([^\s\u0085]+)(?=[ \t\r\n\u0085\u2028\u2029]|$))/y;
    line.lastIndex = start;
    const [whole, version, number = "", handle = ""] = line.exec(cursor.text) ?? [];
    if (whole === undefined) throw new HelmStops("found unknown directive name", start);
    cursor.skip(whole.length);
    cursor.skipBlanks();
    cursor.skipComment();
    if (!cursor.isBreakOrEnd()) throw new HelmStops("did not find expected comment or line break", start);
    this.#push(version ? "version" : "tag-directive", start, version ? number : handle);
    if (!cursor.isEnd()) cursor.readBreak();
  }

  #openFlow(kind: "flow-list" | "flow-map"): void {
    this.#saveKey();
    const { at, line, column } = this.#cursor;
    this.#keys.push({ possible: false, required: false, token: this.#next(), at, line, column });
    this.#flow++;
    if (this.#flow > DEEPEST) throw new HelmStops("nesting exceeded", at);
    this.#keyAllowed = true;
    this.#cursor.skip();
    this.#push(kind, at);
  }

  #closeFlow(kind: "flow-list-end" | "flow-map-end"): void {
    this.#dropKey();
    if (this.#flow > 0) {
      this.#flow--;
      const place = this.#keys.pop();
      if (place) this.#keyOfToken.delete(place.token);
    }
    this.#keyAllowed = false;
    const start = this.#cursor.at;
    this.#cursor.skip();
    this.#push(kind, start);
  }

  #comma(): void {
    this.#dropKey();
    this.#keyAllowed = true;
    const start = this.#cursor.at;
    this.#cursor.skip();
    this.#push("comma", start);
  }

  #item(): void {
    const { at, column } = this.#cursor;
    if (this.#flow === 0) {
      if (!this.#keyAllowed)
        throw new HelmStops("block sequence entries are not allowed in this context", at);
      this.#roll(column, this.#next(), "block-list", at);
    }
    this.#dropKey();
    this.#keyAllowed = true;
    this.#cursor.skip();
    this.#push("item", at);
  }

  #key(): void {
    const { at, column } = this.#cursor;
    if (this.#flow === 0) {
      if (!this.#keyAllowed) throw new HelmStops("mapping keys are not allowed in this context", at);
      this.#roll(column, this.#next(), "block-map", at);
    }
    this.#dropKey();
    this.#keyAllowed = this.#flow === 0;
    this.#cursor.skip();
    this.#push("key", at);
  }

  #value(): void {
    const { at, column } = this.#cursor;
    const place = this.#keys.at(-1);
    if (place && this.#isValid(place)) {
      this.#insert(place.token, "key", place.at);
      this.#roll(place.column, place.token, "block-map", place.at);
      place.possible = false;
      this.#keyOfToken.delete(place.token);
      this.#keyAllowed = false;
    } else {
      if (this.#flow === 0) {
        if (!this.#keyAllowed) throw new HelmStops("mapping values are not allowed in this context", at);
        this.#roll(column, this.#next(), "block-map", at);
      }
      this.#keyAllowed = this.#flow === 0;
    }
    this.#cursor.skip();
    this.#push("value", at);
  }

  #name(kind: "alias" | "anchor"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const cursor = this.#cursor;
    const start = cursor.at;
    const name = matchAt(NAME, cursor.text, start + 1);
    cursor.skip(1 + name.length);
    if (name === "" || !(cursor.isGap() || "?:,]}%@`".includes(cursor.text.charAt(cursor.at)))) {
      throw new HelmStops("did not find expected alphabetic or numeric character", start);
    }
    this.#push(kind, start, name);
  }

  #tag(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const cursor = this.#cursor;
    const start = cursor.at;
    const handle = cursor.text.charAt(start + 1) === "<" ? this.#verbatimTag(start) : this.#shortTag(start);
    if (!cursor.isGap()) throw new HelmStops("did not find expected whitespace or line break", start);
    this.#push("tag", start, handle);
  }

  #verbatimTag(start: number): string {
    const cursor = this.#cursor;
    const uri = matchAt(URI, cursor.text, start + 2);
    if (uri === "") throw new HelmStops("did not find expected tag URI", start);
    cursor.skip(2 + uri.length);
    if (cursor.peek() !== GREATER) throw new HelmStops("did not find the expected '>'", start);
    cursor.skip();
    return "";
  }

  /** A tag with a handle, which may be `!` alone; the lone tag `!` has none. */
  #shortTag(start: number): string {
    const cursor = this.#cursor;
    const name = matchAt(NAME, cursor.text, start + 1);
    const isNamed = cursor.text.charAt(start + 1 + name.length) === "!";
    const from = start + 1 + name.length + (isNamed ? 1 : 0);
    const uri = matchAt(URI, cursor.text, from);
    cursor.skip(from + uri.length - start);
    if (isNamed && uri === "") throw new HelmStops("did not find expected tag URI", start);
    if (isNamed) return `!${name}!`;
    return name === "" && uri === "" ? "" : "!";
  }

  #block(style: "literal" | "folded"): void {
    this.#dropKey();
    this.#keyAllowed = true;
    const start = this.#cursor.at;
    this.#scalar(style, readBlock(this.#cursor, this.#indent), start);
  }

  #quoted(style: "single" | "double"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.at;
    this.#scalar(style, readQuoted(this.#cursor), start);
  }

  #plain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.at;
    const text = readPlain(this.#cursor, this.#indent + 1, this.#flow > 0);
    this.#scalar("plain", text, start);
    if (text.continued) this.#keyAllowed = true;
  }

  #scalar(style: ScalarStyle, { value, end }: HelmText, start: number): void {
    this.#queue.push({ kind: "scalar", start, end, value, style });
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Whether there are more characters between two places than a number; some are two units of the text. */
function isLongerThan(text: string, start: number, end: number, most: number): boolean {
  return end - start > most && (end - start > 2 * most || [...text.slice(start, end)].length > most);
}
