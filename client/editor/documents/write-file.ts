import * as l10n from "@vscode/l10n";
import { FileType, Position, Range, type Uri, WorkspaceEdit, workspace } from "vscode";
import { fileName } from "../../texts/file-name.ts";

/** True if there is a file or an open document with this path. */
export async function isTaken(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((open) => open.uri.path === uri.path)) return true;
  return (await fileTypeOf(uri)) !== undefined;
}

/**
 * Writes a file; one that is there already only if `mayReplace`. Returns whether it did. Throws a sentence if the text has changed while
 * that was asked, or if it is a link: whoever proposes a change to a repository can add one whose target is outside of it.
 */
export async function writeFile(
  uri: Uri,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<boolean> {
  const requireNoLink = async () => {
    if (((await fileTypeOf(uri)) ?? 0) & FileType.SymbolicLink)
      throw new Error(
        l10n.t("{0} is a link, so it is not written. Remove the link first.", fileName(uri.toString())),
      );
  };
  await requireNoLink();
  if (!(await isTaken(uri))) {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return true;
  }
  const document = await workspace.openTextDocument(uri);
  const { version } = document;
  if (!(await mayReplace())) return false;
  if (document.version !== version)
    throw new Error(l10n.t("{0} changed in the meantime, so it was not replaced.", fileName(uri.toString())));
  // As an edit, so that it can be undone. An edit on the disk that is not in the document yet is noticed by the editor when it saves.
  const change = new WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  change.replace(uri, new Range(new Position(0, 0), end), text);
  await requireNoLink();
  return (await workspace.applyEdit(change)) && document.save();
}

/** The editor's type of a file, with a flag for links; undefined if there is nothing at the address. */
async function fileTypeOf(uri: Uri): Promise<FileType | undefined> {
  return workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => undefined,
  );
}
