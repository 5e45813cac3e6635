import { exampleCases, ruleExamples } from "../../../schemas/rule-examples.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { analysisOf } from "./case-text.ts";
import type { RuleCase } from "./rule-cases.ts";

/** An example of a rule with what its case has around it; another text may stand in its place. */
export function analyseExample(
  code: string,
  which: "wrong" | "right",
  text: string = ruleExamples(code)[which],
): Analysis {
  const [wrong, right] = exampleCases<RuleCase>(code);
  const one = which === "wrong" ? wrong : right;
  return analysisOf(one, "values.yaml", { ...one.files, "values.yaml": text });
}
