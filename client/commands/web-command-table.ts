// Generated from the files of this folder by build/manifest.ts.
import type { Command } from "../operation/command.ts";
import { changeFileStatus, confirmValuesFile, disownFile } from "./change-file-status.ts";
import { checkWorkspace, clearWorkspaceCheck } from "./check-workspace.ts";
import { compareValuesOf } from "./compare-values.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertCertificate, insertSnippet } from "./insert-snippet.ts";
import { restartServer, showOutput } from "./language-server.ts";
import { moveKeyDown, moveKeyUp } from "./move-key.ts";
import { extractValues, inlineValues } from "./move-values.ts";
import { newOperatorResource, newValuesFile } from "./new-document.ts";
import { getStarted, openDocumentation } from "./open-help.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { upgradeValues } from "./upgrade-values.ts";
import { useChartOf } from "./use-chart.ts";
import { withoutPrograms } from "./without-programs.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/** The commands that only need the editor and the language server. */
export const EDITOR_COMMANDS: readonly Command[] = [
  getStarted,
  openDocumentation,
  newValuesFile,
  newOperatorResource,
  insertSnippet,
  insertCertificate,
  insertAllDefaults,
  moveKeyUp,
  moveKeyDown,
  extractValues,
  inlineValues,
  showEffectiveValues,
  compareValuesOf(() => []),
  changeFileStatus,
  useChartOf(() => []),
  upgradeValues,
  checkWorkspace,
  clearWorkspaceCheck,
  confirmValuesFile,
  disownFile,
  writeProjectSettings,
  restartServer,
  showOutput,
];

/** Every command in the manifest: those that run programs answer why they cannot. */
export const WEB_COMMANDS: readonly Command[] = [
  ...EDITOR_COMMANDS,
  withoutPrograms("capOperator.valuesFromRelease", "Helm"),
  withoutPrograms("capOperator.showRenderedObjects", "Helm"),
  withoutPrograms("capOperator.fetchChart", "Helm"),
  withoutPrograms("capOperator.compareWithCluster", "Helm"),
  withoutPrograms("capOperator.checkPrerequisites", "kubectl"),
  withoutPrograms("capOperator.fillDomain", "kubectl"),
  withoutPrograms("capOperator.install", "Helm"),
  withoutPrograms("capOperator.upgrade", "Helm"),
  withoutPrograms("capOperator.previewInstallation", "Helm"),
  withoutPrograms("capOperator.showStatus", "Helm"),
  withoutPrograms("capOperator.showHistory", "Helm"),
  withoutPrograms("capOperator.rollBack", "Helm"),
  withoutPrograms("capOperator.uninstall", "Helm"),
  withoutPrograms("capOperator.installWithManager", "kubectl"),
  withoutPrograms("capOperator.applyOperatorResource", "kubectl"),
  withoutPrograms("capOperator.changeContext", "kubectl"),
  withoutPrograms("capOperator.refreshView", "kubectl"),
  withoutPrograms("capOperator.cancelRefresh", "kubectl"),
];
