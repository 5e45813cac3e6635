import * as l10n from "@vscode/l10n";
import { onChosenRelease } from "../release/choose-release.ts";
import { showStatusOf } from "../release/status.ts";

/** Shows a release and the state of its components, as a page. */
export const showStatus = onChosenRelease({
  id: "capOperator.showStatus",
  title: () => l10n.t("CAP Operator: Show Status"),
  context: () => ({ doing: l10n.t("reading the release") }),
  run: showStatusOf,
});
