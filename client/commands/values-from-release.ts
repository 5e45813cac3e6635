import * as l10n from "@vscode/l10n";
import { VALUES_FILE } from "../../server/lsp/protocol.ts";
import { findLocalCharts } from "../files/local-charts.ts";
import { history, setValuesOf } from "../helm/reading-commands.ts";
import { refuse } from "../operation/outcome.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { goodRevisions } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  valuesFromRelease: {
    title: "Values File from Release...",
    does: "Opens the smallest values file with which an installed release has the same values: what differs from the defaults of its chart, in the order of the chart, with the documentation of each key and a comment that names the chart.",
    section: "Files and values",
    order: 45,
    needs: "Helm",
    menus: [["view/item/context", "1_look@3", "viewItem == release"]],
  },
};

/** Nothing is saved: the person sees the file first. */
export const valuesFromRelease = onChosenRelease({
  id: "capOperator.valuesFromRelease",
  title: () => l10n.t("CAP Operator: Values File from Release"),
  context: () => ({ doing: l10n.t("reading the values") }),
  async run(operation, target) {
    const title = l10n.t("Reading the values of {0} in {1}", target.release, target.context);
    const { chart, revision, values } = await operation.read(title, async (step) => {
      const revisions = await step.call(history(target));
      // After an upgrade that failed, the one before runs.
      const running = goodRevisions(revisions)[0] ?? revisions[0] ?? (await refuseNone(step, target));
      return { ...running, values: await step.call(setValuesOf(target, running.revision)) };
    });
    const stored = (await findLocalCharts(operation)).listedAs(chart)?.target();
    const ofChart = stored && "uri" in stored ? { chart: stored } : {};
    const file = await operation.server.ask(VALUES_FILE, { listed: chart, values, ...ofChart });
    if ("problem" in file) return refuse(file.problem, l10n.t("No file was created."), { tone: "warning" });
    await operation.editor.openUntitled(file.text, `${target.release}-values.yaml`);
    const done = l10n.t(
      "The values of {0} in {1} (revision {2}) are in a new file, which is not saved.",
      target.release,
      target.context,
      revision,
    );
    return { message: [done, ...file.remarks].join(" ") };
  },
});
