import { Cancelled, messageOf, ReportedError } from "../error-message.ts";
import type { Command, Ports } from "../ports.ts";
import { applyOperatorResource } from "./apply-operator-resource.ts";
import { cancelRefresh } from "./cancel-refresh.ts";
import { changeFileStatus } from "./change-file-status.ts";
import { checkPrerequisites } from "./check-prerequisites.ts";
import { compareTwoReleases } from "./compare-two-releases.ts";
import { compareWithDefaults } from "./compare-with-defaults.ts";
import { fillDomain } from "./fill-domain.ts";
import { getStarted } from "./get-started.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertSnippet } from "./insert-snippet.ts";
import { install } from "./install.ts";
import { installWithManager } from "./install-with-manager.ts";
import { newOperatorResource } from "./new-operator-resource.ts";
import { newValuesFile } from "./new-values-file.ts";
import { previewInstallation } from "./preview-installation.ts";
import { refreshView } from "./refresh-view.ts";
import { restartServer } from "./restart-server.ts";
import { rollBack } from "./roll-back.ts";
import { showAllValues, showChangedValues } from "./show-changed-values.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { showHistory } from "./show-history.ts";
import { showOutput } from "./show-output.ts";
import { showStatus } from "./show-status.ts";
import { uninstall } from "./uninstall.ts";

/** Every command of the manifest. */
export const COMMANDS: readonly Command[] = [
  getStarted,
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
  restartServer,
  showOutput,
];

/** Runs a command; what goes wrong is shown once, with a way to the log, never thrown. */
export async function runCommand(command: Command, ports: Ports, target?: string): Promise<void> {
  try {
    await command.run(ports, target);
  } catch (error) {
    if (error instanceof Cancelled) {
      ports.output.info(error.message);
      return;
    }
    const showLog = "Show Output";
    const message = messageOf(error);
    ports.output.error(`${command.id}: ${message}`);
    if (error instanceof ReportedError) return;
    const pressed = await ports.prompts.error(message, showLog);
    if (pressed === showLog) ports.output.show();
  }
}
