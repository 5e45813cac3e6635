import type { ValuesOf } from "../../server/lsp/protocol.ts";
import type { HelmCapabilities } from "../cli/capabilities.ts";
import { explainFailure } from "../cli/failure.ts";
import type { ChartRef, ReleaseAt, ReleaseState } from "../cli/release.ts";
import type { ComponentState } from "../cluster/components.ts";
import type { ValuesFile } from "../install/values-files.ts";
import type { ChartArchive, Invocation, RunResult } from "../installation-ports.ts";
import { explainError } from "../operation/explain-error.ts";
import { attempt, readOutput } from "../operation/run-invocation.ts";
import { exclusively } from "../operation/running-releases.ts";
import { type AtHand, tellFailure } from "../operation/tell-failure.ts";
import type { Ports } from "../ports.ts";
import { capitalised } from "../sentence-parts.ts";
import { refreshShown } from "../view/fill-view.ts";
import { whatBecame } from "./aftermath.ts";
import { failureReport } from "./failure-report.ts";
import { withReason } from "./not-ready.ts";
import { showStatusOf } from "./show-release.ts";
import { changedSince } from "./still-confirmed.ts";
import { watchingComponents } from "./watch-components.ts";

/** A change of a release that a person confirmed. */
export interface Change<T> {
  readonly at: ReleaseAt;
  readonly can: HelmCapabilities;
  /** The release as it was when the person confirmed; absent where there was none. */
  readonly before: ReleaseState | undefined;
  readonly files?: readonly ValuesFile[];
  /** The chart as the person named it. */
  readonly chart?: ChartRef;
  /** What is read as the chart. */
  readonly archive?: ChartArchive;
  /** What the language server is asked about the values. */
  readonly of?: ValuesOf;
  /** What messages call it, such as `a rollback`. */
  readonly name: string;
  /** A verb in its -ing form, such as `rolling back`. */
  readonly doing: string;
  readonly invocation: Invocation<T>;
  /** What is said when it went well. */
  success(outcome: T): string;
  /** Runs the whole command once more. */
  again(): Promise<void>;
}

/** How the run ended. */
interface Run {
  readonly result: RunResult;
  readonly unready: readonly ComponentState[];
}

type Tell = () => Promise<void>;

const SHOW_STATUS = "Show Status";
const SHOW_OUTPUT = "Show Output";

/** Makes the change, if all still is as it was confirmed, says how it ended and how to go on, and shows it in the view. */
export async function changeRelease<T>(ports: Ports, change: Change<T>): Promise<void> {
  // What is told at the end waits for an answer, and must not keep the release busy meanwhile.
  const tell = await exclusively(ports, change.at, change.name, () => makeChange(ports, change));
  if (tell !== undefined) await Promise.all([tell(), refreshShown(ports, change.at)]);
}

async function makeChange<T>(ports: Ports, change: Change<T>): Promise<Tell> {
  const { at, before, files, archive, doing, invocation, again } = change;
  try {
    const confirmed = { at, release: before, ...(files && { files }), ...(archive && { archive }) };
    const changed = await changedSince(ports, confirmed);
    if (changed !== undefined) return () => tellChanged(ports, changed, again);
    const run = await runWatched(ports, change);
    if (run.result.exitCode === 0) {
      const message = change.success(readOutput(invocation, run.result));
      return () => tellSuccess(ports, at, message);
    }
    return run.result.interrupted ? tellCancelled(ports, change) : tellFailed(ports, change, run);
  } catch (error) {
    const failure = explainError(error, at, doing, at.release);
    return () => tellFailure(ports, failure, { retry: again, release: at });
  }
}

/** Runs it with its progress. Cancelling interrupts Helm and waits for its end. */
async function runWatched<T>(ports: Ports, { at, doing, invocation }: Change<T>): Promise<Run> {
  const title = `${capitalised(doing)} ${at.release} in ${at.context}`;
  return ports.progress.show(title, (report, signal) => {
    signal.addEventListener("abort", () => report("Helm was interrupted and is tidying up"));
    return watchingComponents(ports, at, report, () => attempt(ports, invocation, { signal, toLog: true }));
  });
}

async function tellChanged(ports: Ports, change: string, again: () => Promise<void>): Promise<void> {
  const button = "Start Again";
  const message = `Nothing was started, because something changed after you confirmed. ${change}`;
  if ((await ports.prompts.warn(message, button)) === button) await again();
}

async function tellSuccess(ports: Ports, at: ReleaseAt, message: string): Promise<void> {
  ports.output.info(message);
  const pressed = await ports.prompts.info(message, SHOW_STATUS, SHOW_OUTPUT);
  if (pressed === SHOW_STATUS) await showStatusOf(ports, at);
  if (pressed === SHOW_OUTPUT) ports.output.show();
}

async function tellCancelled<T>(ports: Ports, { at, before, can }: Change<T>): Promise<Tell> {
  const { sentence, ways } = await whatBecame(ports, at, before, can);
  const message = `Cancelled, and Helm has ended. ${sentence}`;
  ports.output.warn(message);
  return async () => {
    const buttons = [...ways.map(({ button }) => button), SHOW_STATUS, SHOW_OUTPUT];
    const pressed = await ports.prompts.warn(message, ...buttons);
    await ways.find(({ button }) => button === pressed)?.go();
    if (pressed === SHOW_STATUS) await showStatusOf(ports, at);
    if (pressed === SHOW_OUTPUT) ports.output.show();
  };
}

async function tellFailed<T>(ports: Ports, change: Change<T>, { result, unready }: Run): Promise<Tell> {
  const { at, before, can, chart, of, doing, files = [], invocation } = change;
  const { program, args } = invocation;
  const failure = explainFailure({ ...result, program, args }, { at, doing, ...(chart && { chart }) });
  const { sentence, outcome, ways } = await whatBecame(ports, at, before, can);
  const after: AtHand = {
    values: files.map(({ uri }) => uri),
    release: at,
    state: sentence,
    ways,
    retry: change.again,
    more: () => failureReport(ports, at, unready),
    ...(of !== undefined && { of }),
    ...(outcome !== undefined && { outcome }),
  };
  return () => tellFailure(ports, withReason(failure, unready, at), after);
}
