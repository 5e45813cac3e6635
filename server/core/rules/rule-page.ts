// Not translated: the documentation of rules is in English.
import type { Rule, RuleExamples } from "./engine/rule.ts";

/** The documentation of a rule as Markdown: a heading with its code, what it finds, why, and how it is put right. */
export function rulePage({ code, severity, docs }: Rule, examples: RuleExamples): string {
  const [wrong, right] = exampleTitles(severity);
  return [
    `# ${code}`,
    `Severity: ${severity}.`,
    docs.what,
    `**Why:** ${docs.why}`,
    wrong,
    example(examples.wrong),
    right,
    example(examples.right),
    ...(examples.later === undefined ? [] : ["The later values file of both:", example(examples.later)]),
    ...Object.entries(examples.chart ?? {}).flatMap(([file, text]) => [
      `The chart's \`${file}\`:`,
      example(text),
    ]),
    ...(docs.fix === undefined ? [] : [`**Quick fix:** ${docs.fix}`]),
  ].join("\n\n");
}

/** The titles above the two examples of a rule: a mere hint may be right. */
export function exampleTitles(severity: string): readonly [wrong: string, right: string] {
  return ["information", "hint"].includes(severity) ? ["Reported:", "Not reported:"] : ["Wrong:", "Right:"];
}

function example(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\``;
}
