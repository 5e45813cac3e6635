import { Dice } from "../helm/dice.ts";
import { CONTEXTS } from "./contexts.ts";
import { MUTATIONS } from "./mutations.ts";

/** A mutated text, and what it is asked about as. The same for the same seed and index. */
export interface FuzzDocument {
  readonly index: number;
  readonly text: string;
  /** The name of its context: one of `CONTEXTS`. */
  readonly context: string;
  /** The other file of its release. */
  readonly other: string;
  /** From which the places and arguments of its questions are drawn. */
  readonly questions: number;
}

/** The most lines that a text has. */
export const MOST_LINES = 1999;

const CHANGES = Object.values(MUTATIONS);
const CONTEXT_NAMES = Object.entries(CONTEXTS).flatMap(([name, { share }]) =>
  Array<string>(share).fill(name),
);

/** The document with an index, made of some texts. */
export function documentOf(seed: number, index: number, texts: readonly string[]): FuzzDocument {
  const dice = new Dice(Math.imul(seed, 1_000_003) + index);
  let text = joined(dice, texts, linesWanted(dice));
  const changes = 1 + dice.below(dice.oneIn(8) ? 8 : 2);
  for (let change = 0; change < changes; change++) text = dice.pick(CHANGES)(text, dice, texts);
  const context = dice.pick(CONTEXT_NAMES);
  return { index, text: shortened(text), context, other: dice.pick(texts), questions: dice.below(2 ** 31) };
}

/** Most texts have some lines, as in a pull request; few have hundreds or thousands. */
function linesWanted(dice: Dice): number {
  if (dice.oneIn(4000)) return 80 + dice.below(MOST_LINES - 80);
  return dice.oneIn(20) ? 20 + dice.below(60) : 3 + dice.below(9);
}

/** Texts one after the other; of a longer one, a part. */
function joined(dice: Dice, texts: readonly string[], wanted: number): string {
  const lines: string[] = [];
  while (lines.length < wanted) {
    const next = dice.pick(texts).trimEnd().split("\n");
    const from = next.length > wanted ? dice.below(next.length) : 0;
    for (const line of next.slice(from, from + wanted)) lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

function shortened(text: string): string {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.length > MOST_LINES ? lines.slice(0, MOST_LINES).join("") : text;
}
