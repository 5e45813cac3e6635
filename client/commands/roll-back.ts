import * as l10n from "@vscode/l10n";
import { rollback } from "../helm/changing-commands.ts";
import { getManifest, history } from "../helm/reading-commands.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { countOf, showChanges } from "../install/planned-changes.ts";
import { pairs } from "../manifests/comparing.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Operation } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { confirmDestructive } from "../release/confirm.ts";
import { goodRevisions, revisionChoice, whenText } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";
import { type CommandOffers, PREVIEW } from "./offer.ts";

const rollBackTitle = () => l10n.t("CAP Operator: Roll Back");

export const offers: CommandOffers = {
  rollBack: {
    title: "Roll Back...",
    does: "Rolls a release back to an earlier revision, after a preview of the changes.",
    section: "Installation",
    order: 150,
    icon: "$(discard)",
    needs: "Helm",
    menus: [
      ["editor/title", "navigation@-1", "capOperator.next == rollBack", PREVIEW],
      ["view/item/context", "3_change@1", "viewItem == release"],
    ],
  },
};

export const rollBack = onChosenRelease({
  id: "capOperator.rollBack",
  title: rollBackTitle,
  context: () => ({
    doing: l10n.t("preparing the rollback"),
    outcome: l10n.t("Nothing was changed."),
  }),
  async run(operation, target) {
    const { revisions, can, now } = await operation.read(
      l10n.t("Reading the history of {0} in {1}", target.release, target.context),
      async (step) => {
        const can = await findHelm(step);
        const revisions = await step.call(history(target));
        return { can, revisions, now: revisions[0] ?? (await refuseNone(step, target)) };
      },
    );
    const to = await pickRevision(operation, target, now, revisions);
    await confirm(operation, target, now, to);
    const { wait, timeout } = operation.installationSettings();
    return changeRelease(operation, {
      target,
      can,
      before: now,
      kind: "rollback",
      invocation: rollback(target, to.revision, { wait, timeout }),
      success: () =>
        l10n.t(
          "{0} in {1} is rolled back: its newest revision has the content of revision {2}.",
          target.release,
          target.context,
          to.revision,
        ),
    });
  },
});

async function confirm(
  operation: Operation,
  target: ReleaseRef,
  now: ReleaseState,
  to: ReleaseState,
): Promise<void> {
  const changes = await operation.read(
    l10n.t("Comparing revisions of {0} in {1}", target.release, target.context),
    async (step) => {
      const live = await step.call(getManifest(target, now.revision));
      return pairs(live, await step.call(getManifest(target, to.revision)), target.namespace);
    },
  );
  await confirmDestructive(operation, target, {
    message: l10n.t("Roll back {0} in {1} to revision {2}?", target.release, target.context, to.revision),
    detail: [
      l10n.t("Now: revision {0}, {1}, {2}", now.revision, now.status, now.chart),
      l10n.t("Roll back to: revision {0}, {1}, {2}", to.revision, to.chart, whenText(to)),
      l10n.t("Changes: {0}", countOf(changes)),
      l10n.t("CRDs are not rolled back."),
    ],
    button: l10n.t("Roll Back"),
    preview: () => {
      const title = l10n.t(
        "{0} in {1}: revision {2} ↔ revision {3}",
        target.release,
        target.context,
        now.revision,
        to.revision,
      );
      const next = { way: "rollBack", address: releaseAddress(target) } as const;
      return showChanges(operation, title, { pairs: changes, source: "cluster" }, next);
    },
  });
}

async function pickRevision(
  operation: Operation,
  target: ReleaseRef,
  now: ReleaseState,
  revisions: readonly ReleaseState[],
): Promise<ReleaseState> {
  const earlier = goodRevisions(revisions).filter(({ revision }) => revision !== now.revision);
  if (earlier.length === 0) {
    const sentence = l10n.t(
      "No revision to roll back to: no other revision of {0} ran before revision {1} ({2}).",
      target.release,
      now.revision,
      now.status,
    );
    refuse(sentence, "", { tone: "info" });
  }
  const picked = await operation.prompts.pick(
    earlier.map((state) => revisionChoice(state, state)),
    rollBackTitle(),
    l10n.t(
      "{0} in {1}: revision {2} ({3}). Select another one",
      target.release,
      target.context,
      now.revision,
      now.status,
    ),
  );
  return answered(picked);
}
