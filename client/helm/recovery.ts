import * as l10n from "@vscode/l10n";
import { type ClusterTarget, clusterFlags } from "../kubectl/target.ts";
import type { Program } from "../ports/programs.ts";
import { commandLine } from "../texts/redact.ts";

/** The commands of this extension that help after a failure, with the labels of their buttons. */
export const RECOVERY_COMMANDS = {
  "capOperator.checkPrerequisites": () => l10n.t("Check Prerequisites"),
  "capOperator.showStatus": () => l10n.t("Show Status"),
  "capOperator.showHistory": () => l10n.t("Show History"),
  "capOperator.rollBack": () => l10n.t("Roll Back..."),
  "capOperator.uninstall": () => l10n.t("Uninstall..."),
  "capOperator.installWithManager": () => l10n.t("Install with Manager..."),
} as const;

type RecoveryCommand = keyof typeof RECOVERY_COMMANDS;

/** A recovery action: the effect of a button that helps after a failure. */
export type RecoveryAction =
  | { readonly do: "run"; readonly command: RecoveryCommand }
  | { readonly do: "set"; readonly setting: `capOperator.${string}` }
  /** Types a line into a terminal, for the person to read and run. */
  | { readonly do: "type"; readonly line: string }
  | { readonly do: "edit-values" }
  /** Lets the person choose another context, and starts again. */
  | { readonly do: "change-context" }
  | { readonly do: "retry" };

export const CHECK_PREREQUISITES: RecoveryAction = { do: "run", command: "capOperator.checkPrerequisites" };
export const SHOW_STATUS: RecoveryAction = { do: "run", command: "capOperator.showStatus" };
export const SHOW_HISTORY: RecoveryAction = { do: "run", command: "capOperator.showHistory" };
export const ROLL_BACK: RecoveryAction = { do: "run", command: "capOperator.rollBack" };
export const UNINSTALL: RecoveryAction = { do: "run", command: "capOperator.uninstall" };
export const INSTALL_WITH_MANAGER: RecoveryAction = { do: "run", command: "capOperator.installWithManager" };
export const EDIT_VALUES: RecoveryAction = { do: "edit-values" };
export const CHANGE_CONTEXT: RecoveryAction = { do: "change-context" };
export const RETRY: RecoveryAction = { do: "retry" };

/** Opens a setting of this extension, named without its prefix. */
export function setting(name: string): RecoveryAction {
  return { do: "set", setting: `capOperator.${name}` };
}

/**
 * A line for a terminal. Names in it come from charts and clusters: a line break in one would run the line before the person has
 * read it.
 */
export function terminal(program: Program, ...args: readonly string[]): RecoveryAction {
  const line = commandLine({ program, args }).replace(/\p{Cc}+/gu, " ");
  return { do: "type", line };
}

/** The flags with which `kubectl` in a terminal reaches the same cluster. */
export function inCluster(target: ClusterTarget): readonly string[] {
  return clusterFlags(target, "--context");
}
