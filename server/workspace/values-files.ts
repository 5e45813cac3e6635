import { promises, readFileSync, statSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { anything, type MayRead } from "./may-read.ts";

/** The result of reading a file: its text, or the end of a sentence that begins with its name. */
export type FileText =
  | { readonly text: string }
  | {
      readonly missing: boolean;
      readonly problem: string;
      /** Whether it is only too large for us; Helm has no limit. */
      readonly tooLarge?: boolean;
    };

/** Reads values files that no editor has open. */
export interface ValuesFiles {
  /** The text of a file, if it is not larger than `most` bytes. */
  read(uri: string, most: number): Promise<FileText>;
}

interface Known {
  readonly stamp: string;
  readonly read: Promise<FileText>;
}

/** Reads from disk; a file that has not changed is read only once. */
export class DiskValuesFiles implements ValuesFiles {
  readonly #known = new Map<string, Known>();
  readonly #mayRead: MayRead;

  constructor(mayRead: MayRead = anything) {
    this.#mayRead = mayRead;
  }

  async read(uri: string, most: number): Promise<FileText> {
    const path = URI.parse(uri).fsPath;
    if (!this.#mayRead(path))
      return { missing: false, problem: l10n.t("is outside the folders that may be read") };
    try {
      const about = await promises.stat(path, { bigint: true });
      const obstacle = obstacleOf(about, Number(about.size), most);
      if (obstacle) {
        this.#known.delete(uri);
        return obstacle;
      }
      const stamp = `${about.ino}.${about.size}.${about.mtimeNs}.${about.ctimeNs}`;
      const known = this.#known.get(uri);
      if (known?.stamp === stamp) return known.read;
      const read = promises.readFile(path, "utf8").then(withoutMark, notRead);
      this.#known.set(uri, { stamp, read });
      return read;
    } catch (error) {
      this.#known.delete(uri);
      return notRead(error);
    }
  }
}

/** Editors do not count a byte order mark as a character, so positions are counted without it. */
function withoutMark(text: string): { readonly text: string } {
  return { text: text.replace(/^\uFEFF/, "") };
}

/**
 * Reads a file at once and keeps nothing of it: for a host that reads thousands of files, each of them once. A file is not opened
 * before it is known to be a regular one, so that nobody waits for a pipe.
 */
export function readFileText(path: string, most: number): FileText {
  try {
    const about = statSync(path);
    const problem = obstacleOf(about, about.size, most);
    return problem ?? withoutMark(readFileSync(path, "utf8"));
  } catch (error) {
    return notRead(error);
  }
}

function obstacleOf(
  about: { isDirectory(): boolean; isFile(): boolean },
  size: number,
  most: number,
): Exclude<FileText, { readonly text: string }> | undefined {
  if (about.isDirectory()) return { missing: false, problem: l10n.t("is a folder, not a file") };
  if (!about.isFile()) return { missing: false, problem: l10n.t("is not a regular file") };
  if (size <= most) return undefined;
  return { missing: false, tooLarge: true, problem: l10n.t("is too large: {0} MB", megabytes(size)) };
}

function notRead(error: unknown): Exclude<FileText, { readonly text: string }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : l10n.t("unknown reason");
  if (code === "ENOENT" || code === "ENOTDIR") return { missing: true, problem: l10n.t("does not exist") };
  return { missing: false, problem: l10n.t("cannot be read ({0})", code) };
}

function megabytes(size: number): string {
  return (size / 1024 / 1024).toFixed(1);
}
