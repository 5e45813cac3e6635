import { rollback } from "../cli/changes.ts";
import { getManifest, history } from "../cli/inspect.ts";
import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import { countOf, showChanges } from "../install/planned-changes.ts";
import { pairs } from "../manifests/comparing.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Operation } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/choose-release.ts";
import { confirmDestructive } from "../release/confirm.ts";
import { releaseAddress } from "../release/release-address.ts";
import { goodRevisions, whenText } from "../release/release-state.ts";
import { refuseNone } from "../release/status.ts";

const TITLE = "CAP Operator: Roll Back";

/** Rolls a release back to a revision that ran, after showing what that changes. */
export const rollBack = onChosenRelease({
  id: "capOperator.rollBack",
  title: TITLE,
  scene: { doing: "preparing the rollback", outcome: "and nothing was changed" },
  async run(operation, at) {
    const { revisions, can, now } = await operation.read(
      `Reading the history of ${at.release} in ${at.context}`,
      async (step) => {
        const can = await findHelm(step);
        const revisions = await step.call(history(at));
        return { can, revisions, now: revisions[0] ?? (await refuseNone(step, at)) };
      },
    );
    const to = await pickRevision(operation, at, now, revisions);
    await confirm(operation, at, now, to);
    const { wait, timeout } = operation.installationSettings();
    return changeRelease(operation, {
      at,
      can,
      before: now,
      name: "a rollback",
      doing: "rolling back",
      invocation: rollback(at, to.revision, { wait, timeout }),
      success: () =>
        `${at.release} in ${at.context} is rolled back: its newest revision is what revision ${to.revision} was.`,
    });
  },
});

async function confirm(
  operation: Operation,
  at: ReleaseRef,
  now: ReleaseState,
  to: ReleaseState,
): Promise<void> {
  const changes = await operation.read(
    `Comparing revisions of ${at.release} in ${at.context}`,
    async (step) => {
      const live = await step.call(getManifest(at, now.revision));
      return pairs(live, await step.call(getManifest(at, to.revision)), at.namespace);
    },
  );
  await confirmDestructive(operation, at, {
    message: `Roll back ${at.release} in ${at.context} to revision ${to.revision}?`,
    detail: [
      `Now: revision ${now.revision}, ${now.status}, ${now.chart}`,
      `Back to: revision ${to.revision}, ${to.chart}, of ${whenText(to)}`,
      `Changes: ${countOf(changes)}`,
      "CRDs are not rolled back.",
    ],
    button: "Roll Back",
    preview: () => {
      const title = `${at.release} in ${at.context}: revision ${now.revision} ↔ revision ${to.revision}`;
      const next = { way: "rollBack", address: releaseAddress(at) } as const;
      return showChanges(operation, title, { pairs: changes, source: "cluster" }, next);
    },
  });
}

async function pickRevision(
  operation: Operation,
  at: ReleaseRef,
  now: ReleaseState,
  revisions: readonly ReleaseState[],
): Promise<ReleaseState> {
  const earlier = goodRevisions(revisions).filter(({ revision }) => revision !== now.revision);
  if (earlier.length === 0) {
    const why = `no other revision of ${at.release} ran before revision ${now.revision} (${now.status})`;
    refuse(`There is nothing to roll back to: ${why}.`, "", { tone: "info" });
  }
  const picked = await operation.prompts.pick(
    earlier.map((state) => ({
      label: `Revision ${state.revision}`,
      description: `${state.chart}, ${state.status}`,
      detail: `${whenText(state)}: ${state.description}`,
      value: state,
    })),
    TITLE,
    `${at.release} in ${at.context} is at revision ${now.revision} (${now.status}). Pick the one to go back to`,
  );
  return answered(picked);
}
