import type { Settings, SeverityName } from "../../settings.ts";
import type { Finding, Rule } from "./rule.ts";

/** How loud a finding is: as the settings want it, or else as the finding or its rule says. */
export function severityOf(finding: Finding & { readonly rule: Rule }, settings: Settings): SeverityName {
  const { rule } = finding;
  return settings.diagnostics.severity[rule.code] ?? finding.severity ?? rule.severity;
}
