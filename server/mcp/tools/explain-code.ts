import { RULES } from "../../core/rules/table.ts";
import { LIMITS } from "../limits.ts";
import { textOfAtMost, tool } from "../tool.ts";
import { quoted, ToolError } from "../tool-error.ts";

export const explainCode = tool<{ readonly code: string }>({
  name: "explain_code",
  title: "Explain a code",
  description:
    "Describes what a code of a finding means, such as unknown-key: what is found, why it matters, a wrong and a right example, and the quick fix if there is one.",
  arguments: { code: textOfAtMost(LIMITS.name, "The code of a finding.") },
  required: ["code"],
  run: async ({ code }) => {
    const rule = RULES.find((one) => one.code === code);
    if (rule) {
      const { what, why, wrong, right, later, fix } = rule.docs;
      return { code, severity: rule.severity, what, why, wrong, right, later, fix };
    }
    throw new ToolError(`Code not found: ${quoted(code)}. check_values returns the code of each finding.`);
  },
});
