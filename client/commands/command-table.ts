import { waysElsewhere } from "../charts/chart-elsewhere.ts";
import type { Command } from "../operation/command.ts";
import { operation } from "../operation/run-operation.ts";
import { applyOperatorResource } from "./apply-operator-resource.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { compareValuesOf } from "./compare-values.ts";
import { waysToCluster } from "./compare-with-cluster.ts";
import { editorCommands } from "./editor-commands.ts";
import { fillDomain } from "./fill-domain.ts";
import { install } from "./install.ts";
import { installWithManager } from "./install-with-manager.ts";
import { previewInstallation } from "./preview-installation.ts";
import { refreshView } from "./refresh-view.ts";
import { rollBack } from "./roll-back.ts";
import { showHistory } from "./show-history.ts";
import { showStatus } from "./show-status.ts";
import { uninstall } from "./uninstall.ts";
import { useChartOf } from "./use-chart.ts";

/** Ends a refresh of the view that takes the person too long. */
const cancelRefresh = operation({
  id: "capOperator.cancelRefresh",
  async run(context) {
    context.view.cancel();
  },
});

/** Every command in the manifest of the extension. */
export const COMMANDS: readonly Command[] = editorCommands(
  [
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
  ],
  useChartOf(waysElsewhere),
  compareValuesOf(waysToCluster),
);
