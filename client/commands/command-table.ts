import { waysElsewhere } from "../charts/chart-elsewhere.ts";
import { operation } from "../operation/run-operation.ts";
import type { Command } from "../ports.ts";
import { applyOperatorResource } from "./apply-operator-resource.ts";
import {
  getStarted,
  newOperatorResource,
  newValuesFile,
  openDocumentation,
  restartServer,
  showOutput,
} from "./basic-commands.ts";
import { changeFileStatus, confirmValuesFile, disownFile } from "./change-file-status.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { compareTwoReleases } from "./compare-two-releases.ts";
import { compareWithDefaults } from "./compare-with-defaults.ts";
import { fillDomain } from "./fill-domain.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertSnippet } from "./insert-snippet.ts";
import { install } from "./install.ts";
import { installWithManager } from "./install-with-manager.ts";
import { previewInstallation } from "./preview-installation.ts";
import { refreshView } from "./refresh-view.ts";
import { rollBack } from "./roll-back.ts";
import { showAllValues, showChangedValues } from "./show-changed-values.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { showHistory } from "./show-history.ts";
import { showStatus } from "./show-status.ts";
import { uninstall } from "./uninstall.ts";
import { upgradeValues } from "./upgrade-values.ts";
import { useChartOf } from "./use-chart.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/** Ends a refresh of the view that takes the person too long. */
const cancelRefresh = operation({
  id: "capOperator.cancelRefresh",
  async run(around) {
    around.view.cancel();
  },
});

/** Every command in the manifest of the extension. */
export const COMMANDS: readonly Command[] = [
  getStarted,
  openDocumentation,
  newValuesFile,
  newOperatorResource,
  insertSnippet,
  insertAllDefaults,
  showEffectiveValues,
  showChangedValues,
  showAllValues,
  compareWithDefaults,
  compareTwoReleases,
  checkPrerequisites,
  fillDomain,
  install,
  previewInstallation,
  showStatus,
  showHistory,
  rollBack,
  uninstall,
  installWithManager,
  applyOperatorResource,
  refreshView,
  cancelRefresh,
  changeFileStatus,
  useChartOf(waysElsewhere),
  upgradeValues,
  confirmValuesFile,
  disownFile,
  writeProjectSettings,
  restartServer,
  showOutput,
];
