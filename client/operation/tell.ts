import * as l10n from "@vscode/l10n";
import type { Failure } from "../helm/failures/row.ts";
import { RECOVERY_COMMANDS, type RecoveryAction } from "../helm/recovery.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { fileName } from "../texts/file-name.ts";
import { failureMessage, failurePage, failureText } from "./failure-text.ts";
import type { Surroundings } from "./operation.ts";
import type { AtHand, Done, WayOn } from "./outcome.ts";
import { goToRefused, refusedTable } from "./refused-places.ts";

/** With more buttons in a message, the editor cuts their labels. */
const MOST_WAYS = 2;

/** Shows that something succeeded, with what can be opened next. */
export async function tellDone(around: Surroundings, { message, ways = [], isWarning }: Done): Promise<void> {
  const buttons = ways.map(({ button }) => button);
  around.output[isWarning ? "warn" : "info"](message);
  const pressed = await around.prompts[isWarning ? "warn" : "info"](message, ...buttons);
  await ways.find(({ button }) => button === pressed)?.go();
}

/**
 * Tells why an operation did not go on: in one sentence with the next step and suitable buttons. Everything else is on a page
 * that a button opens. `again` starts the same again, with all its questions.
 */
export async function tellRefused(
  around: Surroundings,
  failure: Failure,
  atHand: AtHand,
  again: () => Promise<void>,
): Promise<void> {
  const { sentence, details = [] } = failure;
  const shown = { ...failure, sentence: shortPaths(around, sentence, atHand.values) };
  const logged = [sentence, atHand.state, ...details].filter((part) => part !== undefined);
  if (failure.kind !== "refused") around.output.error(logged.join("\n  "));
  const ways = waysOn(around, failure, atHand, again);
  const offered = hasDetails(failure, atHand)
    ? [...ways.slice(0, MOST_WAYS), detailsOf(around, failure, atHand)]
    : ways;
  const buttons = offered.map(({ button }) => button);
  // A refusal in words of its own is as short as it can be, and has no page.
  const isWhole = failure.kind === "refused";
  const message = isWhole ? failureText(shown) : failureMessage(shown, failure.outcome ?? atHand.outcome);
  const tell = { info: around.prompts.info, warning: around.prompts.warn, error: around.prompts.error };
  const pressed = await tell[atHand.tone ?? "error"](message, ...buttons);
  await offered.find(({ button }) => button === pressed)?.go();
}

/** Whether there is more to know than the message says. */
function hasDetails({ kind, said }: Failure, { more }: AtHand): boolean {
  return more !== undefined || said !== undefined || !["refused", "unknown"].includes(kind);
}

/** Shortens the paths of values files, so that a sentence has room for what is wrong. */
function shortPaths(around: Surroundings, text: string, values: readonly string[] = []): string {
  return values.reduce((shortened, uri) => {
    const path = around.files.pathOf(uri);
    return path === undefined ? shortened : shortened.replaceAll(path, around.files.shown(path));
  }, text);
}

function detailsOf(around: Surroundings, failure: Failure, { state, of, more }: AtHand): WayOn {
  return {
    button: l10n.t("Show Details"),
    async go() {
      const { refused = [], details = [] } = failure;
      const isTable = refused.length > 0 && of !== undefined;
      const parts = [
        ...(isTable ? [await refusedTable(around, of, refused)] : []),
        ...((await more?.()) ?? []),
      ];
      const text = failurePage({ ...failure, details: isTable ? [] : details }, state, parts);
      await around.pages.showMarkdown({ name: l10n.t("Failure Details"), text });
    },
  };
}

/** The ways on that the operation knows, then those of the failure. If two buttons have the same name, that of the operation wins. */
function waysOn(
  around: Surroundings,
  failure: Failure,
  atHand: AtHand,
  again: () => Promise<void>,
): readonly WayOn[] {
  const { ways = [] } = atHand;
  const own = failure.recovery.flatMap((action) => wayOf(around, action, failure, atHand, again) ?? []);
  return [...ways, ...own.filter(({ button }) => !ways.some((way) => way.button === button))];
}

/** The button of a recovery action; undefined if something that it needs is not available. */
function wayOf(
  around: Surroundings,
  action: RecoveryAction,
  { refused = [] }: Failure,
  { values = [], of, release, retryAs = l10n.t("Retry") }: AtHand,
  again: () => Promise<void>,
): WayOn | undefined {
  switch (action.do) {
    case "run":
      return runWay(around, action.command, values, release);
    case "set":
      return { button: l10n.t("Open Settings"), go: () => around.settings.show(action.setting) };
    case "type":
      return { button: l10n.t("Open in Terminal"), go: () => around.editor.typeInTerminal(action.line) };
    case "edit-values": {
      if (refused.length > 0 && of !== undefined) {
        const button = refused.length === 1 ? l10n.t("Go to Value") : l10n.t("Show Places");
        return { button, go: () => goToRefused(around, of, refused) };
      }
      return editWay(around, values);
    }
    case "retry":
      return { button: retryAs, go: again };
  }
}

function runWay(
  around: Surroundings,
  command: keyof typeof RECOVERY_COMMANDS,
  [file]: readonly string[],
  release: ReleaseRef | undefined,
): WayOn | undefined {
  const button = RECOVERY_COMMANDS[command]();
  // Prerequisites depend on the values, and the manager has none; the other commands are about the release.
  if (command === "capOperator.installWithManager")
    return { button, go: () => around.editor.runCommand(command) };
  if (command === "capOperator.checkPrerequisites") {
    return { button, go: () => around.editor.runCommand(command, file) };
  }
  return release && { button, go: () => around.editor.runCommand(command, releaseAddress(release)) };
}

function editWay(around: Surroundings, values: readonly string[]): WayOn | undefined {
  const [file] = values;
  if (file === undefined) return undefined;
  if (values.length === 1)
    return { button: l10n.t("Open {0}", fileName(file)), go: () => around.editor.openAt(file) };
  return {
    button: l10n.t("Open Values File..."),
    async go() {
      const choices = values.map((uri) => ({ label: `$(file) ${fileName(uri)}`, value: uri }));
      const picked = await around.prompts.pick(
        choices,
        l10n.t("CAP Operator: Values Files"),
        l10n.t("Select a values file"),
      );
      if (picked !== undefined) await around.editor.openAt(picked);
    },
  };
}
