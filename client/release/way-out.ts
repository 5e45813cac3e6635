import * as l10n from "@vscode/l10n";
import type { HelmCapabilities } from "../helm/capabilities.ts";
import { rollback, uninstall } from "../helm/changing-commands.ts";
import { durationMs } from "../helm/duration.ts";
import { explainFailure } from "../helm/failure.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { Cancelled, type Done, type MessageAction, Refused } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import type { Invocation, Limits } from "../ports/programs.ts";
import { refreshShown } from "../views/fill-view.ts";
import { type ChangeKind, changeDoing, changeName, changeTitle } from "./change-kind.ts";
import { confirmDestructive, type Destructive } from "./confirm.ts";
import { isPending, lastGoodRevision, releaseState, whenText } from "./release-state.ts";

/** The recovery of a release from a state in which Helm refuses to change it, or that a failure left it in. */
interface WayOut {
  /** Such as `Roll Back to Revision 3`. */
  readonly button: string;
  /** Asks for it: `Roll Back to Revision 3?` */
  readonly question: string;
  readonly kind: ChangeKind;
  /** A sentence that tells the person the effect. */
  readonly sentence: string;
  readonly invocation: Invocation<unknown>;
}

/** The state of a release after a change was cancelled or failed. */
interface WhatBecame {
  /** One sentence. */
  readonly sentence: string;
  /** The same in fewer words, after the sentence about what happened before. */
  readonly outcome: string;
  /** The way out, if the release is not as it should be. */
  readonly actions: readonly MessageAction[];
  readonly release?: ReleaseState;
}

const DEFAULT_TIMEOUT_MS = 300_000;
const MARGIN_MS = 60_000;

/**
 * The time limits of a change. Helm waits up to `timeout` each for the change, its hooks before and after it, and for undoing it;
 * if it is interrupted, it undoes the change first.
 */
export function changeLimits(timeout: string): Limits {
  const longest = durationMs(timeout) ?? DEFAULT_TIMEOUT_MS;
  return { deadline: 4 * longest + MARGIN_MS, tidyUp: 2 * longest + MARGIN_MS };
}

/**
 * Asks Helm for the state of a release, and compares it with the state before. Never fails. With `isQuiet` nothing is shown
 * meanwhile: after a change that succeeded, Helm answers at once, and a message about the reading would stay next to that about
 * the change.
 */
export async function whatBecame(
  operation: Operation,
  target: ReleaseRef,
  before: Pick<ReleaseState, "revision"> | undefined,
  can: HelmCapabilities,
  { isQuiet = false } = {},
): Promise<WhatBecame> {
  const work = async (step: Step): Promise<WhatBecame> => {
    const now = await releaseState(step, target);
    if (now === undefined) return goneNow(target);
    const said = { sentence: stateSentence(target, before, now), outcome: stateClause(target, before, now) };
    if (now.status === "deployed") return { ...said, actions: [], release: now };
    return { ...said, actions: await waysOut(operation, step, target, now, can), release: now };
  };
  const title = l10n.t("Reading the state of {0} in {1}", target.release, target.context);
  try {
    return await (isQuiet
      ? operation.quietly(new AbortController().signal, work)
      : operation.read(title, work));
  } catch (error) {
    const outcome = l10n.t("The state of {0} could not be read.", target.release);
    return { sentence: unreadSentence(error, target), outcome, actions: [] };
  }
}

function goneNow({ release }: ReleaseRef): WhatBecame {
  return {
    sentence: l10n.t("No release {0} found in the cluster.", release),
    outcome: l10n.t("{0} is not installed now.", release),
    actions: [],
  };
}

function unreadSentence(error: unknown, target: ReleaseRef): string {
  if (error instanceof Cancelled) return l10n.t("The state of {0} was not read.", target.release);
  const { sentence } = explainError(error, target, l10n.t("reading the release"), target.release);
  return l10n.t("The state of {0} could not be read: {1}", target.release, sentence);
}

function stateSentence(
  target: ReleaseRef,
  before: Pick<ReleaseState, "revision"> | undefined,
  now: ReleaseState,
): string {
  if (now.status === "deployed") {
    if (now.revision === before?.revision) {
      return l10n.t("{0} is unchanged (revision {1}).", target.release, now.revision);
    }
    const earlier = /^Rollback to (\d+)/i.exec(now.description)?.[1];
    return earlier === undefined
      ? l10n.t("{0} is deployed at revision {1}.", target.release, now.revision)
      : l10n.t(
          "{0} is deployed at revision {1}, which has the content of revision {2}.",
          target.release,
          now.revision,
          earlier,
        );
  }
  if (isPending(now)) {
    return l10n.t("{0} is still {1} at revision {2}.", target.release, now.status, now.revision);
  }
  return l10n.t(
    "Revision {0} of {1} is {2}; part of it may be in the cluster.",
    now.revision,
    target.release,
    now.status,
  );
}

