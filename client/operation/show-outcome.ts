import * as l10n from "@vscode/l10n";
import type { Failure } from "../helm/failures/row.ts";
import { RECOVERY_COMMANDS, type RecoveryAction } from "../helm/recovery.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { namesOf } from "../helm/schema-errors.ts";
import { CHOSEN_CONTEXT } from "../kubectl/target.ts";
import { fileName } from "../texts/file-name.ts";
import { type LogLine, log, logLines } from "../texts/log-line.ts";
import { failureMessage, failurePage, failureText } from "./failure-text.ts";
import { fieldActions } from "./go-to-field.ts";
import { changeContextLabel, openSettings } from "./message-actions.ts";
import type { CommandContext, Operation } from "./operation.ts";
import type { Done, FailureContext, MessageAction } from "./outcome.ts";
import { goToRefused, refusedTable } from "./refused-places.ts";

/** The ways to continue after an outcome. */
interface NextOperations {
  /** Starts the same again, with all its questions. */
  readonly again: () => Promise<void>;
  readonly next: Operation["next"];
}

/** With more buttons in a message, the editor cuts their labels. */
const MOST_ACTIONS = 2;

/** Shows that something succeeded, with what can be opened next. */
export async function showDone(
  context: CommandContext,
  { message, actions = [], isWarning }: Done,
): Promise<void> {
  const buttons = actions.map(({ button }) => button);
  context.output[isWarning ? "warn" : "info"](log`${message}`);
  const pressed = await context.prompts[isWarning ? "warn" : "info"](message, ...buttons);
  await actions.find(({ button }) => button === pressed)?.go();
}

/**
 * Tells why an operation did not go on: in one sentence with the next step and suitable buttons. Everything else is on a page
 * that a button opens.
 */
export async function showRefused(
  context: CommandContext,
  failure: Failure,
  failureContext: FailureContext,
  ways: NextOperations,
): Promise<void> {
  const { sentence } = failure;
  const shown = { ...failure, sentence: shortPaths(context, sentence, failureContext.values) };
  if (failure.kind !== "refused") context.output.error(loggedFailure(failure, failureContext));
  const actions = actionsOf(context, failure, failureContext, ways);
  const offered = hasDetails(failure, failureContext)
    ? [...actions.slice(0, MOST_ACTIONS), detailsOf(context, failure, failureContext)]
    : actions;
  const buttons = offered.map(({ button }) => button);
  // A refusal in words of its own is as short as it can be, and has no page.
  const isWhole = failure.kind === "refused";
  const message = isWhole
    ? failureText(shown)
    : failureMessage(shown, failure.outcome ?? failureContext.outcome);
  const show = { info: context.prompts.info, warning: context.prompts.warn, error: context.prompts.error };
  const pressed = await show[failureContext.tone ?? "error"](message, ...buttons);
  await offered.find(({ button }) => button === pressed)?.go();
}

/** A failure as it is logged: without what a program reports about values, which the message and the page quote. */
function loggedFailure(
  { sentence, details = [], said, refused = [] }: Failure,
  { state }: FailureContext,
): LogLine {
  // Not translated: a line of the log.
  const about = refused.length === 0 ? sentence : `The chart rejects the values: ${namesOf(refused)}`;
  return logLines([about, state ?? "", ...(said === undefined ? details : [])].filter((part) => part !== ""));
}

/** True if a failure has more details than its message. */
function hasDetails({ kind, said }: Failure, { more }: FailureContext): boolean {
  return more !== undefined || said !== undefined || !["refused", "unknown"].includes(kind);
}

/** Shortens the paths of values files, so that a sentence has room for what is wrong. */
function shortPaths(context: CommandContext, text: string, values: readonly string[] = []): string {
  return values.reduce((shortened, uri) => {
    const path = context.files.pathOf(uri);
    return path === undefined ? shortened : shortened.replaceAll(path, context.files.shown(path));
  }, text);
}

