import { readCases, testCases } from "../support/case-files.ts";
import { checkRuleCase, RULE_CASE, type RuleCase } from "../support/rule-cases.ts";

testCases(readCases<RuleCase>("server/core/rules/*/cases.yaml", RULE_CASE), checkRuleCase);
testCases(readCases<RuleCase>("test/core/rules/together/*.yaml", RULE_CASE), checkRuleCase);
