import { RULES } from "../../core/rules/table.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { LIMITS } from "../limits.ts";
import { textOfAtMost, tool } from "../tool.ts";
import { quotedWord, ToolError } from "../tool-error.ts";

export const explainCode = tool<{ readonly code: string }>({
  name: "explain_code",
  title: "Explain a code",
  description: "Describes a code of a finding: why it matters, a wrong and a right example, its fix.",
  arguments: { code: textOfAtMost(LIMITS.name, "Such as unknown-key.") },
  required: ["code"],
  answer: { what: "string", right: "string" },
  always: ["what", "right"],
  run: async ({ code }, { engine }) => {
    const rule = RULES.find((one) => one.code === code);
    if (rule) {
      const { what, why, fix } = rule.docs;
      const { wrong, right, later } = engine.ruleExamples(code);
      return { code, severity: rule.severity, what, why, wrong, right, later, fix };
    }
    const codes = RULES.map((known) => known.code);
    const hint = nearest(code, codes) || " check_values returns the code of each finding.";
    throw new ToolError(`Code not found: ${quotedWord(code)}.${hint}`);
  },
});
