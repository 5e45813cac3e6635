import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Rule } from "../server/core/rules/engine/rule.ts";
import { RULES } from "../server/core/rules/table.ts";

const NOTICE =
  "<!-- Generated from server/core/rules/ by schemas/rules-docs.ts; change the documentation of the rules there. -->";

const INTRODUCTION = `What the language server finds in a values file or an operator resource. Each diagnostic carries the code of its rule,
and leads here.

The setting \`capOperator.diagnostics.severity\` makes a rule louder or quieter, or switches it off:

\`\`\`json
"capOperator.diagnostics.severity": { "unknown-key": "error", "null-removes-default": "off" }
\`\`\`

A comment silences a rule for one line, or for the file. Several codes can be named; without a code all rules are meant.
The last quick fixes of a problem write such a comment.

\`\`\`yaml
# cap-operator-disable null-removes-default
webhook:
  # cap-operator-disable-next-line unknown-key
  myOwnKey: 1
\`\`\``;

/** The page about the rules, with a heading for each code. */
export function renderRulesDocs(rules: readonly Rule[]): string {
  const rows = rules.map(
    ({ code, severity, docs }) => `| [\`${code}\`](#${code}) | ${severity} | ${cell(docs.what)} |`,
  );
  const table = ["| Code | Severity | What |", "|---|---|---|", ...rows].join("\n");
  return `${["# Rules", NOTICE, INTRODUCTION, table, ...rules.map(section)].join("\n\n")}\n`;
}

function section({ code, severity, docs }: Rule): string {
  return [
    `## ${code}`,
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

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  writeFileSync(fileURLToPath(new URL("../docs/rules.md", import.meta.url)), renderRulesDocs(RULES));
}
