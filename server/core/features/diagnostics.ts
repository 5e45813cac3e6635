import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import { isBeingWritten, isCutShort } from "../rules/engine/being-written.ts";
import type { RuleFinding } from "../rules/engine/rule.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { ruleAddress } from "../schema/docs-anchor.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Severity } from "../wire/documents.ts";

/** The protocol's number for each severity. */
export const SEVERITIES: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The source of every diagnostic of this server. */
export const SOURCE = "cap-operator";

/**
 * The diagnostics of a text, in its order, with the severities from the settings. Problems at the offsets `typedAt`, where the user is
 * typing, are hints at most, because the next letter may fix them; after a dash or a dot, the next letter is certainly missing.
 */
export async function diagnostics(
  semantics: Semantics,
  settings: Settings,
  typedAt: readonly number[] = [],
): Promise<Diagnostic[]> {
  if (!settings.diagnostics.enable) return [];
  const found: Diagnostic[] = [];
  for (const finding of await check(semantics, settings)) {
    const severity = severityOf(finding, settings);
    if (severity === "off") continue;
    if (!finding.rule.unreadable && isCutShort(semantics.analysis, finding, typedAt)) continue;
    const loud = SEVERITIES[severity];
    const shown = isBeingWritten(semantics.analysis, finding, typedAt) ? DiagnosticSeverity.Hint : loud;
    found.push(diagnosticOf(semantics, finding, shown));
  }
  return found;
}

function diagnosticOf(
  { analysis, docs }: Semantics,
  { start, end, message, rule, related, unnecessary }: RuleFinding,
  severity: DiagnosticSeverity,
): Diagnostic {
  return {
    range: analysis.range(start, end),
    severity,
    source: SOURCE,
    code: rule.code,
    codeDescription: { href: ruleAddress(docs, rule.code) },
    message,
    ...(unnecessary ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related
      ? {
          relatedInformation: related.map((place) => ({
            location:
              "uri" in place
                ? { uri: place.uri, range: place.range }
                : { uri: analysis.text.uri, range: analysis.range(place.start, place.end) },
            message: place.message,
          })),
        }
      : {}),
  };
}
