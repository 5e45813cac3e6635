import type { ValuesOf } from "../../server/lsp/protocol.ts";
import type { Failure } from "../cli/failure.ts";
import { RECOVERY_COMMANDS, type RecoveryAction } from "../cli/recovery.ts";
import type { ReleaseAt } from "../cli/release.ts";
import { fileName } from "../file-name.ts";
import type { Markdown } from "../markdown.ts";
import type { Ports } from "../ports.ts";
import { releaseAddress } from "../release/release-address.ts";
import { failureMessage } from "./failure-message.ts";
import { failurePage } from "./failure-page.ts";
import { goToRefused, refusedTable } from "./refused-places.ts";

/** A way on from a failure. */
export interface WayOn {
  readonly button: string;
  go(): Promise<void>;
}

/** What is at hand when something fails. */
export interface AtHand {
  /** The values files that Helm was given. */
  readonly values?: readonly string[];
  /** What the language server is asked about; absent where there is no values file. */
  readonly of?: ValuesOf;
  /** The release that it was about. */
  readonly release?: ReleaseAt;
  /** Does the same again, with all its questions. */
  readonly retry?: () => Promise<void>;
  /** Other ways on, shown first. */
  readonly ways?: readonly WayOn[];
  /** What has become of the release, as the end of the sentence: `and nothing was changed`. */
  readonly outcome?: string;
  /** The same as a sentence, for the page. */
  readonly state?: string;
  /** What else is known, as parts of a page; asked for when the person wants to see it. */
  readonly more?: () => Promise<readonly Markdown[]>;
}

/** With more buttons in a message, the editor cuts their words. */
const MOST_WAYS = 2;
const SHOW_DETAILS = "Show Details";
const PAGE = "Failure Details";

/** Tells what failed in one sentence and the next step, with the ways on that fit; all else is on a page that a button opens. */
export async function tellFailure(ports: Ports, failure: Failure, atHand: AtHand = {}): Promise<void> {
  const { sentence, details = [] } = failure;
  const shown = { ...failure, sentence: shortPaths(ports, sentence, atHand.values) };
  ports.output.error([sentence, atHand.state, ...details].filter((part) => part !== undefined).join("\n  "));
  const ways = [...waysOn(ports, failure, atHand).slice(0, MOST_WAYS), detailsOf(ports, failure, atHand)];
  const buttons = ways.map(({ button }) => button);
  const message = failureMessage(shown, failure.outcome ?? atHand.outcome);
  const pressed = await ports.prompts.error(message, ...buttons);
  await ways.find(({ button }) => button === pressed)?.go();
}

/** The paths of values files as a person reads them, so that a sentence has room for what is wrong. */
function shortPaths(ports: Ports, text: string, values: readonly string[] = []): string {
  return values.reduce((shortened, uri) => {
    const path = ports.files.pathOf(uri);
    return path === undefined ? shortened : shortened.replaceAll(path, ports.files.shown(path));
  }, text);
}

function detailsOf(ports: Ports, failure: Failure, { state, of, more }: AtHand): WayOn {
  return {
    button: SHOW_DETAILS,
    async go() {
      const { refused = [], details = [] } = failure;
      const isTable = refused.length > 0 && of !== undefined;
      const parts = [
        ...(isTable ? [await refusedTable(ports, of, refused)] : []),
        ...((await more?.()) ?? []),
      ];
      const text = failurePage({ ...failure, details: isTable ? [] : details }, state, parts);
      await ports.pages.showMarkdown({ name: PAGE, text });
    },
  };
}

/** The ways that the command knows, then those of the failure. Of two buttons with one name the command knows better. */
function waysOn(ports: Ports, failure: Failure, atHand: AtHand): readonly WayOn[] {
  const { ways = [] } = atHand;
  const own = failure.recovery.flatMap((action) => wayOf(ports, action, failure, atHand) ?? []);
  return [...ways, ...own.filter(({ button }) => !ways.some((way) => way.button === button))];
}

/** The button of a recovery action; nothing where what it takes is not at hand. */
function wayOf(
  ports: Ports,
  action: RecoveryAction,
  { refused = [] }: Failure,
  { values = [], of, release, retry }: AtHand,
): WayOn | undefined {
  switch (action.do) {
    case "run":
      return runWay(ports, action.command, values, release);
    case "set":
      return { button: "Open Settings", go: () => ports.settings.show(action.setting) };
    case "type":
      return { button: "Open in Terminal", go: () => ports.editor.typeInTerminal(action.line) };
    case "edit-values": {
      if (refused.length > 0 && of !== undefined) {
        const button = refused.length === 1 ? "Go to Value" : "Show Places";
        return { button, go: () => goToRefused(ports, of, refused) };
      }
      return editWay(ports, values);
    }
    case "retry":
      return retry && { button: "Retry", go: retry };
  }
}

function runWay(
  ports: Ports,
  command: keyof typeof RECOVERY_COMMANDS,
  [file]: readonly string[],
  release: ReleaseAt | undefined,
): WayOn | undefined {
  const button = RECOVERY_COMMANDS[command];
  // Prerequisites are those of the values, and the manager has none; the other commands are about the release.
  if (command === "capOperator.installWithManager")
    return { button, go: () => ports.editor.runCommand(command) };
  if (command === "capOperator.checkPrerequisites") {
    return { button, go: () => ports.editor.runCommand(command, file) };
  }
  return release && { button, go: () => ports.editor.runCommand(command, releaseAddress(release)) };
}

function editWay(ports: Ports, values: readonly string[]): WayOn | undefined {
  const [file] = values;
  if (file === undefined) return undefined;
  if (values.length === 1) return { button: `Open ${fileName(file)}`, go: () => ports.editor.openAt(file) };
  return {
    button: "Open Values File...",
    async go() {
      const choices = values.map((uri) => ({ label: `$(file) ${fileName(uri)}`, value: uri }));
      const picked = await ports.prompts.pick(choices, "CAP Operator: Values Files", "Pick a values file");
      if (picked !== undefined) await ports.editor.openAt(picked);
    },
  };
}
