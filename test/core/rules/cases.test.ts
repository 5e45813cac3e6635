import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleCases } from "../../../schemas/rule-examples.ts";
import { WHOLE_TEXT } from "../../../server/core/rules/precedence.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { readAnnotated } from "../support/annotations.ts";
import { readCases, testCases } from "../support/case-files.ts";
import { checkRuleCase, RULE_CASE, type RuleCase } from "../support/rule-cases.ts";

testCases(readCases<RuleCase>("server/core/rules/*/cases.yaml", RULE_CASE), checkRuleCase);
testCases(readCases<RuleCase>("test/core/rules/together/*.yaml", RULE_CASE), checkRuleCase);

/** Further findings that a rule's wrong example cannot avoid: a scalar in place of a mapping has the wrong type for every schema. */
const ALSO: Readonly<Record<string, readonly string[]>> = { "table-replaced": ["wrong-type"] };

/** The codes that the annotation lines of a case have. */
function codesIn({ text = "", files = { text } }: RuleCase): string[] {
  const heads = Object.values(files).flatMap((file) =>
    readAnnotated(file).annotations.map(({ head }) => head),
  );
  return [...new Set(heads.map((head) => head.replace(/^\w+\[(.*)\]$/, "$1")))].sort();
}

test("the first two cases of each rule are its examples: a wrong one with exactly its diagnostic, and a right one with none", () => {
  for (const { code } of RULES) {
    const examples = exampleCases<RuleCase>(code);
    assert.deepEqual(
      examples.map((one) => one.case),
      ["wrong", "right"],
      code,
    );
    assert.deepEqual(examples.map(codesIn), [[code, ...(ALSO[code] ?? [])].sort(), []], code);
    const [wrong, right] = examples.map(({ kind, chart, beside, severity }) => [
      kind,
      chart,
      beside,
      severity,
    ]);
    assert.deepEqual(wrong, right, `${code}: both are for the same chart`);
    for (const { only, whole, fix, fixes } of examples) {
      assert.deepEqual([only, fix, fixes], [undefined, undefined, undefined], code);
      assert.equal(whole ?? false, WHOLE_TEXT.includes(code), code);
    }
  }
});
