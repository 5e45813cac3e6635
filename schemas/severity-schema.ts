import type { Rule } from "../server/core/rules/engine/rule.ts";
import { SEVERITY_CHOICES } from "../server/core/settings-table.ts";

/** The JSON Schema of the severities that a user gives to rules: the rules by their codes, each with what it finds. */
export function buildSeveritySchema(rules: readonly Rule[]) {
  const severities = rules.map(({ code, severity, docs }) => {
    const description = `${docs.what} Reported as \`${severity}\` unless set here.`;
    return [code, { type: "string", enum: SEVERITY_CHOICES, description }] as const;
  });
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(severities) };
}

/** The schema of the editor's settings that the manifest leaves open: which codes there are. */
export function buildSettingsSchema(rules: readonly Rule[]) {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    properties: { "capOperator.diagnostics.severity": buildSeveritySchema(rules) },
  };
}