/** A sentence about the state of the release, which follows the failure. */
function stateClause(
  target: ReleaseRef,
  before: Pick<ReleaseState, "revision"> | undefined,
  now: ReleaseState,
): string {
  if (isPending(now)) return l10n.t("{0} is still {1}.", target.release, now.status);
  if (now.status !== "deployed") {
    return l10n.t("Revision {0} is now {1}.", now.revision, now.status);
  }
  if (now.revision === before?.revision) return l10n.t("{0} is unchanged.", target.release);
  return l10n.t("{0} is deployed at revision {1}.", target.release, now.revision);
}

async function waysOut(
  operation: Operation,
  step: Step,
  target: ReleaseRef,
  now: ReleaseState,
  can: HelmCapabilities,
): Promise<readonly MessageAction[]> {
  try {
    const way = await wayOutOf(step, target, now, can);
    return [{ button: way.button, go: () => operation.next((next) => goOut(next, target, now, way, can)) }];
  } catch {
    // Without the history, no way out can be offered; the state of the release is shown anyway.
    return [];
  }
}

async function goOut(
  operation: Operation,
  target: ReleaseRef,
  now: ReleaseState,
  way: WayOut,
  can: HelmCapabilities,
): Promise<Done> {
  await takeWayOut(operation, target, now, can, way, {
    message: way.question,
    detail: [l10n.t("Now: revision {0}, {1}", now.revision, now.status), "", way.sentence],
    button: way.button,
  });
  const { sentence } = await whatBecame(operation, target, now, can, { isQuiet: true });
  return { message: `${l10n.t("Done.")} ${sentence}` };
}

/** Goes back to the newest revision that ran before, or removes the release if there is none. */
async function wayOutOf(
  step: Step,
  target: ReleaseRef,
  state: ReleaseState,
  can: HelmCapabilities,
): Promise<WayOut> {
  const { wait, timeout } = step.installationSettings();
  const limits = changeLimits(timeout);
  const leaving = state.status === "uninstalling";
  const good = leaving ? undefined : await lastGoodRevision(step, target, state);
  if (good !== undefined) {
    return {
      button: l10n.t("Roll Back to Revision {0}", good.revision),
      question: l10n.t("Roll Back to Revision {0}?", good.revision),
      kind: "rollback",
      sentence: l10n.t(
        "Rolling back creates a new revision with the content of revision {0} ({1}).",
        good.revision,
        good.chart,
      ),
      invocation: { ...rollback(target, good.revision, { wait, timeout }), limits },
    };
  }
  return {
    button: leaving ? l10n.t("Uninstall Again") : l10n.t("Clean Up"),
    question: leaving ? l10n.t("Uninstall Again?") : l10n.t("Clean Up?"),
    kind: "uninstallation",
    sentence: leaving
      ? l10n.t("Uninstalling again removes what is left of it.")
      : l10n.t(
          "No revision of it ever ran. Cleaning up uninstalls what exists of it, so that it can be reinstalled.",
        ),
    invocation: { ...uninstall(target, { wait, timeout }, can), limits },
  };
}

/** Reports that Helm refuses to work on the release in this state, and takes the way out if the person wants that. */
export async function freePending(
  operation: Operation,
  target: ReleaseRef,
  state: ReleaseState,
  can: HelmCapabilities,
): Promise<void> {
  const way = await operation.read(
    l10n.t("Reading the history of {0} in {1}", target.release, target.context),
    (step) => wayOutOf(step, target, state, can),
  );
  await takeWayOut(operation, target, state, can, way, {
    message: l10n.t("{0} is {1}, and Helm does not change it.", target.release, state.status),
    detail: [
      l10n.t("Revision {0} has been in this state since {1}.", state.revision, whenText(state)),
      l10n.t("Either someone is working on it right now, or Helm was stopped before it finished."),
      `${l10n.t("Continue only if nobody is working on it.")} ${way.sentence}`,
    ],
    button: way.button,
  });
}

/** Asks, then takes a way out. If that fails or is cancelled, the release may not be what it was before either. */
async function takeWayOut(
  operation: Operation,
  target: ReleaseRef,
  before: ReleaseState,
  can: HelmCapabilities,
  way: WayOut,
  asked: Destructive,
): Promise<void> {
  await confirmDestructive(operation, target, asked);
  operation.meanwhile(() => refreshShown(operation, target));
  const { kind, invocation } = way;
  await operation.alone(target, changeName(kind), async () => {
    const result = await operation
      .change(changeTitle(kind, target), (step) => step.attempt(invocation, { toLog: true }))
      .finally(() => operation.pages.markReleasePast(releaseAddress(target)));
    if (result.exitCode !== 0) {
      const failure = explainFailure({ ...invocation, ...result }, { target, doing: changeDoing(kind) });
      const { sentence, outcome, actions } = await whatBecame(operation, target, before, can);
      throw new Refused(failure, { release: target, state: sentence, outcome, actions });
    }
  });
}
