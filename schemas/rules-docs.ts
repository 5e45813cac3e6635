import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Rule } from "../server/core/rules/engine/rule.ts";
import { rulePage } from "../server/core/rules/rule-page.ts";
import { RULES } from "../server/core/rules/table.ts";
import { exampleCases, ruleExamples } from "./rule-examples.ts";
import { inPublishedWords } from "./samples-docs.ts";

const NOTICE =
  "<!-- Generated from server/core/rules/ by schemas/rules-docs.ts; change the documentation of the rules there. -->";

const INTRODUCTION = `All diagnostics for values files and operator resources. The code of a diagnostic is the name of its rule and opens the page of the rule.

The setting \`capOperator.diagnostics.severity\` changes the severity of a rule, or switches it off:

\`\`\`json
"capOperator.diagnostics.severity": { "unknown-key": "error", "null-removes-default": "off" }
\`\`\`

A comment silences rules for the next line or for the file. It can list several codes. Without a code, it silences all rules. Quick
fixes of a problem write such a comment.

\`\`\`yaml
# cap-operator-disable null-removes-default
webhook:
  # cap-operator-disable-next-line unknown-key
  myOwnKey: 1
\`\`\``;

const OTHERS = "[All rules, and how to silence one](../rules.md)";

/** The pages about rules, by their file names in `docs/`: one with all codes, and one for each. */
export function renderRulesDocs(rules: readonly Rule[]): Record<string, string> {
  const rows = rules.map(
    ({ code, severity, docs }) => `| [\`${code}\`](rules/${code}.md) | ${severity} | ${cell(docs.what)} |`,
  );
  const table = ["| Code | Severity | Problem |", "|---|---|---|", ...rows].join("\n");
  return {
    "reference/rules.md": page("# Rules", NOTICE, INTRODUCTION, table),
    ...Object.fromEntries(
      rules.map((rule) => [`reference/rules/${rule.code}.md`, page(shown(rule), OTHERS, NOTICE)]),
    ),
  };
}

/** Examples have the words of the published chart, but for those with a chart of their own or about a chart without a name. */
function shown(rule: Rule): string {
  const [{ kind = "values", chart, beside }] = exampleCases(rule.code);
  const text = rulePage(rule, ruleExamples(rule.code));
  const isOfAnyChart = kind === "values" && beside === undefined && chart !== "none";
  return isOfAnyChart ? inPublishedWords(text) : text;
}

function page(...parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  const folder = new URL("../docs/", import.meta.url);
  rmSync(new URL("reference/rules/", folder), { recursive: true, force: true });
  mkdirSync(new URL("reference/rules/", folder));
  for (const [name, text] of Object.entries(renderRulesDocs(RULES)))
    writeFileSync(new URL(name, folder), text);
}
