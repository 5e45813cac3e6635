// Not translated: the documentation of rules is in English.
import type { Rule } from "./engine/rule.ts";

/** The documentation of a rule as Markdown: a heading with its code, what it finds, why, and how it is put right. */
export function rulePage({ code, severity, docs }: Rule): string {
  return [
    `# ${code}`,
    `Severity: ${severity}.`,
    docs.what,
    `**Why:** ${docs.why}`,
    "Wrong:",
    example(docs.wrong),
    "Right:",
    example(docs.right),
    ...(docs.later === undefined ? [] : ["The later values file of both:", example(docs.later)]),
    ...Object.entries(docs.chart ?? {}).flatMap(([file, text]) => [
      `The chart's \`${file}\`:`,
      example(text),
    ]),
    ...(docs.fix === undefined ? [] : [`**Quick fix:** ${docs.fix}`]),
  ].join("\n\n");
}

function example(text: string): string {
  return `\`\`\`yaml\n${text}\n\`\`\``;
}
