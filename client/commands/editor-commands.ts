import type { Command } from "../ports.ts";
import {
  getStarted,
  newOperatorResource,
  newValuesFile,
  openDocumentation,
  restartServer,
  showOutput,
} from "./basic-commands.ts";
import { changeFileStatus, confirmValuesFile, disownFile } from "./change-file-status.ts";
import { compareTwoReleases } from "./compare-two-releases.ts";
import { compareWithDefaults } from "./compare-with-defaults.ts";
import { insertAllDefaults } from "./insert-all-defaults.ts";
import { insertSnippet } from "./insert-snippet.ts";
import { showAllValues, showChangedValues } from "./show-changed-values.ts";
import { showEffectiveValues } from "./show-effective-values.ts";
import { upgradeValues } from "./upgrade-values.ts";
import { writeProjectSettings } from "./write-project-settings.ts";

/**
 * The commands that only need the editor and the language server, in the order of the manifest, with those that run programs in their
 * place. `useChart` offers the charts that its host can get.
 */
export function editorCommands(programs: readonly Command[], useChart: Command): readonly Command[] {
  return [
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
