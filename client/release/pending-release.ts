import type { HelmCapabilities } from "../cli/capabilities.ts";
import { rollback, uninstall } from "../cli/changes.ts";
import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import type { Invocation } from "../installation-ports.ts";
import { call } from "../operation/run-invocation.ts";
import { exclusively } from "../operation/running-releases.ts";
import type { Ports } from "../ports.ts";
import { refreshShown } from "../view/fill-view.ts";
import { confirmDestructive, type Destructive } from "./protected-confirmation.ts";
import { lastGoodRevision, whenText } from "./release-state.ts";

/** How a release gets out of a state in which Helm refuses to work on it, or that a failure left behind. */
export interface WayOut {
  /** Such as `Roll Back to Revision 3`. */
  readonly button: string;
  /** What messages call it: `a rollback`, `an uninstallation`. */
  readonly name: string;
  /** Such as `Rolling back cap-operator`. */
  readonly title: string;
  /** What it does, for the person. */
  readonly sentence: string;
  readonly invocation: Invocation<unknown>;
}

/** Back to the newest revision that ran before, or, where there is none, without the release. */
export async function wayOutOf(
  ports: Ports,
  at: ReleaseAt,
  state: ReleaseState,
  can: HelmCapabilities,
): Promise<WayOut> {
  const { wait, timeout } = ports.installationSettings();
  const leaving = state.status === "uninstalling";
  const good = leaving ? undefined : await lastGoodRevision(ports, at, state);
  if (good !== undefined) {
    return {
      button: `Roll Back to Revision ${good.revision}`,
      name: "a rollback",
      title: `Rolling back ${at.release}`,
      sentence: `Rolling back makes a new revision of what revision ${good.revision} was (${good.chart}).`,
      invocation: rollback(at, good.revision, { wait, timeout }),
    };
  }
  return {
    button: leaving ? "Uninstall Again" : "Clean Up",
    name: "an uninstallation",
    title: `Uninstalling ${at.release}`,
    sentence: leaving
      ? "Uninstalling again removes what is left of it."
      : "No revision of it ever ran. Cleaning up uninstalls what there is of it, so that it can be installed anew.",
    invocation: uninstall(at, { wait, timeout }, can),
  };
}

/**
 * Says that Helm refuses to work on the release in this state, and offers the way out. Whether it was taken, and went
 * well; a failure is thrown.
 */
export async function freePending(
  ports: Ports,
  at: ReleaseAt,
  state: ReleaseState,
  can: HelmCapabilities,
): Promise<boolean> {
  const way = await wayOutOf(ports, at, state, can);
  return takeWayOut(ports, at, way, {
    message: `${at.release} is ${state.status}, and Helm refuses to change it.`,
    detail: [
      `Revision ${state.revision} has been in this state since ${whenText(state)}.`,
      "Either somebody is at work on it right now, or Helm was ended before it was done.",
      `If nobody is at work on it: ${way.sentence.charAt(0).toLowerCase()}${way.sentence.slice(1)}`,
    ],
    button: way.button,
  });
}

/** Asks, and takes a way out. Whether it was taken; a failure is thrown. Cancelling it counts as a failure. */
export async function takeWayOut(
  ports: Ports,
  at: ReleaseAt,
  way: WayOut,
  asked: Destructive,
): Promise<boolean> {
  if (!(await confirmDestructive(ports, at, asked))) return false;
  try {
    const taken = await exclusively(ports, at, way.name, () =>
      ports.progress.show(`${way.title} in ${at.context}`, async (_report, signal) => {
        await call(ports, way.invocation, { signal, toLog: true });
        return true;
      }),
    );
    return taken ?? false;
  } finally {
    // What comes next does not wait for the view.
    void refreshShown(ports, at);
  }
}
