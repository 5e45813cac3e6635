import { closeSync, fstatSync, openSync, promises, readFileSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { READ_WITHOUT_WAITING } from "./disk-tree.ts";
import { anything, type MayRead } from "./reach.ts";
import { type FileText, fileText, notRead, obstacleOf, type ValuesFiles } from "./values-files.ts";

/** Reads values files from the disk. */
export class DiskValuesFiles implements ValuesFiles {
  readonly #mayRead: MayRead;

  constructor(mayRead: MayRead = anything) {
    this.#mayRead = mayRead;
  }

  reads(uri: string): boolean {
    return URI.parse(uri).scheme === "file";
  }

  async read(uri: string, most: number): Promise<FileText> {
    const path = URI.parse(uri).fsPath;
    if (!this.#mayRead(path))
      return { missing: false, problem: l10n.t("is outside the folders that may be read") };
    try {
      const about = await promises.stat(path);
      return obstacleOf(about, about.size, most) ?? fileText(await promises.readFile(path));
    } catch (error) {
      return notRead(error);
    }
  }
}

/** Reads a file at once and keeps nothing of it: for a host that reads thousands of files, each of them once. */
export function readFileText(path: string, most: number): FileText {
  const read = readRegularFile(path, most);
  return "bytes" in read ? fileText(read.bytes) : read;
}

/** The bytes of a regular file of at most so many, or why it is not read. A pipe or a device in its place neither blocks nor goes on for ever. */
export function readRegularFile(
  path: string,
  most: number,
): { readonly bytes: Buffer } | Exclude<FileText, { readonly text: string }> {
  try {
    const opened = openSync(path, READ_WITHOUT_WAITING);
    try {
      const about = fstatSync(opened);
      return obstacleOf(about, about.size, most) ?? { bytes: readFileSync(opened) };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    return notRead(error);
  }
}
