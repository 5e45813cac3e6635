import * as l10n from "@vscode/l10n";
import type { ReleaseRef } from "../helm/release.ts";

export type ChangeKind = "installation" | "upgrade" | "rollback" | "uninstallation";

/** The name of a change in messages, such as `an upgrade`. */
export function changeName(kind: ChangeKind): string {
  switch (kind) {
    case "installation":
      return l10n.t("an installation");
    case "upgrade":
      return l10n.t("an upgrade");
    case "rollback":
      return l10n.t("a rollback");
    case "uninstallation":
      return l10n.t("an uninstallation");
  }
}

/** The same as a verb in its -ing form, such as `upgrading`, for a failure. */
export function changeDoing(kind: ChangeKind): string {
  switch (kind) {
    case "installation":
      return l10n.t("installing");
    case "upgrade":
      return l10n.t("upgrading");
    case "rollback":
      return l10n.t("rolling back");
    case "uninstallation":
      return l10n.t("uninstalling");
  }
}

/** The title of its progress. */
export function changeTitle(kind: ChangeKind, { release, context }: ReleaseRef): string {
  switch (kind) {
    case "installation":
      return l10n.t("Installing {0} in {1}", release, context);
    case "upgrade":
      return l10n.t("Upgrading {0} in {1}", release, context);
    case "rollback":
      return l10n.t("Rolling back {0} in {1}", release, context);
    case "uninstallation":
      return l10n.t("Uninstalling {0} in {1}", release, context);
  }
}
