import { test } from "node:test";
import fc from "fast-check";
import { effort } from "../../support/effort.ts";
import { readCases } from "../support/case-files.ts";
import { annotatedInPublishedWords, inPublishedWords, TWIN } from "../support/published-words.ts";
import { checkRuleCase, RULE_CASE, type RuleCase } from "../support/rule-cases.ts";

/** A case that holds for all vocabularies: nothing in it names a chart. */
function isForAll({ text, chart, kind, beside }: RuleCase): boolean {
  return text !== undefined && !chart && !kind && !beside && !/^# ?cap-operator\b/m.test(text);
}

/** A case in the words of the published charts. */
function translated({ text = "", fix, after, fixes, ...others }: RuleCase): RuleCase {
  return {
    ...others,
    chart: `${TWIN.chart} ${TWIN.version}`,
    text: annotatedInPublishedWords(text),
    ...(fix === undefined ? {} : { fix: inPublishedWords(fix), after: inPublishedWords(after ?? "") }),
    ...(fixes === undefined ? {} : { fixes: fixes.map(inPublishedWords) }),
  };
}

test("a case has the same findings and fixes in the words of the published charts", async () => {
  const cases = readCases<RuleCase>("{server,test}/core/rules/*/*.yaml", RULE_CASE)
    .flatMap((file) => file.cases)
    .filter(isForAll);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), (testCase) => checkRuleCase(translated(testCase))),
    effort(60),
  );
});
