import { capabilitiesOf, helmVersion } from "../cli/capabilities.ts";
import { rollback } from "../cli/changes.ts";
import { getManifest, history } from "../cli/inspect.ts";
import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import { pairs } from "../manifests/comparing.ts";
import { call } from "../operation/run-invocation.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Command, Ports } from "../ports.ts";
import { changeRelease } from "../release/change-release.ts";
import { onChosenRelease } from "../release/on-chosen-release.ts";
import { countOf } from "../release/planned-changes.ts";
import { confirmDestructive } from "../release/protected-confirmation.ts";
import { releaseAddress } from "../release/release-address.ts";
import { goodRevisions, whenText } from "../release/release-state.ts";
import { showChanges } from "../release/show-changes.ts";
import { tellNone } from "../release/show-release.ts";

const TITLE = "CAP Operator: Roll Back";

/** Rolls a release back to a revision that ran, after showing what that changes. */
export const rollBack: Command = {
  id: "capOperator.rollBack",
  run: (ports, target) =>
    onChosenRelease(ports, target, {
      title: TITLE,
      doing: "preparing the rollback",
      outcome: "and nothing was changed",
      run: rollBackRelease,
    }),
};

async function rollBackRelease(ports: Ports, at: ReleaseAt, again: () => Promise<void>): Promise<void> {
  const { revisions, can } = await whileReading(
    ports,
    `Reading the history of ${at.release} in ${at.context}`,
    async (signal) => ({
      can: capabilitiesOf(await call(ports, helmVersion(), { signal })),
      revisions: await call(ports, history(at), { signal }),
    }),
  );
  const [now] = revisions;
  if (now === undefined) return tellNone(ports, at);
  const to = await pickRevision(ports, at, now, revisions);
  if (to === undefined || !(await confirmed(ports, at, now, to))) return;
  const { wait, timeout } = ports.installationSettings();
  await changeRelease(ports, {
    at,
    can,
    before: now,
    name: "a rollback",
    doing: "rolling back",
    invocation: rollback(at, to.revision, { wait, timeout }),
    success: () =>
      `${at.release} in ${at.context} is rolled back: its newest revision is what revision ${to.revision} was.`,
    again,
  });
}

async function confirmed(ports: Ports, at: ReleaseAt, now: ReleaseState, to: ReleaseState): Promise<boolean> {
  const changes = await whileReading(
    ports,
    `Comparing revisions of ${at.release} in ${at.context}`,
    async (signal) => {
      const live = await call(ports, getManifest(at, now.revision), { signal });
      return pairs(live, await call(ports, getManifest(at, to.revision), { signal }), at.namespace);
    },
  );
  return confirmDestructive(ports, at, {
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
      return showChanges(ports, title, { pairs: changes, source: "cluster" }, next);
    },
  });
}

async function pickRevision(
  ports: Ports,
  at: ReleaseAt,
  now: ReleaseState,
  revisions: readonly ReleaseState[],
): Promise<ReleaseState | undefined> {
  const earlier = goodRevisions(revisions).filter(({ revision }) => revision !== now.revision);
  if (earlier.length === 0) {
    await ports.prompts.info(
      `There is nothing to roll back to: no other revision of ${at.release} ran before revision ${now.revision} (${now.status}).`,
    );
    return undefined;
  }
  return ports.prompts.pick(
    earlier.map((state) => ({
      label: `Revision ${state.revision}`,
      description: `${state.chart}, ${state.status}`,
      detail: `${whenText(state)}: ${state.description}`,
      value: state,
    })),
    TITLE,
    `${at.release} in ${at.context} is at revision ${now.revision} (${now.status}). Pick the one to go back to`,
  );
}
