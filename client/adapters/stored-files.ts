import { type Disposable, FileSystemError, FileType, Uri, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import {
  STORED_FILE_REQUEST,
  STORED_NAMES_REQUEST,
  STORED_STATUS_REQUEST,
  type StoredFile,
  type StoredFileParams,
  type StoredNames,
  type StoredParams,
  type StoredRefusal,
  type StoredStatus,
} from "../../server/lsp/protocol.ts";

/**
 * Reads files for the server through the editor: those of a workspace that is not on the disk, or in a browser, where nothing is.
 * Only what is in one of the open folders is read.
 */
export function answerStoredFiles(client: BaseLanguageClient): Disposable[] {
  const { uriConverters } = client.clientOptions;
  const addressOf = (uri: string) => uriConverters?.protocol2Code(uri) ?? Uri.parse(uri);
  return [
    client.onRequest<StoredFile, void>(STORED_FILE_REQUEST, ({ uri, most }: StoredFileParams) =>
      answer(addressOf(uri), (at) => contentOf(at, most)),
    ),
    client.onRequest<StoredStatus, void>(STORED_STATUS_REQUEST, ({ uri }: StoredParams) =>
      answer(addressOf(uri), statusOf),
    ),
    client.onRequest<StoredNames, void>(STORED_NAMES_REQUEST, ({ uri }: StoredParams) =>
      answer(addressOf(uri), namesIn),
    ),
  ];
}

async function answer<T>(uri: Uri, read: (uri: Uri) => Promise<T>): Promise<T | StoredRefusal> {
  if (workspace.getWorkspaceFolder(uri) === undefined) return { code: "ENOENT" };
  try {
    return await read(uri);
  } catch (error) {
    return { code: codeOf(error) };
  }
}

async function contentOf(uri: Uri, most: number): Promise<StoredFile> {
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & FileType.File) === 0) return { base64: "" };
  if (size > most) return {};
  const bytes = await workspace.fs.readFile(uri);
  return bytes.length > most ? {} : { base64: base64Of(bytes) };
}

async function statusOf(uri: Uri): Promise<StoredStatus> {
  const { type, size } = await workspace.fs.stat(uri);
  const isFolder = (type & FileType.Directory) !== 0;
  // A link to a folder may lead in circles, and nothing else tells one folder from another here.
  if (isFolder && (type & FileType.SymbolicLink) !== 0) return { type: "other", size };
  return { type: isFolder ? "folder" : (type & FileType.File) !== 0 ? "file" : "other", size };
}

async function namesIn(uri: Uri): Promise<StoredNames> {
  return { names: (await workspace.fs.readDirectory(uri)).map(([name]) => name) };
}

/** The codes of the editor, in the words of Node where they mean the same. */
function codeOf(error: unknown): string {
  if (!(error instanceof FileSystemError)) return "EIO";
  if (error.code === "FileNotFound") return "ENOENT";
  if (error.code === "FileNotADirectory") return "ENOTDIR";
  if (error.code === "FileIsADirectory") return "EISDIR";
  return error.code === "NoPermissions" ? "EACCES" : "EIO";
}

/** In parts, because a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  const part = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += part) {
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  }
  return btoa(text);
}
