import * as l10n from "@vscode/l10n";
import type { YamlFile } from "../../core/yaml/tree.ts";
import { helm4Reads, yamlText } from "./yaml-text.ts";

/** A text, and what is known of its bytes. */
export type KnownText = { readonly text: string } & Pick<YamlFile, "helm4Reads">;

/** The result of reading a file: its text, or the end of a sentence that begins with its name. */
export type FileText =
  | KnownText
  | {
      readonly missing: boolean;
      readonly problem: string;
      /** True if it is only too large here; Helm has no limit. */
      readonly tooLarge?: boolean;
    };

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Reads values files that no editor has open. */
export interface ValuesFiles {
  /** Tells if files with addresses like this one can be read at all. */
  reads(uri: string): boolean;
  /** The text of a file, if it is not larger than `most` bytes. */
  read(uri: string, most: number): Promise<FileText>;
  /** The entries of a folder, as far as it is known to be one; none if it cannot be read. */
  entries(folder: string): Promise<readonly FolderEntry[]>;
}

/** Of a folder with more, the rest is left out. */
export const MOST_NAMES = 5000;

/** Editors do not count a byte order mark as a character, so positions are counted without it. */
export function fileText(bytes: Uint8Array): KnownText {
  const text = yamlText(bytes);
  const reads = helm4Reads(bytes, text);
  return { text, helm4Reads: reads };
}

/** The reason why a file is not read, whatever its content; `undefined` if it is. */
export function obstacleOf(
  about: { isDirectory(): boolean; isFile(): boolean },
  size: number,
  most: number,
): Exclude<FileText, { readonly text: string }> | undefined {
  if (about.isDirectory()) return { missing: false, problem: l10n.t("is a folder, not a file") };
  if (!about.isFile()) return { missing: false, problem: l10n.t("is not a regular file") };
  if (size <= most) return undefined;
  return { missing: false, tooLarge: true, problem: l10n.t("is too large: {0} MB", megabytes(size)) };
}

/** The reason why reading a file failed. */
export function notRead(error: unknown): Exclude<FileText, { readonly text: string }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : l10n.t("unknown reason");
  if (code === "ENOENT" || code === "ENOTDIR") return { missing: true, problem: l10n.t("does not exist") };
  return { missing: false, problem: l10n.t("cannot be read ({0})", code) };
}

function megabytes(size: number): string {
  return (size / 1024 / 1024).toFixed(1);
}
