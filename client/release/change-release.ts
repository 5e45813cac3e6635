import * as l10n from "@vscode/l10n";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { changeOf } from "../cluster/resolve-target.ts";
import type { HelmCapabilities } from "../helm/capabilities.ts";
import { explainFailure } from "../helm/failure.ts";
import { couldNotUndo } from "../helm/failures/undone-changes.ts";
import type { ChartRef, ReleaseRef, ReleaseState } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { type ComponentState, isOnlyStarting, isReady, readComponents } from "../kubectl/components.ts";
import { changedFiles, type ValuesFile } from "../operation/gate.ts";
import { showOutput } from "../operation/message-actions.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { type Done, type MessageAction, Refused } from "../operation/outcome.ts";
import { readOutput } from "../operation/step.ts";
import type { ChartArchive } from "../ports/installation.ts";
import type { Invocation, RunResult } from "../ports/programs.ts";
import { refreshShown } from "../views/fill-view.ts";
import { type ChangeKind, changeDoing, changeName, changeTitle } from "./change-kind.ts";
import { withReason } from "./not-ready.ts";
import { isPending, releaseState } from "./release-state.ts";
import { failureReport, showStatusOf } from "./status.ts";
import { changeLimits, whatBecame } from "./way-out.ts";

/** A change of a release that a person confirmed. */
export interface Change<T> {
  readonly target: ReleaseRef;
  readonly can: HelmCapabilities;
  /** The release as it was when the person confirmed; absent if there was none. */
  readonly before: ReleaseState | undefined;
  readonly files?: readonly ValuesFile[];
  /** The chart as the person named it. */
  readonly chart?: ChartRef;
  readonly archive?: ChartArchive;
  readonly of?: ValuesOf;
  readonly kind: ChangeKind;
  readonly invocation: Invocation<T>;
  success(outcome: T): string;
}

interface Run {
  readonly result: RunResult;
  readonly unready: readonly ComponentState[];
}

/** Makes the change, if everything is still as confirmed, and reports how it ended and how to continue. */
export async function changeRelease<T>(operation: Operation, change: Change<T>): Promise<Done> {
  const { target, kind } = change;
  operation.about({ target, doing: changeDoing(kind), release: target });
  return operation.alone(target, changeName(kind), async () => {
    await refuseChanged(operation, change);
    // A view that nobody has read yet shows what this window has changed.
    operation.meanwhile(() => refreshShown(operation, target, operation.view.shown() ?? target));
    const limits = changeLimits(operation.installationSettings().timeout);
    const limited = { ...change, invocation: { ...change.invocation, limits } };
    const run = await runWatched(operation, limited).finally(() =>
      operation.pages.markReleasePast(releaseAddress(target)),
    );
    if (run.result.exitCode === 0) return succeeded(operation, change, run.result);
    const { interrupted, timedOut, printedTooMuch } = run.result;
    if (interrupted && !timedOut && !printedTooMuch) return cancelled(operation, change, run.result);
    throw await failed(operation, limited, run);
  });
}

/** Ends the operation if something has changed since it was confirmed. Called right before the run. */
async function refuseChanged<T>(operation: Operation, change: Change<T>): Promise<void> {
  const { target } = change;
  const title = l10n.t("Checking {0} in {1} again", target.release, target.context);
  const changed = await operation.read(title, (step) => changedSince(step, change));
  if (changed === undefined) return;
  const sentence = l10n.t("Nothing was started, because something changed after you confirmed.");
  const failure = { kind: "refused", sentence, next: changed, recovery: [{ do: "retry" }] } as const;
  throw new Refused(failure, { tone: "warning", retryAs: l10n.t("Start Again") });
}

/** One sentence about what has changed since the confirmation; undefined if nothing has. */
async function changedSince<T>(
  step: Step,
  { target, files = [], archive, before }: Change<T>,
): Promise<string | undefined> {
  const change = await changeOf(step, target);
  if (change !== undefined) return change;
  const changed = await changedFiles(step, files);
  if (changed.length > 0) return l10n.t("{0} changed on disk in the meantime.", changed.join(", "));
  if (archive !== undefined && !(await step.charts.isIntact(archive))) {
    return l10n.t("The stored chart is no longer the one that you confirmed.");
  }
  const now = await releaseState(step, target);
  if (now?.revision === before?.revision && now?.status === before?.status) return undefined;
  return l10n.t(
    "{0} was changed in the meantime: {1} before, {2} now.",
    target.release,
    stateText(before),
    stateText(now),
  );
}

function stateText(state: ReleaseState | undefined): string {
  return state === undefined
    ? l10n.t("not installed")
    : l10n.t("revision {0} ({1})", state.revision, state.status);
}

/** Runs it with its progress. Cancelling interrupts Helm and waits for its end. */
async function runWatched<T>(operation: Operation, change: Change<T>): Promise<Run> {
  const { target, kind, invocation } = change;
  return operation.change(changeTitle(kind, target), (step) => {
    step.signal.addEventListener("abort", () =>
      step.report(l10n.t("Helm was interrupted and is cleaning up")),
    );
    return watchingComponents(step, target, () => step.attempt(invocation, { toLog: true }));
  });
}

