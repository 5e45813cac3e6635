import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { onDisk, realPathOf } from "../disk/undecoded-names.ts";
import { READ_WITHOUT_WAITING } from "../workspace/disk-tree.ts";
import type { FileAccess } from "../workspace/reach.ts";
import { codeOf } from "../workspace/system-error.ts";
import { CommandProblem, failed } from "./exit-codes.ts";
import { linePatch } from "./line-patch.ts";
import { joined, type Palette, plain, plainSource } from "./terminal-text.ts";

/** A file whose text is to be changed, as it was when it was read. */
export interface ExactFile {
  readonly file: string;
  /** Its path without links, and which file it is, whatever is renamed. */
  readonly at: string;
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
  if (!mayWrite(read.at))
    throw failed(`${shown} is a link to a place outside the workspace, so it is not changed.`);
  const whole = read.bytes.toString("utf8");
  if (!Buffer.from(whole).equals(read.bytes))
    throw failed(`${shown} is not valid UTF-8, so it is not changed.`);
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : "";
  return { file, ...read, text: whole.slice(mark.length), mark };
}

/**
 * Replaces the text of a file, or leaves it as it was: the new text is written beside it, and takes its place when all of it is there.
 * Permissions stay, but not the bits with which a program runs as its owner; a link stays a link. Throws if it is not the file that was
 * read, or has changed since.
 */
export function replaceText(exact: ExactFile, text: string, shown: string): void {
  const { at, mark } = exact;
  requireUnchanged(exact, shown);
  const name = `.${path.basename(at)}.${randomBytes(6).toString("hex")}.tmp`;
  const beside = onDisk(path.join(path.dirname(at), name));
  try {
    // Nothing that is there already is opened, wherever it leads.
    const opened = openSync(beside, "wx", 0o600);
    try {
      writeFileSync(opened, mark + text);
      // A loss of power leaves the old file or the new one.
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    chmodSync(beside, statSync(onDisk(at)).mode & 0o777);
    // A folder above may have become a link while the text was written.
    requireUnchanged(exact, shown);
    renameSync(beside, onDisk(at));
  } catch (error) {
    rmSync(beside, { force: true });
    if (error instanceof CommandProblem) throw error;
    throw failed(`${shown} could not be written: ${codeOf(error)}.`);
  }
}

/** Throws unless a path still leads to the same file with the same content. */
function requireUnchanged({ file, at, identity, bytes }: ExactFile, shown: string): void {
  const now = readReal(file, shown);
  if (now.at !== at || now.identity !== identity || !now.bytes.equals(bytes))
    throw failed(`${shown} has been changed in the meantime, so it is not overwritten.`);
}

/**
 * What would change in a file, as a patch that `git apply` and `patch` take. On a terminal it is made safe to look at; elsewhere it is
 * exact, so that it can be applied.
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

/** Where a patch is written. */
export interface PatchOutput {
  readonly isTerminal: boolean;
  readonly palette: Palette;
}

function readReal(file: string, shown: string): Pick<ExactFile, "at" | "identity" | "bytes"> {
  try {
    const at = realPathOf(file);
    const opened = openSync(onDisk(at), READ_WITHOUT_WAITING);
    try {
      const status = fstatSync(opened, { bigint: true });
      if (!status.isFile()) throw failed(`${shown} is not a regular file, so it is not changed.`);
      return { at, identity: `${status.dev}:${status.ino}`, bytes: readFileSync(opened) };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    throw failed(`${shown} cannot be read: ${codeOf(error)}.`);
  }
}
