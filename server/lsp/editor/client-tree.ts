import type { Connection } from "vscode-languageserver";
import { URI, Utils } from "vscode-uri";
import type { FileTree } from "../../workspace/files/file-tree.ts";
import { STORED_REQUEST, type Stored, type StoredParams } from "../protocol.ts";

/** The files that the client reads for the server; places are addresses. The client is asked for nothing where `isHere` is false. */
export function clientTree(connection: Connection, isHere: (address: string) => boolean): FileTree {
  const ask = async (uri: string, most = 0): Promise<Exclude<Stored, { readonly code: string }>> => {
    if (!isHere(uri)) throw failure("ENOENT");
    const params: StoredParams = { uri, most };
    const answer = await connection.sendRequest<Stored>(STORED_REQUEST, params);
    if ("code" in answer) throw failure(answer.code);
    return answer;
  };
  return {
    placeOf: (address) => (isHere(address) ? URI.parse(address).toString() : undefined),
    addressOf: (place) => place,
    below: (folder, path) => Utils.joinPath(URI.parse(folder), path).toString(),
    above: (place) => Utils.dirname(URI.parse(place)).toString(),
    mayBeThere: () => true,
    mayRead: () => true,
    async status(uri) {
      const found = await ask(uri);
      const isFolder = "names" in found;
      return { isFolder, isFile: !isFolder, size: isFolder ? 0 : found.size, identity: uri };
    },
    async *names(uri) {
      const found = await ask(uri);
      if (!("names" in found)) throw failure("ENOTDIR");
      yield* found.names;
    },
    async read(uri, most) {
      const found = await ask(uri, most);
      if ("names" in found) return new Uint8Array();
      return found.base64 === undefined ? undefined : bytesOf(found.base64);
    },
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
