import type { Settings, SeverityName } from "../../settings.ts";
import type { RuleFinding } from "./rule.ts";

/** The severity of a finding, whatever the settings want. */
export function ownSeverity({ severity, rule }: RuleFinding): SeverityName {
  return severity ?? rule.severity;
}

/** The severity of a finding: from the settings, else its own. */
export function severityOf(finding: RuleFinding, settings: Settings): SeverityName {
  return settings.diagnostics.severity[finding.rule.code] ?? ownSeverity(finding);
}
