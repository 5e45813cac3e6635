import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { Question } from "../../test/helm/question.ts";
import { smallerTexts } from "../smaller-texts.ts";
import { compare, type Disagreement } from "./compare.ts";

/** Rounds after which a question counts as small as possible. */
const ROUNDS = 60;

/** The same disagreements, each in a question from which as much as possible is left out. */
export async function shrink(
  program: string,
  helm: HelmMajor,
  found: readonly Disagreement[],
): Promise<readonly Disagreement[]> {
  let current = [...found];
  for (let round = 0; round < ROUNDS; round++) {
    const smaller = current.map(({ question }) => [...smallerQuestions(question)]);
    const asked = smaller.flat();
    if (asked.length === 0) break;
    const { disagreements } = await compare(program, helm, asked);
    const byQuestion = new Map(disagreements.map((disagreement) => [disagreement.question, disagreement]));
    const next = current.map((disagreement, index) => {
      const still = smaller[index]?.flatMap((question) => byQuestion.get(question) ?? []) ?? [];
      return still.find(({ difference }) => difference === disagreement.difference) ?? disagreement;
    });
    if (next.every((disagreement, index) => disagreement === current[index])) break;
    current = next;
  }
  return current;
}

/** Smaller versions of a question, each without one part; the largest parts first. */
function* smallerQuestions(question: Question): Generator<Question> {
  const { chart, files, sets } = question;
  for (const index of files.keys()) yield { ...question, files: files.toSpliced(index, 1) };
  for (const index of sets.keys()) yield { ...question, sets: sets.toSpliced(index, 1) };
  for (const index of (chart.dependencies ?? []).keys()) {
    yield { ...question, chart: { ...chart, dependencies: chart.dependencies?.toSpliced(index, 1) ?? [] } };
  }
  for (const values of smallerTexts(chart.values)) yield { ...question, chart: { ...chart, values } };
  for (const [index, dependency] of (chart.dependencies ?? []).entries()) {
    for (const values of smallerTexts(dependency.chart.values)) {
      const smaller = { ...dependency, chart: { ...dependency.chart, values } };
      yield {
        ...question,
        chart: { ...chart, dependencies: chart.dependencies?.with(index, smaller) ?? [] },
      };
    }
  }
  for (const [index, text] of files.entries()) {
    for (const smaller of smallerTexts(text)) yield { ...question, files: files.with(index, smaller) };
  }
  for (const [index, set] of sets.entries()) {
    for (const text of smallerTexts(set.text))
      yield { ...question, sets: sets.with(index, { ...set, text }) };
  }
}
