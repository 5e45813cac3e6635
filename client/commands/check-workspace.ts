import * as l10n from "@vscode/l10n";
import { operation } from "../operation/run-operation.ts";
import { type CommandOffers, NAMED_VALUES } from "./offer.ts";

/** The server reads the files itself, on the machine that they are on. */
const HAS_FOLDER = "!virtualWorkspace && (!isWeb || remoteName) && workspaceFolderCount > 0";

export const offers: CommandOffers = {
  checkWorkspace: {
    title: "Check Workspace",
    does: "Shows the problems of all files of the workspace, also of those that are not open, in the Problems view. They are updated when files change.",
    section: "Files and values",
    order: 234,
    palette: HAS_FOLDER,
    menus: [["explorer/context", "3_capOperator@2", NAMED_VALUES, HAS_FOLDER]],
  },
  clearWorkspaceCheck: {
    title: "Clear Workspace Check",
    does: "Removes the problems of files that are not open from the Problems view.",
    section: "Files and values",
    order: 235,
    palette: `${HAS_FOLDER} && capOperator.workspaceChecked`,
  },
};

/** Has all files of the workspace checked, as the command line does, and shows how much was found. */
export const checkWorkspace = operation({
  id: "capOperator.checkWorkspace",
  async run({ needTrust, read, server, editor }) {
    await needTrust();
    const { files, problems, withProblems } = await read(
      l10n.t("Checking the workspace"),
      ({ report, signal }) => server.checkWorkspace(report, signal),
    );
    if (files === 0) return { message: l10n.t("No files of the CAP Operator found in this workspace.") };
    if (problems === 0) return { message: l10n.t("No problems found. Files checked: {0}.", files) };
    const message = l10n.t("Problems found: {0}, in {1} of {2} files.", problems, withProblems, files);
    return {
      message,
      actions: [{ button: l10n.t("Show Problems"), go: () => editor.showProblems() }],
      isWarning: true,
    };
  },
});

/** Removes the problems that the check shows. */
export const clearWorkspaceCheck = operation({
  id: "capOperator.clearWorkspaceCheck",
  run: ({ server }) => server.clearWorkspaceCheck(),
});
