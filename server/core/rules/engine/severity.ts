import type { Settings, SeverityName } from "../../settings.ts";
import type { Finding, Rule } from "./rule.ts";

/** The severity of a finding: from the settings, else from the finding or its rule. */
export function severityOf(finding: Finding & { readonly rule: Rule }, settings: Settings): SeverityName {
  const { rule } = finding;
  return settings.diagnostics.severity[rule.code] ?? finding.severity ?? rule.severity;
}