/** The buttons after a change; the status only of a release that is there. */
function looks(operation: Operation, target: ReleaseRef, isThere: boolean): readonly MessageAction[] {
  const status = {
    button: l10n.t("Show Status"),
    go: () => operation.next((next) => showStatusOf(next, target)),
  };
  return [...(isThere ? [status] : []), showOutput(operation)];
}

/**
 * Helm reports success even if it could not record that a first installation is deployed (Helm: `performInstall` in
 * pkg/action/install.go), and refuses to change the release from then on.
 */
async function succeeded<T>(operation: Operation, change: Change<T>, result: RunResult): Promise<Done> {
  const { target, before, can, invocation } = change;
  const { release, sentence, outcome, actions } = await whatBecame(operation, target, before, can, {
    isQuiet: true,
  });
  // Whatever goes wrong from here on, the change has been made.
  operation.about({ outcome });
  if (release !== undefined && isPending(release)) {
    const message = l10n.t("Helm made the change, but could not record that it is done.");
    return {
      message: `${message} ${sentence}`,
      actions: [...actions, ...looks(operation, target, true)],
      isWarning: true,
    };
  }
  const message = change.success(readOutput(invocation, result));
  return { message, actions: looks(operation, target, change.kind !== "uninstallation") };
}

/** Helm 4 may have recorded that a release is deployed while it was already removing it (seen with `--rollback-on-failure`). */
async function cancelled<T>(
  operation: Operation,
  { target, before, can }: Change<T>,
  { stderr }: RunResult,
): Promise<Done> {
  const { sentence, actions, release } = await whatBecame(operation, target, before, can);
  if (release?.status === "deployed" && couldNotUndo(stderr)) {
    throw new Refused(
      {
        kind: "refused",
        sentence: l10n.t(
          "Helm was canceled, and could not undo the change. {0} counts as deployed at revision {1}, but parts of it may be missing.",
          target.release,
          release.revision,
        ),
        next: l10n.t("Upgrade it to restore what is missing."),
        recovery: [{ do: "retry" }],
      },
      { tone: "warning", retryAs: l10n.t("Upgrade"), release: target },
    );
  }
  const message = `${l10n.t("Canceled, and Helm has ended.")} ${sentence}`;
  return {
    message,
    actions: [...actions, ...looks(operation, target, release !== undefined)],
    isWarning: true,
  };
}

async function failed<T>(
  operation: Operation,
  change: Change<T>,
  { result, unready }: Run,
): Promise<Refused> {
  const { target, before, can, chart, of: values, kind, files = [], invocation } = change;
  const failure = explainFailure({ ...invocation, ...result }, { target, doing: changeDoing(kind), chart });
  const { sentence, outcome, actions } = await whatBecame(operation, target, before, can);
  return new Refused(withReason(failure, unready, target), {
    values: files.map(({ uri }) => uri),
    release: target,
    state: sentence,
    outcome,
    actions,
    more: () => failureReport(operation, target, unready),
    of: values,
  });
}

const INTERVAL_MS = 2000;

/**
 * Runs `task` and meanwhile reports how the components become ready, as far as `kubectl` can tell. Returns the task's result, and
 * each component that was not ready, as it was last seen then, with what was wrong with it if anything was.
 */
export async function watchingComponents<T>(
  step: Step,
  target: ReleaseRef,
  task: () => Promise<T>,
): Promise<{ result: T; unready: readonly ComponentState[] }> {
  const ended = new AbortController();
  const unready = new Map<string, ComponentState>();
  const watching = watchComponents(step.until(ended.signal), target, unready).catch(() => undefined);
  try {
    return { result: await task(), unready: [...unready.values()] };
  } finally {
    ended.abort();
    await watching;
  }
}

/** Watches until the step ends. Without kubectl, or without permission to read, it fails and nothing is reported. */
async function watchComponents(
  step: Step,
  target: ReleaseRef,
  unready: Map<string, ComponentState>,
): Promise<void> {
  let repeated = false;
  let reported = "";
  for (;;) {
    await step.pause(INTERVAL_MS, step.signal);
    if (step.signal.aborted) return;
    const components = await step.call(readComponents(target), { repeated });
    repeated = true;
    const line = componentsLine(components);
    if (line !== reported) step.report(line);
    reported = line;
    for (const component of components) noteUnready(unready, component);
  }
}

/** Keeps the record of a failed component while Helm undoes the change and the component starts again as it was. */
function noteUnready(unready: Map<string, ComponentState>, component: ComponentState): void {
  if (isReady(component) || (isOnlyStarting(component) && unready.has(component.name))) return;
  unready.set(component.name, component);
}

/** Components in one line, such as `controller 0/1, webhook 1/1`. */
function componentsLine(components: readonly ComponentState[]): string {
  return components.map(({ name, ready, desired }) => `${name} ${ready}/${desired}`).join(", ");
}
