// Generated from the files of this folder by build/manifest.ts.
import type { Command } from "../operation/command.ts";
import { applyOperatorResource } from "./apply-operator-resource.ts";
import { changeContext } from "./change-context.ts";
import { changeFileStatus, confirmValuesFile, disownFile } from "./change-file-status.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { checkWorkspace, clearWorkspaceCheck } from "./check-workspace.ts";
import { compareValuesOf } from "./compare-values.ts";
import { compareWithCluster } from "./compare-with-cluster.ts";
import { fetchChart } from "./fetch-chart.ts";
import { fillDomain } from "./fill-domain.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertCertificate, insertSnippet } from "./insert-snippet.ts";
import { install, upgrade } from "./install.ts";
import { installWithManager } from "./install-with-manager.ts";
import { restartServer, showOutput } from "./language-server.ts";
import { MACHINE_CHOICES } from "./machine-choices.ts";
import { moveKeyDown, moveKeyUp } from "./move-key.ts";
import { extractValues, inlineValues } from "./move-values.ts";
import { newOperatorResource, newValuesFile } from "./new-document.ts";
import { getStarted, openDocumentation } from "./open-help.ts";
import { previewInstallation } from "./preview-installation.ts";
import { cancelRefresh, refreshView } from "./refresh-view.ts";
import { rollBack } from "./roll-back.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { showHistory } from "./show-history.ts";
import { showRenderedObjects } from "./show-rendered-objects.ts";
import { showStatus } from "./show-status.ts";
import { uninstall } from "./uninstall.ts";
import { upgradeValues } from "./upgrade-values.ts";
import { useChartOf } from "./use-chart.ts";
import { valuesFromRelease } from "./values-from-release.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/** Every command in the manifest of the extension. */
export const COMMANDS: readonly Command[] = [
  getStarted,
  openDocumentation,
  newValuesFile,
  newOperatorResource,
  valuesFromRelease,
  insertSnippet,
  insertCertificate,
  insertAllDefaults,
  moveKeyUp,
  moveKeyDown,
  extractValues,
  inlineValues,
  showEffectiveValues,
  showRenderedObjects,
  fetchChart,
  compareValuesOf(MACHINE_CHOICES.compareValues),
  compareWithCluster,
  checkPrerequisites,
  fillDomain,
  install,
  upgrade,
  previewInstallation,
  showStatus,
  showHistory,
  rollBack,
  uninstall,
  installWithManager,
  applyOperatorResource,
  changeContext,
  refreshView,
  cancelRefresh,
  changeFileStatus,
  useChartOf(MACHINE_CHOICES.useChart),
  upgradeValues,
  checkWorkspace,
  clearWorkspaceCheck,
  confirmValuesFile,
  disownFile,
  writeProjectSettings,
  restartServer,
  showOutput,
];
