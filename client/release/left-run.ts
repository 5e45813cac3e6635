import * as l10n from "@vscode/l10n";
import { redactText } from "../cli/redact.ts";
import { changeOf } from "../cluster/resolve-target.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Operation } from "../operation/operation.ts";
import { type Done, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { Command, Ports } from "../ports.ts";
import type { LeftRun } from "../program-ports.ts";
import { refreshShown } from "../view/fill-view.ts";
import { changeDoing, changeName, leftChangeSentence, leftChangeTitle } from "./change-kind.ts";
import { looks } from "./change-release.ts";
import { changeLimits, whatBecame } from "./way-out.ts";

/** The time between two looks at changes in other windows, in milliseconds. */
const BETWEEN_LOOKS = 5_000;

/**
 * Looks for changes that outlived their window, and follows each. Ends when no other window has a change left that could outlive
 * it, and the outcomes of all changes found have been told.
 */
export async function followLeftRuns(ports: Ports): Promise<void> {
  const followed = new Map<LeftRun, Promise<unknown>>();
  for (;;) {
    // Asked first: if a window ends in between, its changes are in the list that follows.
    const isThereMore = await ports.leftRuns.areInOtherWindows();
    for (const left of await ports.leftRuns.list()) {
      if (!followed.has(left)) followed.set(left, followLeftRun(left).run(ports));
    }
    if (!isThereMore) break;
    await ports.pause(BETWEEN_LOOKS);
  }
  await Promise.all(followed.values());
}

/**
 * Tells what has become of a change whose window was closed or reloaded before it ended. As long as its program runs, this waits,
 * and nothing else can change the release; Cancel interrupts the program.
 */
function followLeftRun(left: LeftRun): Command {
  const { at, kind } = left.note;
  return operation({
    id: "capOperator.followLeftRun",
    needsTrust: true,
    scene: { at, release: at, doing: changeDoing(kind) },
    run: (operation) => operation.alone(at, changeName(kind), () => follow(operation, left)),
  });
}

async function follow(operation: Operation, left: LeftRun): Promise<Done> {
  const { at, kind, before } = left.note;
  const { timeout } = operation.installationSettings();
  const wasRunning = await left.isRunning();
  if (wasRunning) {
    await operation.change(leftChangeTitle(kind, at), async (step) => {
      step.signal.addEventListener("abort", () => void left.interrupt(changeLimits(timeout).tidyUp));
      const { stderr } = (await left.ended()) ?? {};
      if (stderr) step.output.warn(redactText(stderr));
    });
  }
  const what = leftChangeSentence(kind, at);
  const changed = await changeOf(operation, at);
  if (changed !== undefined) {
    await left.forget();
    refuse(what, `${l10n.t("Its outcome is not known.")} ${changed}`, { tone: "warning" });
  }
  operation.meanwhile(() => refreshShown(operation, at));
  const can = await operation.read(l10n.t("Reading the version of Helm"), findHelm);
  const { sentence, ways, release } = await whatBecame(operation, at, before, can);
  await left.forget();
  const end = wasRunning ? l10n.t("Helm continued, and has ended.") : l10n.t("Helm has ended.");
  const isGood = release?.status === "deployed" || (release === undefined && kind === "uninstallation");
  return {
    message: `${what} ${end} ${sentence}`,
    ways: [...ways, ...looks(operation, at)],
    ...(!isGood && { isWarning: true }),
  };
}
