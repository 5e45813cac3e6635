import { ConfigurationTarget, commands, env, Range, Uri, window, workspace } from "vscode";
import type { ConfigurationMiddleware } from "vscode-languageclient";
import { SETTINGS } from "../../../server/core/settings-table.ts";
import type { FileListSetting, SettingsStore } from "../../ports/editor.ts";
import { MACHINE_SETTINGS, settingsOfWorkspace, settingsThatAreSet } from "./settings-that-are-set.ts";

const PROJECT_FILE = ".cap-operator.yaml";
const SECTION = "capOperator";
const NAMES = SETTINGS.map(({ name }) => name);

/** The settings under `capOperator`, of the workspace and of the user. */
export const settingsStore: SettingsStore = {
  async addGlob(list, glob, uri) {
    const globs = configuration(uri).get<string[]>(list, []);
    if (globs.includes(glob)) return;
    const [ofFolder] = placesOf(list, uri);
    const ofAll = workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
    await configuration(uri).update(list, [...globs, glob], ofFolder.globs ? ofFolder.target : ofAll);
  },
  async removeGlob(list, glob, uri) {
    let removed = false;
    for (const { target, globs } of placesOf(list, uri)) {
      if (!globs?.includes(glob)) continue;
      await configuration(uri).update(
        list,
        globs.filter((other) => other !== glob),
        target,
      );
      removed = true;
    }
    return removed;
  },
  ofWorkspace: () => settingsOfWorkspace(NAMES, configuration()),
  async show(query) {
    // If the extension is on another machine, its settings have a tab of their own, and the other tabs find nothing.
    if (env.remoteName !== undefined && MACHINE_SETTINGS.includes(query)) {
      await commands.executeCommand("workbench.action.openRemoteSettings", { query });
    } else {
      await commands.executeCommand("workbench.action.openSettings", query);
    }
  },
  async showEntry(name, entry) {
    const text = JSON.stringify(entry);
    const inProject = await projectWith(entry);
    if (inProject !== undefined) {
      await window.showTextDocument(inProject.document, { selection: inProject.range, preview: false });
      return;
    }
    const isOfWorkspace = configuration().inspect(name)?.workspaceValue !== undefined;
    const file = isOfWorkspace ? "openWorkspaceSettingsFile" : "openSettingsJson";
    const revealSetting = { key: `capOperator.${name}` };
    await commands.executeCommand(`workbench.action.${file}`, { revealSetting });
    const editor = window.activeTextEditor;
    const offset = editor?.document.getText().indexOf(text) ?? -1;
    if (editor === undefined || offset < 0) return;
    const { document } = editor;
    const range = new Range(document.positionAt(offset), document.positionAt(offset + text.length));
    await window.showTextDocument(document, { selection: range, preview: false });
  },
};

/** The settings for a file or folder; without one, those of the workspace. */
function configuration(uri?: string) {
  return workspace.getConfiguration("capOperator", uri === undefined ? null : Uri.parse(uri));
}

/**
 * The project file with an entry as it is set, and its range there; undefined if the settings themselves have the entry, or no
 * file has it.
 */
async function projectWith(entry: string) {
  const releases = JSON.stringify(configuration().get("releases", []));
  if (releases.includes(JSON.stringify(entry))) return undefined;
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const file = Uri.joinPath(uri, PROJECT_FILE);
    const document = await workspace.openTextDocument(file).then(
      (opened) => opened,
      () => undefined,
    );
    const offset = document?.getText().indexOf(entry) ?? -1;
    if (document === undefined || offset < 0) continue;
    const range = new Range(document.positionAt(offset), document.positionAt(offset + entry.length));
    return { document, range };
  }
  return undefined;
}

function placesOf(list: FileListSetting, uri: string) {
  const found = configuration(uri).inspect<string[]>(list);
  return [
    { target: ConfigurationTarget.WorkspaceFolder, globs: found?.workspaceFolderValue },
    { target: ConfigurationTarget.Workspace, globs: found?.workspaceValue },
    { target: ConfigurationTarget.Global, globs: found?.globalValue },
  ] as const;
}

/** Answers the server's question for our settings with what is set: the file of a project decides the rest. */
export const ownSettingsMiddleware: ConfigurationMiddleware = {
  async configuration(params, token, next) {
    const answers = await next(params, token);
    if (!Array.isArray(answers)) return answers;
    return params.items.map(({ section, scopeUri }, index) =>
      section === SECTION ? settingsThatAreSet(NAMES, configuration(scopeUri)) : answers[index],
    );
  },
};
