import { commands, Disposable, type Tab, window } from "vscode";
import type { NextStep } from "../installation-ports.ts";

/** The context key that tells menus how a person can continue from the active editor. */
const NEXT_CONTEXT = "capOperator.next";

/** The next steps that the titles of comparisons offer. */
export interface NextSteps extends Disposable {
  /** Closes what is shown under this title, so that a new editor from which `step` continues can replace it. */
  replace(title: string, step: NextStep | undefined): Promise<void>;
  /** How a person can continue from the active editor. */
  active(): NextStep | undefined;
}

/**
 * Keeps what each comparison offers, by its title: the label is all that the API tells about an editor that shows several files.
 * No two tabs have the same title, because `replace` closes the older one.
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

/** An editor that shows several files appends their number to its title. */
function isCalled({ label }: Tab, title: string): boolean {
  return label === title || label.startsWith(`${title} (`);
}
