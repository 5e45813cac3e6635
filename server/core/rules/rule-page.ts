// Not translated: the documentation of rules is in English.
import type { Rule } from "./engine/rule.ts";

/** The documentation of a rule as Markdown: a heading with its code, its findings, the reason, and the remedy. */
export function rulePage({ code, severity, docs }: Rule): string {
  const [wrong, right] = exampleTitles(severity);
  return [
    `# ${code}`,
    `Severity: ${severity}.`,
    docs.what,
    `**Why:** ${docs.why}`,
    wrong,
    example(docs.wrong),
    right,
    example(docs.right),
    ...(docs.later === undefined ? [] : ["The later values file of both:", example(docs.later)]),
    ...Object.entries(docs.chart ?? {}).flatMap(([file, text]) => [
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
