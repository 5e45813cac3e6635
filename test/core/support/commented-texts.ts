import fc from "fast-check";

/** A comment in a text: a key that does not count for the moment, or a remark at any column to the right of its key. */
interface Comment {
  readonly isChild: boolean;
  readonly deeper: number;
  readonly blankAbove: boolean;
}

interface Entry {
  /** The number of a scalar, nothing, keys, or the keys of each item of a list. */
  readonly value: {
    readonly scalar?: true;
    readonly keys?: readonly Entry[];
    readonly items?: readonly (readonly Entry[])[];
  };
  readonly step: number;
  readonly remark: boolean;
  readonly blankAbove: boolean;
  readonly below: readonly Comment[];
}

const comment: fc.Arbitrary<Comment> = fc.record({
  isChild: fc.boolean(),
  deeper: fc.integer({ min: 1, max: 7 }),
  blankAbove: fc.boolean(),
});

const { entries } = fc.letrec<{ readonly entries: Entry[]; readonly entry: Entry }>((tie) => ({
  entries: fc.array(tie("entry"), { minLength: 1, maxLength: 3, depthIdentifier: "texts" }),
  entry: fc.record({
    value: fc.oneof(
      { depthSize: "small", depthIdentifier: "texts" },
      { weight: 2, arbitrary: fc.constant({ scalar: true as const }) },
      { weight: 1, arbitrary: fc.constant({}) },
      { weight: 4, arbitrary: fc.record({ keys: tie("entries") }) },
      {
        weight: 2,
        arbitrary: fc.record({ items: fc.array(tie("entries"), { minLength: 1, maxLength: 3 }) }),
      },
    ),
    step: fc.constantFrom(2, 4),
    remark: fc.boolean(),
    blankAbove: fc.boolean(),
    below: fc.array(comment, { maxLength: 2 }),
  }),
}));

/** Writes entries with names that occur once, so that a line can be found again wherever it is. */
class Writer {
  readonly lines: string[] = [];
  #count = 0;

  write(all: readonly Entry[], column: number, dash = ""): void {
    const pad = " ".repeat(column);
    for (const [index, entry] of all.entries()) {
      const { value, step } = entry;
      const isFirst = index === 0 && dash !== "";
      if (entry.blankAbove && !isFirst) this.lines.push("");
      if (entry.remark && !isFirst) this.lines.push(`${pad}# ${this.#name("r")}`);
      const head = `${isFirst ? dash : pad}${this.#name("k")}:`;
      this.lines.push(value.scalar ? `${head} ${this.#count}` : head);
      let child = column + step;
      // A list may have the column of its key.
      if (value.items && step === 2) child = column;
      for (const item of value.items ?? []) this.write(item, child + 2, `${" ".repeat(child)}- `);
      this.write(value.keys ?? [], child);
      const takesChild = !value.items && !value.scalar;
      for (const { isChild, deeper, blankAbove } of entry.below) {
        if (blankAbove) this.lines.push("");
        if (isChild && takesChild)
          this.lines.push(`${" ".repeat(child)}# ${this.#name("c")}: ${this.#count}`);
        else this.lines.push(`${" ".repeat(column + deeper)}# ${this.#name("r")}`);
      }
    }
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind}${this.#count}`;
  }
}

/**
 * Texts with mappings and lists in which comments are above keys, below blocks and in keys without a value: names that begin with `k` are keys,
 * those with `c` commented-out keys of the mapping around, and those with `r` remarks.
 */
export const commentedTexts: fc.Arbitrary<string> = entries.map((all) => {
  const writer = new Writer();
  writer.write(all, 0);
  return `${writer.lines.join("\n")}\n`;
});
