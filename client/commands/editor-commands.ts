import type { Command } from "../operation/command.ts";
import {
  getStarted,
  newOperatorResource,
  newValuesFile,
  openDocumentation,
  restartServer,
  showOutput,
} from "./basic-commands.ts";
import { changeFileStatus, confirmValuesFile, disownFile } from "./change-file-status.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertSnippet } from "./insert-snippet.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { upgradeValues } from "./upgrade-values.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/**
 * The commands that only need the editor and the language server, in the order of the manifest, with those that run programs in their
 * place. `useChart` offers the charts that its host can get, `compareValues` the values that its host can read.
 */
export function editorCommands(
  programs: readonly Command[],
  useChart: Command,
  compareValues: Command,
): readonly Command[] {
  return [
    getStarted,
    openDocumentation,
    newValuesFile,
    newOperatorResource,
    insertSnippet,
    insertAllDefaults,
    showEffectiveValues,
    compareValues,
    ...programs,
    changeFileStatus,
    useChart,
    upgradeValues,
    confirmValuesFile,
    disownFile,
    writeProjectSettings,
    restartServer,
    showOutput,
  ];
}
