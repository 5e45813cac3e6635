import * as l10n from "@vscode/l10n";
import type { HelmComplaint } from "./values/helm-verdict.ts";

/** The sentence about a complaint of Helm. */
export function complaintText({ kind, words, template, line }: HelmComplaint): string {
  const file = template ?? "";
  switch (kind) {
    case "values":
      return l10n.t("The chart rejects the values: {0}", words);
    case "schema":
      return l10n.t("The chart's schema does not allow these values: {0}", words);
    case "template":
      return l10n.t("Helm cannot render {0}, line {1}, with these values: {2}", file, line ?? 0, words);
    case "broken-template":
      return l10n.t("Helm cannot read the chart's template {0}, line {1}: {2}", file, line ?? 0, words);
    case "object":
      return l10n.t("With these values, {0} does not render to valid YAML: {1}", file, words);
    case "dependencies":
      return l10n.t(
        "The chart's dependencies are missing: {0}. Fetch them with helm dependency build.",
        words,
      );
    case "rejected-object":
      return words;
    case "other":
      return l10n.t("Helm rejects these values: {0}", words);
  }
}
