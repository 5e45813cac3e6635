import { type Command, commands, type Disposable } from "vscode";
import type { Walkthrough } from "../ports.ts";
import { ACCEPTED_COMMAND, type Achievement, contextKey, WALKTHROUGH_ID } from "../walkthrough.ts";

/** The walkthrough, and what was achieved since the start of the editor. */
export interface WalkthroughProgress extends Walkthrough {
  has(what: Achievement): boolean;
}

/**
 * Ticks steps with context keys, which the steps in the manifest of the extension wait for (`onContext`). The editor itself
 * remembers which steps are ticked.
 */
export function createWalkthroughProgress(extension: string): WalkthroughProgress {
  const achieved = new Set<Achievement>();

  /**
   * The editor ticks a step when its key becomes true while it knows the walkthrough, which is from its first opening on. A key
   * that is already true by then never ticks anything. So each key is true for a moment, and once more when the walkthrough is
   * opened.
   */
  async function announce(what: Achievement): Promise<void> {
    await commands.executeCommand("setContext", contextKey(what), true);
    await commands.executeCommand("setContext", contextKey(what), false);
  }

  return {
    async open() {
      await commands.executeCommand("workbench.action.openWalkthrough", `${extension}#${WALKTHROUGH_ID}`);
      await Promise.all([...achieved].map(announce));
    },
    achieved(what) {
      achieved.add(what);
      void announce(what);
    },
    has: (what) => achieved.has(what),
  };
}

/** Registers the command that suggestions run. */
export function registerAccepted(progress: WalkthroughProgress): Disposable {
  return commands.registerCommand(ACCEPTED_COMMAND, async (next?: Command) => {
    progress.achieved("acceptedCompletion");
    if (next) await commands.executeCommand(next.command, ...(next.arguments ?? []));
  });
}
