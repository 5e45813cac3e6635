import type { Dice } from "../../helm/dice.ts";

/** The place of a comment in the text. Keys and values have unique names. */
export type Placed = { readonly comment: string } & (
  | { readonly is: "beside"; readonly value: string }
  | { readonly is: "above"; readonly name: string }
  /** Below the last line of a block, at the column of its first name, or of the dash before one of its names. */
  | { readonly is: "ends"; readonly name: string; readonly isList: boolean }
  /** Below a line, deeper than its name. */
  | { readonly is: "goes on"; readonly name: string }
);

/** A text that a person could have written, and where its comments are. */
export interface WrittenDocument {
  readonly text: string;
  readonly comments: readonly Placed[];
}

/** Makes a text of all styles in which values are written, with comments in all places. */
export function writtenDocument(dice: Dice): WrittenDocument {
  const writer = new Writer(dice);
  writer.mapping(0, 3);
  return { text: `${writer.lines.join("\n")}\n`, comments: writer.comments };
}

const BLOCKS = ["|", "|-", "|+", ">", ">-", "|2", "|2-", "|4", "|3+", ">2", "|2 # said"];

class Writer {
  readonly lines: string[] = [];
  readonly comments: Placed[] = [];
  readonly #dice: Dice;
  readonly #step: number;
  readonly #isAtKey: boolean;
  readonly #anchors: string[] = [];
  #names = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#step = dice.pick([1, 2, 2, 2, 3, 4, 4, 8]);
    this.#isAtKey = dice.oneIn(2);
  }

  mapping(column: number, depth: number, head = ""): void {
    const count = 1 + this.#dice.below(4);
    let first = "";
    for (let index = 0; index < count; index++) {
      const name = this.#name("k");
      first ||= name;
      if (index > 0 || head === "") this.#above(column, name);
      const before = index === 0 ? head : " ".repeat(column);
      this.#entry(`${before || " ".repeat(column)}${name}:`, column, depth, name);
    }
    this.#end(column, first);
  }

  #entry(start: string, column: number, depth: number, name: string): void {
    const { lines } = this;
    switch (depth > 0 ? this.#dice.below(8) : this.#dice.below(4)) {
      case 5:
      case 6: {
        lines.push(start + this.#anchor());
        const step = this.#dice.oneIn(8) ? 1 + this.#dice.below(6) : this.#step;
        this.mapping(column + step, depth - 1);
        return;
      }
      case 7:
      case 4: {
        lines.push(start);
        this.#list(this.#isAtKey ? column : column + this.#step, depth - 1);
        return;
      }
      case 3:
        this.#block(`${start} `, column);
        return;
      default:
        this.#scalar(`${start}${" ".repeat(1 + this.#dice.below(3))}`, column, name);
    }
  }

  #list(column: number, depth: number): void {
    const count = 1 + this.#dice.below(3);
    let name: string | undefined;
    for (let index = 0; index < count; index++) {
      const next = this.#names + 1;
      const start = `${" ".repeat(column)}-${" ".repeat(this.#dice.oneIn(4) ? 3 : 1)}`;
      const kind = this.#dice.below(depth > 0 ? 4 : 2);
      if (kind === 1) {
        this.#block(start, column);
        continue;
      }
      name = `${kind === 2 ? "k" : "v"}${next}_`;
      if (kind === 2) this.mapping(start.length, depth - 1, start);
      else this.#scalar(start, column, undefined);
    }
    if (name === undefined || !this.#dice.oneIn(4)) return;
    if (this.#dice.oneIn(3)) this.lines.push("");
    const comment = `# - ${this.#name("c")}`;
    this.comments.push({ comment, is: "ends", name, isList: true });
    this.lines.push(" ".repeat(column) + comment);
  }

  #scalar(start: string, column: number, key: string | undefined): void {
    const name = this.#name("v");
    const written = this.#dice.pick([
      () => name,
      () => `"${name}  x"`,
      () => `'${name}'`,
      () => `{a:   ${name}, b: [${this.#name("v")},c]}`,
      () => `[${name}]`,
      () => `&${this.#name("a")} ${name}`,
      () => `!!str ${name}`,
      () => `"${name} \\\n${" ".repeat(column + 1)}  b"`,
      () => `${name}\n${" ".repeat(column + 1)}goes on`,
      () => (key === undefined ? name : `"${name}"`),
    ])();
    const pushed = (start + written).split("\n");
    const last = pushed.at(-1) ?? "";
    const isWhole = pushed.length === 1;
    if (!this.#dice.oneIn(3)) {
      for (const line of pushed) this.lines.push(line);
      if (isWhole && this.#dice.oneIn(8)) this.#goesOn(name, column + 1 + this.#dice.below(6));
      return;
    }
    const comment = `# ${this.#name("c")}`;
    const space = " ".repeat(1 + this.#dice.below(6));
    for (const line of pushed.slice(0, -1)) this.lines.push(line);
    this.lines.push(last + space + comment);
    if (isWhole) this.comments.push({ comment, is: "beside", value: name });
    if (isWhole && this.#dice.oneIn(3)) this.#goesOn(name, last.length + space.length);
  }

  #goesOn(name: string, column: number): void {
    const comment = `# ${this.#name("c")}`;
    this.comments.push({ comment, is: "goes on", name });
    this.lines.push(" ".repeat(column) + comment);
  }

  #block(start: string, column: number): void {
    const sign = this.#dice.pick(BLOCKS);
    const number = Number(/\d/.exec(sign)?.[0] ?? 0);
    const margin = " ".repeat(column + (number || this.#step));
    this.lines.push(start + sign);
    if (number > 0 && this.#dice.oneIn(4)) this.lines.push("");
    this.lines.push(
      `${margin}${number > 0 ? " ".repeat(this.#dice.below(3)) : ""}${this.#name("v")}: # text`,
    );
    const more = this.#dice.below(3);
    for (let index = 0; index < more; index++) {
      this.lines.push(
        this.#dice.oneIn(4) ? "" : `${margin}${" ".repeat(this.#dice.below(3))}- ${this.#name("v")}`,
      );
    }
    if (sign.includes("+") && this.#dice.oneIn(2)) this.lines.push("", "");
  }

  #above(column: number, name: string): void {
    if (this.#dice.oneIn(6)) this.lines.push("");
    if (this.#dice.oneIn(12)) this.lines.push(`${" ".repeat(column)}# prettier-ignore`);
    if (!this.#dice.oneIn(4)) return;
    const comment = `# ${this.#name("c")}`;
    this.comments.push({ comment, is: "above", name });
    this.lines.push(" ".repeat(column) + comment);
  }

  #end(column: number, name: string): void {
    // At the left edge, it would be about what comes next.
    if (column === 0 || !this.#dice.oneIn(5)) return;
    const comment = `# ${this.#name("c")}: x`;
    this.comments.push({ comment, is: "ends", name, isList: false });
    this.lines.push(" ".repeat(column) + comment);
  }

  #anchor(): string {
    if (!this.#dice.oneIn(6)) return "";
    const name = this.#name("a");
    this.#anchors.push(name);
    return ` &${name}`;
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind}${this.#names}_`;
  }
}
