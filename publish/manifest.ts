// `npm run manifest`: writes the parts of package.json and package.nls.json that are made of something else. With `--check` it only
// compares.
import { readFileSync, writeFileSync } from "node:fs";
import type { Rule } from "../server/core/rules/engine/rule.ts";
import { RULES } from "../server/core/rules/table.ts";
import type { Tool } from "../server/mcp/tool.ts";
import { TOOLS } from "../server/mcp/tools.ts";
import { type AddressedManifest, derivedAddresses } from "./addresses.ts";
import type { Texts } from "./readable-manifest.ts";

/** The setting with a property for each rule. */
const SEVERITIES = "capOperator.diagnostics.severity";

const LEVELS = ["error", "warning", "information", "hint", "off"];

interface Section {
  readonly properties: Readonly<Record<string, object>>;
}

interface Manifest extends AddressedManifest {
  readonly contributes: { readonly configuration: readonly Section[] };
}

/**
 * The manifest with the severities of all rules from their table, the tools for agents from theirs, and the addresses that follow from that of the repository.
 * Everything else stays as it is, in its order.
 */
export function completeManifest<T extends Manifest>(manifest: T, rules: readonly Rule[]): object {
  const { contributes } = manifest;
  const configuration = contributes.configuration.map((section) => {
    const setting = section.properties[SEVERITIES];
    if (setting === undefined) return section;
    const properties = Object.fromEntries(rules.map((rule) => [rule.code, severitySetting(rule)]));
    return { ...section, properties: { ...section.properties, [SEVERITIES]: { ...setting, properties } } };
  });
  const languageModelTools = TOOLS.map(languageModelTool);
  return withAddresses({ ...manifest, contributes: { ...contributes, configuration, languageModelTools } });
}

/** The addresses come after that of the repository. */
function withAddresses(manifest: Manifest): object {
  const { bugs: _, homepage: __, qna: ___, ...others } = manifest;
  const derived = derivedAddresses(manifest);
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) =>
      entry[0] === "repository" ? [entry, ...Object.entries(derived)] : [entry],
    ),
  );
}

function severitySetting({ code }: Rule): object {
  return { type: "string", enum: LEVELS, markdownDescription: `%${RULE_TEXT}${code}%` };
}

function languageModelTool({ name, description, arguments: inputSchema }: Tool): object {
  const toolReferenceName = `capOperator_${name}`;
  return {
    name: `cap-operator_${name}`,
    toolReferenceName,
    displayName: `%${TOOL_TEXT}${toolReferenceName}%`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    when: "config.capOperator.agents.enable && isWorkspaceTrusted",
    inputSchema,
  };
}

/** What the key of a tool's text begins with. */
const TOOL_TEXT = "tool.";

/** What the key of a rule's text begins with. */
const RULE_TEXT = "rule.";

/** The texts of the manifest with those of all rules from their table, after all others. */
export function completeTexts(texts: Texts, rules: readonly Rule[]): Texts {
  const others = Object.entries(texts).filter(([key]) => !key.startsWith(RULE_TEXT));
  const ofRules = rules.map(({ code, severity, docs }) => [
    `${RULE_TEXT}${code}`,
    `${docs.what} Reported as \`${severity}\` unless set here.`,
  ]);
  return Object.fromEntries([...others, ...ofRules]);
}

if (import.meta.main) {
  for (const [name, complete] of [
    ["package.json", completeManifest],
    ["package.nls.json", completeTexts],
  ] as const) {
    const file = new URL(`../${name}`, import.meta.url);
    const text = readFileSync(file, "utf8");
    const made = `${JSON.stringify(complete(JSON.parse(text), RULES), undefined, 2)}\n`;
    if (text.replaceAll("\r\n", "\n") === made) continue;
    if (process.argv.includes("--check")) {
      console.error(`${name} is stale. Write it with: npm run manifest`);
      process.exitCode = 1;
    } else writeFileSync(file, made);
  }
}
