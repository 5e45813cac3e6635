import * as l10n from "@vscode/l10n";
import { explainFailure } from "../helm/failure.ts";
import { history, status } from "../helm/reading-commands.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import type { Step } from "../operation/operation.ts";
import { RunFailed, readOutput } from "../operation/step.ts";
import type { Choice } from "../ports/editor.ts";

/** The newest revision of a release; undefined if there is no such release. Throws `RunFailed` for any other failure. */
export async function releaseState(step: Step, target: ReleaseRef): Promise<ReleaseState | undefined> {
  const invocation = status(target);
  const result = await step.attempt(invocation);
  if (result.exitCode === 0) return readOutput(invocation, result);
  const { kind } = explainFailure(
    { ...invocation, ...result },
    { target, doing: l10n.t("reading the release") },
  );
  if (kind === "release-not-found") return undefined;
  throw new RunFailed(invocation, result);
}

/** True if Helm refuses to change a release in this state, because an operation on it is or was in progress. */
export function isPending({ status }: ReleaseState): boolean {
  return status.startsWith("pending-") || status === "uninstalling";
}

/** The newest revision before `state` that ran, to roll back to; undefined if there is none. */
export async function lastGoodRevision(
  step: Step,
  target: ReleaseRef,
  state: ReleaseState,
): Promise<ReleaseState | undefined> {
  const revisions = await step.call(history(target));
  return goodRevisions(revisions).find(({ revision }) => revision < state.revision);
}

/** The revisions that ran once or run now, newest first. */
export function goodRevisions(revisions: readonly ReleaseState[]): readonly ReleaseState[] {
  return revisions
    .filter(({ status }) => status === "deployed" || status === "superseded")
    .sort((a, b) => b.revision - a.revision);
}

/** A revision as a choice of a list, with its value. */
export function revisionChoice<T>(state: ReleaseState, value: T): Choice<T> {
  return {
    label: l10n.t("Revision {0}", state.revision),
    description: `${state.chart}, ${state.status}`,
    detail: `${whenText(state)}: ${state.description}`,
    value,
  };
}

/**
 * The time of a revision, in the time zone of this machine and to the minute, without a line break. A text that is not a date
 * stays as Helm wrote it.
 */
export function whenText({ updated }: ReleaseState): string {
  const date = new Date(updated);
  if (Number.isNaN(date.getTime())) return updated;
  // Swedish dates look like ISO 8601.
  return date.toLocaleString("sv", { dateStyle: "short", timeStyle: "short" }).replace(" ", "\u00a0");
}
