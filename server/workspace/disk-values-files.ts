import { promises, readFileSync, statSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
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

/**
 * Reads a file at once and keeps nothing of it: for a host that reads thousands of files, each of them once. A file is not opened
 * before it is known to be a regular one, so that a pipe does not block the read.
 */
export function readFileText(path: string, most: number): FileText {
  try {
    const about = statSync(path);
    const problem = obstacleOf(about, about.size, most);
    return problem ?? fileText(readFileSync(path));
  } catch (error) {
    return notRead(error);
  }
}
