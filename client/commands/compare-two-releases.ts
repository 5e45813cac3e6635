import * as l10n from "@vscode/l10n";
import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { releaseChoices } from "../release/release-choices.ts";

/** Shows the effective values of two releases side by side, with the first one picked on the left. */
export const compareTwoReleases = operation({
  id: "capOperator.compareTwoReleases",
  async run(around) {
    const releases = await around.server.releases();
    if (releases.length < 2) explain(around, releases.length);
    const left = await pick(around, releases, l10n.t("Select the release for the left side"));
    const others = releases.filter(({ id }) => id !== left);
    const [only] = others.length === 1 ? others : [];
    const right =
      only?.id ?? (await pick(around, others, l10n.t("Select the release to compare {0} with", left)));
    const title = l10n.t("{0} ↔ {1} (effective values)", left, right);
    await around.editor.compareValues({ release: left }, { release: right }, title);
  },
});

async function pick(around: Surroundings, releases: readonly ReleaseSummary[], placeholder: string) {
  return answered(
    await around.prompts.pick(
      releaseChoices(releases),
      l10n.t("CAP Operator: Compare Two Releases"),
      placeholder,
    ),
  );
}

function explain(around: Surroundings, count: number): never {
  const found =
    count === 0
      ? l10n.t("No release found in the setting capOperator.releases.")
      : l10n.t("Only one release found in the setting capOperator.releases.");
  const openSettings = {
    button: l10n.t("Open Settings"),
    go: () => around.settings.show("capOperator.releases"),
  };
  refuse(found, l10n.t("Define at least two releases to compare."), { tone: "info", ways: [openSettings] });
}
