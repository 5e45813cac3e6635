import { newOperatorDocument, newValuesDocument } from "../files/new-document.ts";
import { operation } from "../operation/run-operation.ts";
import type { Command } from "../ports.ts";
import { applyOperatorResource } from "./apply-operator-resource.ts";
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
import { useChart } from "./use-chart.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/** Opens the walkthrough. */
const getStarted = operation({
  id: "capOperator.getStarted",
  run: (around) => around.walkthrough.open(),
});

/** Opens the table of contents of the documentation. */
const openDocumentation = operation({
  id: "capOperator.openDocumentation",
  run: (around) => around.editor.openDocumentation(),
});

/** Opens a new values file with the two values that every installation needs. */
const newValuesFile = operation({
  id: "capOperator.newValuesFile",
  async run(around) {
    await newValuesDocument(around);
  },
});

/** Opens a new operator resource with the labels of the default ingress gateway. */
const newOperatorResource = operation({
  id: "capOperator.newOperatorResource",
  async run(around) {
    await newOperatorDocument(around);
  },
});

/** Ends a refresh of the view that takes the person too long. */
const cancelRefresh = operation({
  id: "capOperator.cancelRefresh",
  async run(around) {
    around.view.cancel();
  },
});

/** Restarts the language server, even one that has been given up. */
const restartServer = operation({
  id: "capOperator.restartServer",
  async run(around) {
    around.output.info("The language server is restarted on request.");
    await around.server.restart();
  },
});

/** Shows the log. */
const showOutput = operation({
  id: "capOperator.showOutput",
  async run(around) {
    around.output.show();
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
  useChart,
  upgradeValues,
  confirmValuesFile,
  disownFile,
  writeProjectSettings,
  restartServer,
  showOutput,
];
