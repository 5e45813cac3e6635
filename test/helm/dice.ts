/** Numbers that look random and are the same in every run. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 2_654_435_761) >>> 0;
  }

  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** True in one of `many` throws, on average. */
  oneIn(many: number): boolean {
    return this.below(many) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("There is nothing to pick from.");
    return choice;
  }

  /** Between `least` and `most` results of `make`. */
  several<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
