import type { RuleExamples } from "../../core/rules/engine/rule.ts";
import { exampleTitles } from "../../core/rules/rule-page.ts";
import { RULES } from "../../core/rules/table.ts";

/** The code of findings without a rule, for formats that need one: problems with a release, or with a file as a whole. */
export const NO_RULE = "release-or-file";

/** The texts about a rule in a format. */
export interface RuleText {
  readonly code: string;
  readonly severity: "error" | "warning" | "information" | "hint" | "off";
  readonly what: string;
  readonly why: string;
  readonly example: string;
}

/** All that can be found, in a fixed order. */
export function ruleTexts(examplesOf: (code: string) => RuleExamples): readonly RuleText[] {
  const texts = RULES.map(({ code, severity, docs }): RuleText => {
    const [wrong, right] = exampleTitles(severity);
    const examples = examplesOf(code);
    const example = `${wrong}\n\n${indented(examples.wrong)}\n\n${right}\n\n${indented(examples.right)}`;
    return { code, severity, what: docs.what, why: docs.why, example };
  });
  return [
    ...texts,
    {
      code: NO_RULE,
      severity: "information",
      what: "Something is wrong with a release or with a file as a whole.",
      why: "A file that cannot be read is not checked.",
      example: "",
    },
  ];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}
