import path from "node:path";
import { yamlText } from "../../workspace/files/yaml-text.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";

/** The name of the standard input among files, as for Helm. */
export const STANDARD_INPUT = "-";

/** The standard input in the place of a file. */
export interface InputFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The help for the paths of a command that reads it, and the option that names the file in whose place it is. */
export const PATHS = "files, folders and globs, or - for the standard input; the current folder by default";
export const STDIN_FILE_PATH = "--stdin-file-path <path>";

/** Reads the standard input if `-` or the option names it. Throws if it is named twice, or with other paths. */
export async function inputAmong(
  paths: readonly string[],
  instead: string | undefined,
  io: Io,
): Promise<InputFile | undefined> {
  if (instead === undefined && !paths.includes(STANDARD_INPUT)) return undefined;
  if (paths.length > 1 || (paths.length === 1 && paths[0] !== STANDARD_INPUT))
    throw wrongUse("The standard input can be named once only, and not together with other paths.");
  return { file: path.resolve(io.cwd, instead ?? STANDARD_INPUT), bytes: await io.input() };
}

/** The standard input as the text of its file, for a workspace. */
export function textsOf({ file, bytes }: InputFile): ReadonlyMap<string, string> {
  return new Map([[file, yamlText(bytes)]]);
}

/** The standard input so that it can be printed without a change to any other byte. Throws if it is not UTF-8. */
export function exactInput({ bytes }: InputFile): { readonly text: string; readonly mark: string } {
  const whole = Buffer.from(bytes).toString("utf8");
  if (!Buffer.from(whole).equals(bytes))
    throw failed("The standard input is not valid UTF-8, so it is not changed.");
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : "";
  return { text: whole.slice(mark.length), mark };
}
