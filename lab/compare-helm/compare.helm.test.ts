import assert from "node:assert/strict";
import { test } from "node:test";
import { HELM_VERSIONS } from "../../test/helm/build-helm.ts";
import type { Question } from "../../test/helm/question.ts";
import { type Comparison, compare } from "./compare.ts";
import { exceptionFor } from "./exceptions.ts";
import { libraryProgram, libraryVersion } from "./library.ts";
import { generatedQuestions } from "./questions.ts";
import { shrink } from "./shrink.ts";
import { suiteCases, suiteQuestions } from "./suite.ts";

/** `npm run compare:helm` asks many more. */
const SEED = 20_261;
const COUNT = 300;

for (const helm of [3, 4] as const) {
  const program = await libraryProgram(helm);
  const skip = program === undefined && "Go is not installed, so the libraries of Helm cannot be asked.";

  const hold = async (questions: readonly Question[]): Promise<Comparison> => {
    const result = await compare(program ?? "", helm, questions);
    const left = result.disagreements.filter((disagreement) => !exceptionFor(disagreement));
    assert.deepEqual(await shrink(program ?? "", helm, left.slice(0, 3)), []);
    return result;
  };

  for (const kind of ["hostile", "plausible"] as const) {
    test(`${COUNT} ${kind} stacks are read as the libraries of Helm ${helm} read them`, {
      skip,
    }, async () => {
      const { accepted } = await hold(generatedQuestions(kind, SEED, COUNT));
      assert.ok(accepted > COUNT / 20, "Too few of the questions are accepted to say anything.");
    });
  }

  test(`the YAML test suite is read as the libraries of Helm ${helm} read it`, { skip }, async () => {
    const cases = suiteCases();
    assert.equal(cases.length, 402);
    await hold(suiteQuestions(cases));
  });

  test(`the libraries of Helm ${helm} are those of the recorded answers`, () => {
    assert.equal(libraryVersion(helm), HELM_VERSIONS[helm]);
  });
}
