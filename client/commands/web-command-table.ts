import * as l10n from "@vscode/l10n";
import type { Command } from "../operation/command.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { compareValuesOf } from "./compare-values.ts";
import { editorCommands } from "./editor-commands.ts";
import { useChartOf } from "./use-chart.ts";

/** Why a command that runs Helm or kubectl does not run in a browser. */
const REASONS: Readonly<Record<Command["id"], () => string>> = {
  "capOperator.checkPrerequisites": () =>
    l10n.t("Checking the prerequisites needs kubectl, which does not run in the browser."),
  "capOperator.fillDomain": () =>
    l10n.t("Reading the domain of a cluster needs kubectl, which does not run in the browser."),
  "capOperator.install": () => l10n.t("Installing needs Helm, which does not run in the browser."),
  "capOperator.previewInstallation": () => l10n.t("A preview needs Helm, which does not run in the browser."),
  "capOperator.showStatus": () => l10n.t("Reading the status needs Helm, which does not run in the browser."),
  "capOperator.showHistory": () =>
    l10n.t("Reading the history needs Helm, which does not run in the browser."),
  "capOperator.rollBack": () => l10n.t("Rolling back needs Helm, which does not run in the browser."),
  "capOperator.uninstall": () => l10n.t("Uninstalling needs Helm, which does not run in the browser."),
  "capOperator.installWithManager": () =>
    l10n.t("Installing with the manager needs kubectl, which does not run in the browser."),
  "capOperator.applyOperatorResource": () =>
    l10n.t("Applying needs kubectl, which does not run in the browser."),
  "capOperator.refreshView": () =>
    l10n.t("Reading a cluster needs kubectl, which does not run in the browser."),
  "capOperator.cancelRefresh": () =>
    l10n.t("Reading a cluster needs kubectl, which does not run in the browser."),
};

const useChart = useChartOf(() => []);
const compareValues = compareValuesOf(() => []);

/** The commands that only need the editor and the language server. */
export const EDITOR_COMMANDS: readonly Command[] = editorCommands([], useChart, compareValues);

/** Every command in the manifest, in a browser: those that run programs answer why they cannot. */
export const WEB_COMMANDS: readonly Command[] = editorCommands(
  Object.entries(REASONS).map(([id, reason]) =>
    operation({
      id: id as Command["id"],
      run: async () =>
        refuse(reason(), l10n.t("Open this folder in VS Code on your computer."), { tone: "info" }),
    }),
  ),
  useChart,
  compareValues,
);
