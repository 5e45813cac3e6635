import * as l10n from "@vscode/l10n";
import type { Lookup, Program } from "../../ports/programs.ts";
import { RETRY, setting } from "../recovery.ts";
import type { Failure } from "./row.ts";

export function explainMissing(program: Program, lookup: Lookup): Failure {
  const { reason, configured, found, code = "" } = lookup;
  const name = program === "helm" ? "Helm" : program;
  const settingName = `capOperator.${program}Path`;
  const place = configured === undefined ? name : `${configured} (${settingName})`;
  const kind = "program-missing";
  // A path in the settings does not mend what is wrong with the machine or with the call.
  if (reason === "too-long") {
    return {
      kind,
      sentence: l10n.t("The command line for {0} is longer than this system allows.", name),
      next: l10n.t("Move entries of capOperator.releases into a values file."),
      recovery: [setting("releases"), RETRY],
    };
  }
  if (reason === "busy") {
    return {
      kind,
      sentence: l10n.t(
        "This machine cannot start {0} now: it runs too many programs or has too many files open.",
        name,
      ),
      next: l10n.t("Close some programs, then try again."),
      recovery: [RETRY],
    };
  }
  return {
    kind,
    sentence: whyNot(reason, reason === "shell-script" ? (found ?? place) : place, configured, code),
    next:
      configured === undefined
        ? l10n.t("Install it, or set {0}.", settingName)
        : l10n.t("Correct the setting, or install {0}.", name),
    recovery: [setting(`${program}Path`), RETRY],
  };
}

function whyNot(
  reason: Exclude<Lookup["reason"], "too-long" | "busy">,
  place: string,
  configured: string | undefined,
  code: string,
): string {
  switch (reason) {
    case "not-found":
      return configured === undefined
        ? l10n.t("{0} was not found on the PATH.", place)
        : l10n.t("{0} was not found.", place);
    case "not-runnable":
      return l10n.t("{0} cannot be run as a program.", place);
    case "other-system":
      return l10n.t("{0} does not run on this system.", place);
    case "folder":
      return l10n.t("{0} is a folder.", place);
    case "shell-script":
      return l10n.t("{0} is a script of a Windows shell, which cannot be started safely.", place);
    case "other":
      return l10n.t("{0} cannot be started: the system reports {1}.", place, code);
  }
}
