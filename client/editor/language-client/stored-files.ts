import { type Disposable, FileSystemError, FileType, Uri, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { STORED_REQUEST, type Stored, type StoredParams } from "../../../server/lsp/protocol.ts";

/** Reads files for the server through the editor: those in the open folders of a workspace that is not on the disk. */
export function answerStoredFiles(client: BaseLanguageClient): Disposable {
  const { uriConverters } = client.clientOptions;
  return client.onRequest<Stored, void>(STORED_REQUEST, async ({ uri, most }: StoredParams) => {
    const address = uriConverters?.protocol2Code(uri) ?? Uri.parse(uri);
    if (workspace.getWorkspaceFolder(address) === undefined) return { code: "ENOENT" };
    try {
      return await storedAt(address, most);
    } catch (error) {
      return { code: codeOf(error) };
    }
  });
}

async function storedAt(uri: Uri, most: number): Promise<Stored> {
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & FileType.Directory) !== 0) {
    // Links to folders may form a cycle, and nothing else tells one folder from another here.
    const isLink = (type & FileType.SymbolicLink) !== 0;
    return { names: isLink ? [] : (await workspace.fs.readDirectory(uri)).map(([name]) => name) };
  }
  if ((type & FileType.File) === 0) return { size: 0, base64: "" };
  if (size > most) return { size };
  const bytes = await workspace.fs.readFile(uri);
  return { size: bytes.length, ...(bytes.length <= most && { base64: base64Of(bytes) }) };
}

/** The codes of the editor, in the words of Node where they mean the same. */
function codeOf(error: unknown): string {
  if (!(error instanceof FileSystemError)) return "EIO";
  if (error.code === "FileNotFound") return "ENOENT";
  return error.code === "NoPermissions" ? "EACCES" : "EIO";
}

/** In parts, because a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const part = 0x8000;
  let text = "";
  for (let start = 0; start < bytes.length; start += part) {
    text += String.fromCharCode(...bytes.subarray(start, start + part));
  }
  return btoa(text);
}
