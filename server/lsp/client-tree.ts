import type { Connection } from "vscode-languageserver";
import { URI, Utils } from "vscode-uri";
import type { FileStatus, FileTree } from "../workspace/file-tree.ts";
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
} from "./protocol.ts";

/** The files that the client reads for the server; places are addresses. The client is asked for nothing where `isHere` says no. */
export function clientTree(connection: Connection, isHere: (address: string) => boolean): FileTree {
  const ask = async <Answer>(method: string, params: StoredParams): Promise<Answer> => {
    if (!isHere(params.uri)) throw failure("ENOENT");
    const answer = await connection.sendRequest<Answer | StoredRefusal>(method, params);
    if (isRefusal(answer)) throw failure(answer.code);
    return answer;
  };
  return {
    placeOf: (address) => (isHere(address) ? URI.parse(address).toString() : undefined),
    addressOf: (place) => place,
    below: (folder, path) => Utils.joinPath(URI.parse(folder), path).toString(),
    above: (place) => Utils.dirname(URI.parse(place)).toString(),
    mayBeThere: () => true,
    mayRead: () => true,
    async status(uri): Promise<FileStatus> {
      const { type, size } = await ask<Exclude<StoredStatus, StoredRefusal>>(STORED_STATUS_REQUEST, { uri });
      return { isFolder: type === "folder", isFile: type === "file", size, identity: uri };
    },
    async *names(uri) {
      const { names } = await ask<Exclude<StoredNames, StoredRefusal>>(STORED_NAMES_REQUEST, { uri });
      yield* names;
    },
    async read(uri, most) {
      const params: StoredFileParams = { uri, most };
      const { base64 } = await ask<Exclude<StoredFile, StoredRefusal>>(STORED_FILE_REQUEST, params);
      return base64 === undefined ? undefined : bytesOf(base64);
    },
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function isRefusal(answer: unknown): answer is StoredRefusal {
  return typeof answer === "object" && answer !== null && "code" in answer;
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
