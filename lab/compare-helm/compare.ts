import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { engineAnswer, type Question } from "../../test/helm/question.ts";
import { askLibrary, type LibraryAnswer } from "./library.ts";

/** The differences between the engine and Helm. */
export type Difference = "only the engine refuses" | "only Helm rejects" | "other values";

/** A question on which the engine and Helm differ. */
export interface Disagreement {
  readonly question: Question;
  readonly helm: HelmMajor;
  readonly difference: Difference;
  readonly ours: string | null;
  readonly theirs: LibraryAnswer;
}

/** The result of comparing with one generation of Helm. */
export interface Comparison {
  readonly asked: number;
  /** The number of questions that Helm accepts. */
  readonly accepted: number;
  /** The number of questions that Helm itself does not always answer the same. */
  readonly unstable: number;
  readonly disagreements: readonly Disagreement[];
}

/**
 * The number of times that Helm is asked again if the engine's answer differs: the order of Helm's mappings is not always the
 * same.
 */
const AGAIN = 8;

/** Asks the engine and the libraries of Helm, and compares acceptance and values. */
export async function compare(
  program: string,
  helm: HelmMajor,
  questions: readonly Question[],
): Promise<Comparison> {
  const answers = await askLibrary(program, questions);
  const accepted = answers.filter(({ values }) => values !== undefined).length;
  const found = questions.flatMap((question, index): Disagreement[] => {
    const answer = answers[index];
    if (!answer) return [];
    const ours = engineAnswer(question, helm);
    const difference = differenceOf(ours, answer.values ?? null);
    return difference ? [{ question, helm, difference, ours, theirs: answer }] : [];
  });
  const again = await askLibrary(
    program,
    found.flatMap(({ question }) => Array(AGAIN).fill(question)),
  );
  const disagreements = found.filter(({ theirs: answer }, index) =>
    again.slice(index * AGAIN, (index + 1) * AGAIN).every(({ values }) => values === answer.values),
  );
  const unstable = found.length - disagreements.length;
  return { asked: questions.length, accepted, unstable, disagreements };
}

function differenceOf(ours: string | null, ofHelm: string | null): Difference | undefined {
  if (ours === ofHelm) return undefined;
  if (ours === null) return "only the engine refuses";
  return ofHelm === null ? "only Helm rejects" : "other values";
}
