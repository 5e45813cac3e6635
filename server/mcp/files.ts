import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { TextDecoder } from "node:util";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";
import { quoted, Refused } from "./refused.ts";

/** A file as it was at one moment. */
export interface ReadFile {
  /** Without a byte order mark, as editors count. */
  readonly text: string;
  /** The SHA-256 of its bytes. */
  readonly sha256: string;
}

/** What is written, and what it replaces. */
export interface Replacement {
  readonly file: string;
  readonly text: string;
  /** The SHA-256 of the bytes that are replaced. */
  readonly sha256: string;
}

const MARK = "\uFEFF";
/** A pipe that somebody puts in the place of a file must not keep anybody waiting. Windows has neither. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file. Throws a sentence if that cannot be done. */
export function readText(file: string, folders: Folders): ReadFile {
  const { bytes } = contentOf(file, folders);
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, ""), sha256: digestOf(bytes) };
}

/** The SHA-256 of a text as it would be in a file. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Writes files, each as a whole or not at all, with its mode and byte order mark. Everything is looked at before the first is written. Returns their
 * new SHA-256. Throws a sentence, and has written nothing, if one of them is not what it was, or may not be written.
 */
export function replaceFiles(replacements: readonly Replacement[], folders: Folders): string[] {
  const prepared = replacements.map((one) => prepare(one, folders));
  try {
    for (const { replacement } of prepared) asItWas(replacement, folders);
    for (const { temporary, real } of prepared) renameSync(temporary, real);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(`The file cannot be written (${codeOf(error)}).`);
  } finally {
    for (const { temporary } of prepared) rmSync(temporary, { force: true });
  }
  return prepared.map(({ sha256 }) => sha256);
}

interface Prepared {
  readonly replacement: Replacement;
  readonly temporary: string;
  /** The file itself, if the path is a link to it. */
  readonly real: string;
  readonly sha256: string;
}

function prepare(replacement: Replacement, folders: Folders): Prepared {
  const { file, text } = replacement;
  const { bytes, mode } = asItWas(replacement, folders);
  const old = decoded(bytes, file);
  const fresh = Buffer.from(old.startsWith(MARK) ? MARK + text : text);
  const real = writable(file);
  const temporary = path.join(
    path.dirname(real),
    `.${path.basename(real)}.${randomBytes(6).toString("hex")}`,
  );
  try {
    // Nothing that is there already is opened, wherever it leads.
    const opened = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeFileSync(opened, fresh);
      toDisk(opened);
    } finally {
      closeSync(opened);
    }
    chmodSync(temporary, mode & 0o777);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Refused(`${quoted(file)} cannot be written (${codeOf(error)}).`);
  }
  return { replacement, temporary, real, sha256: digestOf(fresh) };
}

/** Waits for the disk, so that a loss of power leaves the old file or the new one. Node's permission model does not let anybody wait. */
function toDisk(opened: number): void {
  try {
    fsyncSync(opened);
  } catch (error) {
    if (codeOf(error) !== "ERR_ACCESS_DENIED") throw error;
  }
}

/** The file itself. What a person has made read-only stays as it is, although its folder can be written. */
function writable(file: string): string {
  try {
    const real = realpathSync.native(file);
    accessSync(real, constants.W_OK);
    return real;
  } catch (error) {
    throw new Refused(`${quoted(file)} cannot be written (${codeOf(error)}).`);
  }
}

function asItWas({ file, sha256 }: Replacement, folders: Folders): Content {
  const content = contentOf(file, folders);
  if (digestOf(content.bytes) === sha256.toLowerCase()) return content;
  throw new Refused(
    `${quoted(file)} is not what it was: its SHA-256 is ${digestOf(content.bytes)}. Nothing was written. Read it again first.`,
  );
}

/** What cannot be read as UTF-8 would be lost. */
function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(`${quoted(file)} is not a text in UTF-8, so it is not changed.`);
  }
}

interface Content {
  readonly bytes: Buffer;
  readonly mode: number;
}

function contentOf(file: string, folders: Folders): Content {
  if (!folders.holds(file)) {
    throw new Refused(`${quoted(file)} is not in the folders that were given, or a link leads out of them.`);
  }
  try {
    const opened = openSync(file, READ);
    try {
      const about = fstatSync(opened);
      if (!about.isFile()) throw new Refused(`${quoted(file)} is not a file.`);
      if (about.size > LIMITS.text) {
        throw new Refused(`${quoted(file)} has ${about.size} bytes; at most ${LIMITS.text} are read here.`);
      }
      return { bytes: readFileSync(opened), mode: about.mode };
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (codeOf(error) === "ENOENT") throw new Refused(`There is no file ${quoted(file)}.`);
    throw new Refused(`${quoted(file)} cannot be read (${codeOf(error)}).`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
