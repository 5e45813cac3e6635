import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { codeOf } from "./system-error.ts";

/** What a file shall be, written down beside it, until it takes the place of the file in one step. */
export class Draft {
  readonly #file: string;
  readonly #beside: string;

  private constructor(file: string, beside: string) {
    this.#file = file;
    this.#beside = beside;
  }

  /** Writes a draft of a file, which must not be a link. Throws what the system says, and has left nothing behind then. */
  static write(file: string, content: Uint8Array, mode: number): Draft {
    const name = `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`;
    const beside = path.join(path.dirname(file), name);
    try {
      // Nothing that is there already is opened, wherever it leads.
      const opened = openSync(beside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        writeFileSync(opened, content);
        toDisk(opened);
      } finally {
        closeSync(opened);
      }
      chmodSync(beside, mode);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    return new Draft(file, beside);
  }

  /** Puts the draft into the place of the file. Throws what the system says, and has changed nothing then. */
  replace(): void {
    renameSync(this.#beside, this.#file);
  }

  /** Takes the draft away, if it did not become the file. */
  drop(): void {
    rmSync(this.#beside, { force: true });
  }
}

/** Waits for the disk, so that a loss of power leaves the old file or the new one. Node's permission model does not let anybody wait. */
function toDisk(opened: number): void {
  try {
    fsyncSync(opened);
  } catch (error) {
    if (codeOf(error) !== "ERR_ACCESS_DENIED") throw error;
  }
}
