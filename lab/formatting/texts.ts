import { type Placed, writtenDocument } from "../../test/core/formatting/documents.ts";
import { documentOf } from "../../test/fuzz/documents.ts";
import { realTexts } from "../../test/fuzz/texts.ts";
import { Dice } from "../../test/helm/dice.ts";
import { suiteCases, suiteQuestions } from "../compare-helm/suite.ts";

/** From where a text is. */
export type Origin = "YAML test suite" | "repository" | "generated" | "mutated";

/** A text that is formatted. */
export interface FormattedText {
  readonly origin: Origin;
  readonly text: string;
  /** The columns of a level that are set. */
  readonly set: number | undefined;
  /** The places where comments were written, if they are known. */
  readonly comments?: readonly Placed[];
}

/** All texts of the test suite, if they can be had, and of the repository, then generated ones and mutated ones in turn, without an end. */
export function* textsToFormat(seed: number): Generator<FormattedText, never> {
  const real = realTexts();
  const dice = new Dice(seed);
  const set = () => [undefined, undefined, 2, 4][dice.below(4)];
  for (const { files } of suiteQuestions(suite())) {
    for (const text of files) yield { origin: "YAML test suite", text, set: set() };
  }
  for (const text of real) yield { origin: "repository", text, set: set() };
  for (let index = 0; ; index++) {
    const written = writtenDocument(new Dice(Math.imul(seed, 1_000_003) + index));
    yield { origin: "generated", set: set(), ...written };
    yield { origin: "mutated", text: documentOf(seed, index, real).text, set: set() };
  }
}

/** Go brings the texts of the suite. */
function suite(): ReturnType<typeof suiteCases> {
  try {
    return suiteCases();
  } catch {
    return [];
  }
}
