import type { Dice } from "../../test/helm/dice.ts";

/** A name with a typing error: a letter that is missing, doubled, in the wrong place or another one, one too many, or the wrong case. */
export function misspelt(name: string, dice: Dice): string {
  const where = 1 + dice.below(Math.max(1, name.length - 2));
  const [before, letter, next, after] = [
    name.slice(0, where),
    name.slice(where, where + 1),
    name.slice(where + 1, where + 2),
    name.slice(where + 2),
  ];
  return dice.pick([
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${next}${letter}${after}`,
    `${before}x${letter}${next}${after}`,
    `${name}s`,
    name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase(),
  ]);
}
