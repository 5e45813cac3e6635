import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from "node:fs";
import { onDisk, realPathOf } from "../../disk/undecoded-names.ts";
import { READ_WITHOUT_WAITING } from "../../workspace/files/disk-tree.ts";
import type { FileAccess } from "../../workspace/files/reach.ts";
import { codeOf } from "../../workspace/files/system-error.ts";
import { CommandProblem, failed } from "../output/exit-codes.ts";
import { joined, type Palette, plain, plainSource } from "../output/terminal-text.ts";
import { linePatch } from "./line-patch.ts";
import { OwnerLost, quietly, temporaryBeside, writeWhole } from "./whole-file.ts";

/** A file whose text is to be changed, as it was when it was read. */
export interface ExactFile {
  readonly file: string;
  /** Its path without links, and its device and inode, which stay if it is renamed. */
  readonly realPath: string;
  readonly identity: string;
  readonly bytes: Buffer;
  /** Without the mark with which some editors begin a file. */
  readonly text: string;
  readonly mark: string;
}

/**
 * Reads a file so that it can be changed without a change to any other byte. Throws if its real path may not be written, or if it is not
 * UTF-8, which could not be written back.
 */
export function readExactly(file: string, shown: string, { mayWrite }: FileAccess): ExactFile {
  const read = readReal(file, shown);
  if (!mayWrite(read.realPath))
    throw failed(`${shown} is a link to a place outside the workspace, so it is not changed.`);
  const whole = read.bytes.toString("utf8");
  if (!Buffer.from(whole).equals(read.bytes))
    throw failed(`${shown} is not valid UTF-8, so it is not changed.`);
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : "";
  return { file, ...read, text: whole.slice(mark.length), mark };
}

/**
 * Replaces the text of a file, and nothing else, or leaves it as it was: owner, group and permissions stay, but not the bits with which a
 * program runs as its owner, and a link stays a link. Throws if it is not the file that was read, has changed since, may not be written,
 * or has other names, which would keep the old text.
 */
export function replaceText(exact: ExactFile, text: string, shown: string): void {
  const { file, realPath, mark } = exact;
  const { status: like } = readReal(file, shown);
  requireWritable(realPath, like, shown);
  try {
    writeWhole({ file: realPath, like }, mark + text, (rename) => {
      // A folder above may have become a link while the text was written.
      const isReplaced = unlessEdited(exact, rename, () => requireUnchanged(exact, shown));
      if (!isReplaced) throw changedMeanwhile(shown);
    });
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    if (error instanceof OwnerLost)
      throw failed(
        `${shown} belongs to another user or group, so it is not changed. Run the command as its owner.`,
      );
    throw failed(`${shown} could not be written: ${codeOf(error)}.`);
  }
}

/** Throws unless a path is still that of the same file with the same content. */
function requireUnchanged({ file, realPath, identity, bytes }: ExactFile, shown: string): void {
  const now = readReal(file, shown);
  if (now.realPath !== realPath || now.identity !== identity || !now.bytes.equals(bytes))
    throw changedMeanwhile(shown);
}

/** The problem of a file that somebody else has changed between reading and writing. */
export function changedMeanwhile(shown: string): CommandProblem {
  return failed(`${shown} has been changed in the meantime, so it is not overwritten.`);
}

/** Throws if people have protected a file from being written, which a new file in its place would not respect, or if it has other names. */
function requireWritable(path: string, { mode, nlink }: Stats, shown: string): void {
  if ((mode & 0o222) === 0 || !isAllowed(path))
    throw failed(`${shown} is read-only, so it is not changed. Make it writable first.`);
  if (nlink > 1)
    throw failed(
      `${shown} has other names (hard links), so it is not changed. Replace it with a copy first.`,
    );
}

function isAllowed(path: string): boolean {
  try {
    accessSync(onDisk(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces a file after a last look. If somebody has written into it between that look and the replacement, the file comes back, and the
 * result is false; so it has another name until then, on file systems that can do that.
 */
function unlessEdited({ realPath, bytes }: ExactFile, replace: () => void, look: () => void): boolean {
  const kept = temporaryBeside(realPath);
  quietly(() => linkSync(onDisk(realPath), kept));
  try {
    look();
    replace();
    if (!existsSync(kept) || readFileSync(kept).equals(bytes)) return true;
    renameSync(kept, onDisk(realPath));
    return false;
  } finally {
    quietly(() => rmSync(kept));
  }
}

/**
 * The changes of a file as a patch that `git apply` and `patch` take. On a terminal it is made safe to look at; elsewhere it is exact, so that it can
 * be applied.
 */
export function patchOf(
  { mark, text }: Pick<ExactFile, "mark" | "text">,
  after: string,
  shown: string,
  output: PatchOutput,
): string {
  const name = plain(shown);
  const patch = linePatch(name, mark + text, mark + after);
  const lines = patch.split("\n").slice(1, -1);
  if (!output.isTerminal)
    return `${lines.map((line) => line.replace(/^((?:---|\+\+\+) .*)\t$/, "$1")).join("\n")}\n`;
  const { red, green, blue, bold } = output.palette;
  const painted = lines.map((line, index) => {
    if (index < 2) return bold(plain(line.trimEnd()));
    const content = plainSource(line.replace(/\r$/, ""));
    if (line.startsWith("@@")) return blue(content);
    if (line.startsWith("+")) return green(content);
    return line.startsWith("-") ? red(content) : content;
  });
  return `${joined(painted, "\n")}\n`;
}

/** The output to which a patch is written. */
export interface PatchOutput {
  readonly isTerminal: boolean;
  readonly palette: Palette;
}

function readReal(
  file: string,
  shown: string,
): Pick<ExactFile, "realPath" | "identity" | "bytes"> & { readonly status: Stats } {
  try {
    const realPath = realPathOf(file);
    const opened = openSync(onDisk(realPath), READ_WITHOUT_WAITING);
    try {
      const { dev, ino } = fstatSync(opened, { bigint: true });
      const status = fstatSync(opened);
      if (!status.isFile()) throw failed(`${shown} is not a regular file, so it is not changed.`);
      return { realPath, identity: `${dev}:${ino}`, bytes: readFileSync(opened), status };
    } finally {
      quietly(() => closeSync(opened));
    }
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    throw failed(`${shown} cannot be read: ${codeOf(error)}.`);
  }
}
