import path from "node:path";
import { type TextDocument, Uri, workspace } from "vscode";
import { homeFolder } from "../../server/programs/surroundings.ts";
import type { Files } from "../ports/installation.ts";
import { expandHome, kubeconfigPaths, machineFiles } from "./processes/machine.ts";
import { settingOf } from "./settings/setting-types.ts";

export const localFiles: Files = {
  ...machineFiles,
  pathOf(uri) {
    const parsed = Uri.parse(uri);
    // If the extension runs on the machine of the files, their addresses have the scheme "file"; any other file is elsewhere.
    return parsed.scheme === "file" ? parsed.fsPath : undefined;
  },
  addressOf: (file) => Uri.file(file).toString(),
  resolve(file, beside) {
    const nearest = beside === undefined ? undefined : workspace.getWorkspaceFolder(Uri.parse(beside));
    const folders = [...(nearest ? [nearest] : []), ...(workspace.workspaceFolders ?? [])];
    const [first] = folders.flatMap(({ uri }) => this.pathOf(uri.toString()) ?? []);
    return path.resolve(first ?? homeFolder(), expandHome(file));
  },
  // The editor adds the name of the folder if there are several, and leaves paths outside all of them unchanged.
  shown: (file) => workspace.asRelativePath(file),
  async save(uri) {
    const document = open(uri);
    if (document?.isUntitled) return savedAs(document);
    const isSaved = document === undefined || !document.isDirty || (await document.save());
    return isSaved ? uri : undefined;
  },
  unsaved: (uris) => uris.filter((uri) => open(uri)?.isDirty),
  kubeconfigPaths: () => kubeconfigPaths(settingOf(workspace.getConfiguration("capOperator"), "kubeconfig")),
};

/** A new document becomes a different one when it is saved, which must be open before a command goes on with it. */
async function savedAs(document: TextDocument): Promise<string | undefined> {
  const uri = await workspace.save(document.uri);
  return uri && (await workspace.openTextDocument(uri)).uri.toString();
}

function open(uri: string): TextDocument | undefined {
  const wanted = Uri.parse(uri).toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}
