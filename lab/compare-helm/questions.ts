import { Dice } from "../../test/helm/dice.ts";
import type { Question } from "../../test/helm/question.ts";
import { hostileQuestion } from "./hostile.ts";
import { plausibleQuestion } from "./plausible.ts";

/** The kinds of questions that are made at random. */
export const KINDS = { hostile: hostileQuestion, plausible: plausibleQuestion } as const;

/** Distance between the seeds of two runs, so that they share no question. */
const APART = 1_000_003;

/** `count` questions of a kind, starting with number `first`; the same ones for the same seed. */
export function generatedQuestions(
  kind: keyof typeof KINDS,
  seed: number,
  count: number,
  first = 0,
): Question[] {
  return Array.from({ length: count }, (_, index) => KINDS[kind](new Dice(seed * APART + first + index)));
}
