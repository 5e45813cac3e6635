import { lineAt, lineStarts } from "./fixed-text.ts";
import type { YamlFile } from "./tree.ts";

/** The states of a line: outside, or inside a multi-line scalar or multi-line brackets. */
const OUTSIDE = 0;
const IN_SCALAR = 1;
const IN_FLOW = 2;

/** The structure of one line of a block: its indentation, its dashes, and its key. Columns count from 0. */
export interface Line {
  readonly dashes: readonly number[];
  /** Column of the content after the indentation and the dashes; the line's length if there is none. */
  readonly column: number;
  /** The key, if the line has one: `key:` or `key: value`. It starts after its anchor and tag. */
  readonly key?: {
    readonly text: string;
    readonly start: number;
    readonly end: number;
    readonly colon: number;
  };
  /** Column at which the value starts; `given` if there is more than anchors, tags and comments. */
  readonly value?: { readonly column: number; readonly given: boolean };
}

/** The most lists that may begin on one line; more than anybody writes. */
const MOST_DASHES = 20;

/** A run of blanks is taken as a whole, so that a long one costs no more than its length. */
const KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|((?:[^\s#'"[\]{},&*!|>%@`-]|-(?=[^\s:]))(?:[^:# \t]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^:# \t]|:\S))*?))[ \t]*:(?=\s|$)/;

/** The number of lines above that are searched for the header of a block text. */
const FARTHEST_HEADER = 200;

/** The lines of a file, read as block structure on demand. */
export class Lines {
  readonly #file: YamlFile;
  readonly #starts: Uint32Array;
  #inside: Uint8Array | undefined;
  /** The lines that have been read so far; `null` for a line without structure. */
  readonly #structures: (Line | null | undefined)[] = [];

  constructor(file: YamlFile, starts: Uint32Array = lineStarts(file.text)) {
    this.#file = file;
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Offset of a line's first character, after any byte order mark. */
  start(line: number): number {
    // A byte order mark comes before the first line and is not part of its indentation.
    if (line === 0) return this.#file.text.startsWith("\uFEFF") ? 1 : 0;
    return this.#starts[line] ?? this.#file.text.length;
  }

  /** A line without its line break. */
  text(line: number): string {
    const text = this.#file.text.slice(this.start(line), this.start(line + 1));
    return text.replace(/\r?\n$|\r$/, "");
  }

  /** The number of spaces and tabs that a line begins with. */
  indentation(line: number): number {
    const start = this.start(line);
    let end = start;
    while (this.#file.text.charCodeAt(end) === 0x20 || this.#file.text.charCodeAt(end) === 0x09) end++;
    return end - start;
  }

  /** True if the first character after a line's indentation is a dash. */
  beginsWithDash(line: number): boolean {
    return this.#file.text.charCodeAt(this.start(line) + this.indentation(line)) === 0x2d;
  }

  /** True if a line has only a comment, provided that it is not inside a scalar. */
  beginsWithComment(line: number): boolean {
    return this.#file.text.charCodeAt(this.start(line) + this.indentation(line)) === 0x23;
  }

  /** The line break at the end of a line, which must not be the last one. */
  lineBreak(line: number): "\n" | "\r\n" | "\r" {
    const end = this.start(line + 1);
    if (this.#file.text[end - 1] === "\r") return "\r";
    return this.#file.text[end - 2] === "\r" ? "\r\n" : "\n";
  }

  /** The number of characters before an offset on its line. */
  columnOf(offset: number): number {
    return offset - this.start(this.lineAt(offset));
  }

  /** The column of the mapping that has a key at an offset, which begins with an anchor or tag before the key. */
  columnOfMapping(offset: number): number {
    const line = this.lineAt(offset);
    const start = this.start(line) + (this.structure(line)?.column ?? 0);
    const isMarked =
      start < offset && /^[&!]\S*(?:[ \t]+[&!]\S*)*[ \t]*$/.test(this.#file.text.slice(start, offset));
    return (isMarked ? start : offset) - this.start(line);
  }

  /** Number of the line that holds an offset, from 0. */
  lineAt(offset: number): number {
    return lineAt(this.#starts, offset);
  }

  /** True if a line continues a scalar that began on a line above. */
  isInScalar(line: number): boolean {
    return this.#insides()[line] === IN_SCALAR;
  }

  /** The line that begins the block text which a line is in by its indentation, also where the text is not read as one because of the line. */
  headerAbove(line: number): number | undefined {
    const column = this.indentation(line);
    for (let above = line - 1; above >= Math.max(0, line - FARTHEST_HEADER); above--) {
      const text = this.text(above).trimEnd();
      if (text !== "" && this.indentation(above) < column)
        return /[|>][-+\d]*$/.test(text) ? above : undefined;
    }
    return undefined;
  }

  /** True if a line continues a list or mapping in brackets that began on a line above. */
  isInFlow(line: number): boolean {
    return this.#insides()[line] === IN_FLOW;
  }

  /** The block structure of a line; `undefined` for blank lines, comments, markers and lines inside a scalar or brackets. */
  structure(line: number): Line | undefined {
    if (this.#insides()[line] !== OUTSIDE) return undefined;
    let read = this.#structures[line];
    if (read === undefined) {
      read = readLine(this.text(line)) ?? null;
      this.#structures[line] = read;
    }
    return read ?? undefined;
  }

  #startOf(line: number): number {
    return this.#starts[line] ?? Number.POSITIVE_INFINITY;
  }

  /** Lines inside scalars and brackets, marked once for the whole file. */
  #insides(): Uint8Array {
    if (this.#inside) return this.#inside;
    const inside = new Uint8Array(this.count);
    for (const { multiline } of this.#file.documents) {
      for (const node of multiline) {
        const kind = "style" in node ? IN_SCALAR : IN_FLOW;
        const end = node.offset + node.length;
        for (let line = this.lineAt(node.offset) + 1; this.#startOf(line) <= end; line++)
          inside[line] ||= kind;
      }
    }
    this.#inside = inside;
    return inside;
  }
}

/** Reads the block structure of one line; `undefined` if it has none. */
export function readLine(text: string): Line | undefined {
  if (/^\s*(?:#|$)/.test(text) || /^(?:---|\.\.\.)(?:\s|$)/.test(text)) return undefined;
  const dashes: number[] = [];
  let column = /^\s*/.exec(text)?.[0].length ?? 0;
  while (dashes.length < MOST_DASHES) {
    const dash = /^-(?:[ \t]+|$)/.exec(text.slice(column));
    if (!dash) break;
    dashes.push(column);
    column += dash[0].length;
  }
  const start = column + (/^(?:[&!]\S*[ \t]+)*/.exec(text.slice(column))?.[0].length ?? 0);
  const match = KEY.exec(text.slice(start));
  if (!match) return { dashes, column };
  const colon = start + match[0].length - 1;
  const end = start + match[0].slice(0, -1).trimEnd().length;
  const rest = text.slice(colon + 1);
  const blanks = /^[ \t]*/.exec(rest)?.[0].length ?? 0;
  const given = !/^(?:[ \t]+[&!]\S*)*[ \t]*(?:[ \t]#.*)?$/.test(rest);
  return {
    dashes,
    column,
    key: { text: match[1] ?? match[2] ?? match[3] ?? "", start, end, colon },
    value: { column: colon + 1 + blanks, given },
  };
}
