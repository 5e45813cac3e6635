import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { type TextDocument, Uri, workspace } from "vscode";
import type { Files } from "../installation-ports.ts";

/** The files of this machine and the documents that are open. */
export const localFiles: Files = {
  read: (file) => readFile(file, "utf8").catch(() => undefined),
  async kind(file) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return "file";
    return found?.isDirectory() ? "folder" : undefined;
  },
  pathOf(uri) {
    const parsed = Uri.parse(uri);
    return parsed.scheme === "file" || parsed.scheme === "vscode-remote" ? parsed.fsPath : undefined;
  },
  resolve(file) {
    const folder = workspace.workspaceFolders?.find(({ uri }) => this.pathOf(uri.toString()) !== undefined);
    return path.resolve(folder?.uri.fsPath ?? homedir(), file);
  },
  async withTemporary(name, text, use) {
    const folder = await mkdtemp(path.join(tmpdir(), "cap-operator-"));
    try {
      const file = path.join(folder, name);
      await writeFile(file, text, { mode: 0o600 });
      return await use(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  async save(uri) {
    const document = open(uri);
    return document === undefined || !document.isDirty || (await document.save());
  },
  unsaved: (uris) => uris.filter((uri) => open(uri)?.isDirty),
  kubeconfigPaths() {
    const setting = workspace.getConfiguration("capOperator").get("kubeconfig", "");
    if (setting !== "") return [setting];
    const listed = (process.env.KUBECONFIG ?? "").split(path.delimiter).filter((file) => file !== "");
    return listed.length > 0 ? listed : [path.join(homedir(), ".kube", "config")];
  },
};

function open(uri: string): TextDocument | undefined {
  const wanted = Uri.parse(uri).toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}
