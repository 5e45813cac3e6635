import * as l10n from "@vscode/l10n";
import { SHOW_STATUS } from "../recovery.ts";
import type { Failure } from "./row.ts";

/** True if Helm failed to undo a change, whatever state of the release it then reports. */
export function couldNotUndo(stderr: string): boolean {
  return /an error occurred while (?:rolling back|uninstalling) the release/.test(stderr);
}

/** The failure of a change that Helm undid or tried to undo: it wraps the error of the change; undefined for any other error. */
export function undoneFailure(
  error: string,
  release: string,
  explain: (error: string) => Failure,
): Failure | undefined {
  const [, how, why] =
    /^release \S+ failed, and has been (uninstalled|rolled back) due to [\w-]+ being set: ([\s\S]*)$/.exec(
      error,
    ) ?? [];
  if (how !== undefined && why !== undefined) {
    const first = explain(why);
    const outcome = undoneText(release, how === "uninstalled");
    return { ...first, kind: "rolled-back", cause: first.kind, outcome };
  }
  const [, cause, undoing = ""] =
    /original (?:upgrade|install) error: ([\s\S]*?): ((?:release \S+ failed: |failed to delete release)[\s\S]*)$/.exec(
      error,
    ) ?? [];
  if (cause === undefined || !couldNotUndo(error)) return undefined;
  const first = explain(cause);
  return {
    ...first,
    kind: "rollback-failed",
    cause: first.kind,
    outcome: l10n.t("Helm could not undo it."),
    recovery: [SHOW_STATUS, ...first.recovery],
    details: [...(first.details ?? []), l10n.t("Undoing it failed: {0}", undoing)],
  };
}

/** A sentence about the recovery of a release after a failure. */
export function undoneText(release: string, isUninstalled: boolean): string {
  return isUninstalled ? l10n.t("{0} was uninstalled.", release) : l10n.t("{0} was rolled back.", release);
}
