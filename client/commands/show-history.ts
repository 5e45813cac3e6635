import * as l10n from "@vscode/l10n";
import { history } from "../helm/reading-commands.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { whenText } from "../release/release-state.ts";
import { blocks, type Markdown, md, table } from "../texts/markdown.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  showHistory: {
    title: "Show History",
    does: "Shows the revisions of a release.",
    section: "Installation",
    order: 140,
    needs: "Helm",
    menus: [["view/item/context", "1_look@2", "viewItem == release"]],
  },
};

export const showHistory = onChosenRelease({
  id: "capOperator.showHistory",
  title: () => l10n.t("CAP Operator: Show History"),
  context: () => ({ doing: l10n.t("reading the history") }),
  async run(operation, target) {
    const title = l10n.t("Reading the history of {0} in {1}", target.release, target.context);
    const revisions = await operation.read(title, (step) => step.call(history(target)));
    const name = l10n.t("History of {0} in {1}", target.release, target.context);
    await operation.pages.showMarkdown({
      name,
      text: historyPage(target, revisions),
      about: releaseAddress(target),
    });
  },
});

function historyPage(target: ReleaseRef, revisions: readonly ReleaseState[]): Markdown {
  const rows = revisions.map((state) => [
    String(state.revision),
    whenText(state),
    state.status,
    state.chart,
    state.appVersion,
    state.description,
  ]);
  const head = [
    l10n.t("Revision"),
    l10n.t("Since"),
    l10n.t("Status"),
    l10n.t("Chart"),
    l10n.t("App version"),
    l10n.t("What happened"),
  ];
  return blocks(
    md`# ${l10n.t("History of {0}", target.release)}`,
    md`${l10n.t("In the namespace {0} of {1} ({2}).", target.namespace, target.context, target.server)} ${l10n.t("To go back to one of them, run CAP Operator: Roll Back...")}`,
    table(head, rows),
  );
}
