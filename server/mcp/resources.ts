import { rulePage } from "../core/rules/rule-page.ts";
import { RULES } from "../core/rules/table.ts";
import type { DocumentKind } from "../core/yaml/tree.ts";
import type { Engine } from "./engine.ts";
import { LIMITS } from "./limits.ts";
import { quoted, Refused } from "./refused.ts";

/** Something that can be read by its address. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** All rules in one table; `{code}` is the page of one. */
export const RULES_ADDRESS = "cap-operator://rules";
export const RULE_TEMPLATE = "cap-operator://rules/{code}";
/** The keys of the top level; `{key}` is what is known of one, by its path. */
export const KEYS_ADDRESS = "cap-operator://keys/values";
export const OPERATOR_KEYS_ADDRESS = "cap-operator://keys/operator";
export const KEY_TEMPLATE = "cap-operator://keys/{kind}/{key}";

/** The pages of all rules. */
export function listRules(): ListedResource[] {
  return RULES.map(({ code, docs }) => ({
    uri: `${RULES_ADDRESS}/${code}`,
    name: code,
    description: docs.what,
  }));
}

/** All rules, a line each, as Markdown. */
export function rulesText(): string {
  return `${RULES.map(({ code, severity, docs }) => `- \`${code}\` (${severity}): ${docs.what}`).join("\n")}\n`;
}

/** The page of a rule, as Markdown. Throws a sentence if there is no such rule. */
export function ruleText(code: string): string {
  const rule = RULES.find((one) => one.code === code);
  if (!rule) throw new Refused(`Rule not found: ${quoted(code)}. ${RULES_ADDRESS} lists all rules.`);
  return `${rulePage(rule)}\n`;
}

/** The keys of the top level, a line each, as Markdown. */
export function keysText(engine: Engine, kind: DocumentKind): string {
  const { keys } = engine.service.searchKeys(kind, "", "", LIMITS.answers) ?? { keys: [] };
  return `${keys.map(({ key, summary, description }) => `- \`${key}\` (${summary}): ${description}`).join("\n")}\n`;
}

/** What is known of a key, as Markdown. Throws a sentence if there is no such key. */
export function keyText(engine: Engine, kind: string, key: string): string {
  if (kind !== "values" && kind !== "operator") {
    throw new Refused(`${quoted(kind)} is not a kind of document; use values or operator.`);
  }
  const found = key.length <= LIMITS.key ? engine.service.explainKey(kind, key, "") : undefined;
  if (!found) throw new Refused(`Key not found: ${quoted(key)}. Find keys with search_keys.`);
  return `**${found.key}** · ${found.summary}\n\n${found.documentation}\n`;
}
