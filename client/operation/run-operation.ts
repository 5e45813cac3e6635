import * as l10n from "@vscode/l10n";
import type { ReleaseRef } from "../helm/release.ts";
import { ReportedError } from "../texts/error-message.ts";
import { log } from "../texts/log-line.ts";
import { capitalised } from "../texts/sentence-parts.ts";
import type { Command, Ports } from "./command.ts";
import { openSettings, showOutput } from "./message-actions.ts";
import type { CommandContext, Operation, OperationPlan, Step } from "./operation.ts";
import { Cancelled, type OperationContext, type Outcome, Refused, refuse } from "./outcome.ts";
import { showDone, showRefused } from "./show-outcome.ts";
import {
  commandContextOf,
  createStep,
  explainError,
  UnreadableOutput,
  unforeseen,
  type Watch,
} from "./step.ts";

/** The change that is at work on each release, for all operations. */
const atWork = new Map<string, string>();

/**
 * Makes a command from an operation. The command never throws: however the operation ends, it is reported once, here, and the
 * message waits for an answer only after the operation has released everything.
 */
export function operation(plan: OperationPlan): Command {
  const { id, needsTrust = false } = plan;
  return { id, needsTrust, run: (ports, target) => runOperation(plan, ports, target) };
}

async function runOperation(plan: OperationPlan, ports: Ports, target?: string): Promise<Outcome> {
  let about: OperationContext = { ...plan.context };
  const meanwhile: (() => Promise<void>)[] = [];
  const context = commandContextOf(ports);
  let isTrusted = false;
  const stepOf = (watch: Watch): Step => {
    // Not translated: a mistake in the code.
    if (!isTrusted) throw new Error(`${plan.id} runs programs, but did not ask for trust.`);
    return createStep(ports, watch);
  };
  const next: Operation["next"] = async (work) => {
    await runOperation({ ...plan, run: work }, ports);
  };
  const running: Operation = {
    ...context,
    async needTrust() {
      isTrusted ||= await context.dialogs.trusted();
      if (!isTrusted) throw new Cancelled();
    },
    about: (more) => {
      about = { ...about, ...more };
    },
    read: (title, work) =>
      ports.progress.show(title, async (report, signal) => {
        const ended = await settled(work(stepOf({ signal, report })));
        // An interrupted program may answer as if nothing had happened, or with an error of its own.
        if (signal.aborted) {
          const cancelled = new Cancelled();
          context.output.info(log`${cancelled.message}`);
          throw cancelled;
        }
        if ("error" in ended) throw ended.error;
        return ended.value;
      }),
    change: (title, work) => ports.progress.show(title, (report, signal) => work(stepOf({ signal, report }))),
    quietly: (signal, work) => work(stepOf({ signal, report: () => undefined })),
    alone,
    next,
    meanwhile: (work) => meanwhile.push(work),
  };
  const ended = await settled(run(plan, running, target));
  const again = async (from = about.from ?? target) => {
    await runOperation(plan, ports, from);
  };
  const ending = endingOf(context, plan, ended, about, { again, next });
  // The failure of a button is no failure of the operation itself.
  const behindButton = (error: unknown) => endingOf(context, plan, { error }, {}, { again, next });
  await Promise.all([showEnd(ending, behindButton), ...meanwhile.map((work) => work())]);
  return ending.outcome;
}

async function run({ needsTrust, run }: OperationPlan, operation: Operation, target: string | undefined) {
  if (needsTrust) await operation.needTrust();
  return run(operation, target);
}

type Ended = Awaited<ReturnType<OperationPlan["run"]>>;

interface Ending {
  readonly outcome: Outcome;
  show(): Promise<void>;
}

/**
 * Shows how an operation ended, and what goes wrong after a button of that message. If that cannot be shown either, it is dropped:
 * in a closing window, the log and the messages go before the work that is still running.
 */
async function showEnd(ending: Ending, behindButton: (error: unknown) => Ending): Promise<void> {
  const shown = await settled(ending.show());
  if ("error" in shown) await settled(behindButton(shown.error).show());
}

function endingOf(
  context: CommandContext,
  { id }: OperationPlan,
  ended: { readonly value: Ended } | { readonly error: unknown },
  about: OperationContext,
  { again, next }: { readonly again: (from?: string) => Promise<void>; readonly next: Operation["next"] },
): Ending {
  if (!("error" in ended)) {
    const { value: done } = ended;
    return { outcome: { end: "done" }, show: async () => done && showDone(context, done) };
  }
  const { error } = ended;
  if (error instanceof Cancelled) return { outcome: { end: "cancelled" }, show: async () => undefined };
  if (error instanceof ReportedError) {
    const show = async () => context.output.error(log`${id}: ${error.message}`);
    return { outcome: { end: "refused", failure: unforeseen(error) }, show };
  }
  const refusal = error instanceof Refused ? error : explained(context, error, about);
  const failure = about.adapt?.(refusal.failure) ?? refusal.failure;
  // A refusal in words of its own is complete.
  const { outcome: _outcome, ...withoutOutcome } = about;
  const known = failure.kind === "refused" ? withoutOutcome : about;
  const failureContext = { ...known, ...refusal.context };
  return {
    outcome: { end: "refused", failure },
    show: () =>
      showRefused(context, failure, failureContext, { again: () => again(failureContext.from), next }),
  };
}

/** Unforeseen errors are in the log, which a button opens. */
function explained(
  context: CommandContext,
  error: unknown,
  { target, doing, ...about }: OperationContext,
): Refused {
  const logged = { actions: [showOutput(context)] };
  if (error instanceof UnreadableOutput && error.path !== undefined) {
    const setting = `capOperator.${error.program}Path`;
    const next = l10n.t("Check that {0} names the right program.", setting);
    return new Refused(
      { ...unforeseen(error), next },
      { actions: [openSettings(context, setting), showOutput(context)] },
    );
  }
  if (target === undefined || doing === undefined) return new Refused(unforeseen(error), logged);
  const { release, chart } = about;
  const failure = explainError(error, target, doing, release?.release, chart);
  return new Refused(failure, failure.kind === "unknown" && failure.said === undefined ? logged : {});
}

async function alone<T>(target: ReleaseRef, name: string, work: () => Promise<T>): Promise<T> {
  const key = JSON.stringify([target.server, target.namespace, target.release]);
  const other = atWork.get(key);
  if (other !== undefined) {
    refuse(
      l10n.t("{0} of {1} in {2} has not ended yet.", capitalised(other), target.release, target.context),
      l10n.t("Wait for it, or cancel it."),
      { tone: "warning" },
    );
  }
  atWork.set(key, name);
  try {
    return await work();
  } finally {
    atWork.delete(key);
  }
}

function settled<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