function detailsOf(
  context: CommandContext,
  failure: Failure,
  { state, of: values, more }: FailureContext,
): MessageAction {
  return {
    button: l10n.t("Show Details"),
    async go() {
      const { refused = [], details = [] } = failure;
      const isTable = refused.length > 0 && values !== undefined;
      const parts = [
        ...(isTable ? [await refusedTable(context, values, refused)] : []),
        ...((await more?.()) ?? []),
      ];
      const text = failurePage({ ...failure, details: isTable ? [] : details }, state, parts);
      await context.pages.showMarkdown({ name: l10n.t("Failure Details"), text });
    },
  };
}

/** The actions of the operation, then those of the failure. If two buttons have the same name, that of the operation wins. */
function actionsOf(
  context: CommandContext,
  failure: Failure,
  failureContext: FailureContext,
  ways: NextOperations,
): readonly MessageAction[] {
  const { actions = [] } = failureContext;
  const recoveries = failure.recovery.flatMap(
    (action) => actionOf(context, action, failure, failureContext, ways) ?? [],
  );
  return [
    ...actions,
    ...recoveries.filter(({ button }) => !actions.some((action) => action.button === button)),
  ];
}

/** The button of a recovery action; undefined if something that it needs is not available. */
function actionOf(
  context: CommandContext,
  action: RecoveryAction,
  { refused = [], fields = [] }: Failure,
  { target, values = [], of: about, given, release, retryAs = l10n.t("Retry") }: FailureContext,
  { again, next }: NextOperations,
): MessageAction | undefined {
  switch (action.do) {
    case "run":
      return runAction(context, action.command, values, release);
    case "set":
      return openSettings(context, action.setting);
    case "type":
      return { button: l10n.t("Open in Terminal"), go: () => context.editor.typeInTerminal(action.line) };
    case "edit-values": {
      if (refused.length > 0 && about !== undefined) {
        const button = refused.length === 1 ? l10n.t("Go to Value") : l10n.t("Show Places");
        return { button, go: () => goToRefused(context, about, refused) };
      }
      const [toField] = fieldActions(
        next,
        about && {
          of: about,
          chart: given,
          ...(release && { as: { release: release.release, namespace: release.namespace } }),
        },
        fields,
      );
      return toField ?? editAction(context, values);
    }
    case "change-context": {
      if (target !== undefined && !target.canChange) return undefined;
      return { button: changeContextLabel(), go: () => inOtherContext(context, again) };
    }
    case "retry":
      return { button: retryAs, go: again };
  }
}

/** Lets the person choose the context, and starts again if that is another one now. */
async function inOtherContext(
  { editor, memory }: CommandContext,
  again: NextOperations["again"],
): Promise<void> {
  const before = memory.recall(CHOSEN_CONTEXT);
  await editor.runCommand("capOperator.changeContext");
  if (memory.recall(CHOSEN_CONTEXT) !== before) await again();
}

function runAction(
  context: CommandContext,
  command: keyof typeof RECOVERY_COMMANDS,
  [file]: readonly string[],
  release: ReleaseRef | undefined,
): MessageAction | undefined {
  const button = RECOVERY_COMMANDS[command]();
  // Prerequisites depend on the values, and the manager has none; the other commands are about the release.
  if (command === "capOperator.installWithManager")
    return { button, go: () => context.editor.runCommand(command) };
  if (command === "capOperator.checkPrerequisites") {
    return { button, go: () => context.editor.runCommand(command, file) };
  }
  return release && { button, go: () => context.editor.runCommand(command, releaseAddress(release)) };
}

function editAction(context: CommandContext, values: readonly string[]): MessageAction | undefined {
  const [file] = values;
  if (file === undefined) return undefined;
  if (values.length === 1)
    return { button: l10n.t("Open {0}", fileName(file)), go: () => context.editor.openAt(file) };
  return {
    button: l10n.t("Open Values File..."),
    async go() {
      const choices = values.map((uri) => ({ label: `$(file) ${fileName(uri)}`, value: uri }));
      const picked = await context.prompts.pick(
        choices,
        l10n.t("CAP Operator: Values Files"),
        l10n.t("Select a values file"),
      );
      if (picked !== undefined) await context.editor.openAt(picked);
    },
  };
}
