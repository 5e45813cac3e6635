import * as l10n from "@vscode/l10n";
import { quotedName } from "../charts/chart-content.ts";
import type { RenderSilence } from "./render-question.ts";

/** The reason why Helm's answer about values is not known, as a sentence. The words of a program are in it as one line without control characters. */
export function silenceText(silence: RenderSilence): string {
  switch (silence.noAnswer) {
    case "stopped":
      return l10n.t("Helm was stopped.");
    case "too-long":
      return l10n.t("Helm was stopped, because it took too long.");
    case "too-much":
      return l10n.t("Helm was stopped, because it wrote or needed too much.");
    case "killed":
      return l10n.t("Helm was ended by the system, as when memory runs out.");
    case "not-started":
      return l10n.t("Helm was not found, or does not start.");
    case "failed": {
      const { exitCode, words } = silence;
      return words === ""
        ? l10n.t("Helm ended with exit code {0} and reported no error.", exitCode)
        : l10n.t("Helm ended with exit code {0}: {1}", exitCode, words);
    }
    case "unreadable":
      return l10n.t("Helm did not print rendered objects. Check that the program is Helm.");
    case "other-error":
      return l10n.t("Helm reports: {0}", silence.words);
    case "leads-out":
      return l10n.t(
        "Helm was not asked, because {0} in the chart is a link to a place outside the folders that may be read.",
        quotedName(silence.entry),
      );
    case "unchecked-links":
      return l10n.t("Helm was not asked, because not all files of the chart can be checked for links.");
  }
}
