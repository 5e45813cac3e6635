import { commands, Disposable, type Tab, window } from "vscode";
import type { NextStep } from "../installation-ports.ts";

/** The context key that tells menus how a person can continue from the active editor. */
const NEXT_CONTEXT = "capOperator.next";

/** What the titles of comparisons offer. */
export interface NextSteps extends Disposable {
  /** Closes what is shown under this title, to be replaced by what `step` continues from. */
  replace(title: string, step: NextStep | undefined): Promise<void>;
  /** How a person can continue from the active editor. */
  active(): NextStep | undefined;
}

/**
 * Keeps what each comparison offers, by its title: of an editor that shows several files, its label is all that the API
 * tells. No two tabs have one title, as `replace` closes the older one.
 */
export function createNextSteps(): NextSteps {
  const steps = new Map<string, NextStep | undefined>();
  const active = () => {
    const { activeTab } = window.tabGroups.activeTabGroup;
    return activeTab && [...steps].find(([title]) => isCalled(activeTab, title))?.[1];
  };
  const tell = () => commands.executeCommand("setContext", NEXT_CONTEXT, active()?.way);
  const registered = Disposable.from(
    window.tabGroups.onDidChangeTabs(tell),
    window.tabGroups.onDidChangeTabGroups(tell),
  );
  return {
    active,
    async replace(title, step) {
      const older = window.tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => isCalled(tab, title)));
      if (older.length > 0) await window.tabGroups.close(older);
      steps.set(title, step);
    },
    dispose: () => registered.dispose(),
  };
}

/** An editor that shows several files adds how many they are. */
function isCalled({ label }: Tab, title: string): boolean {
  return label === title || label.startsWith(`${title} (`);
}
