import { createHash } from "node:crypto";
import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { TextDecoder } from "node:util";
import { Draft } from "../workspace/draft.ts";
import { codeOf } from "../workspace/system-error.ts";
import { fileText, type KnownText } from "../workspace/values-files.ts";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";
import { quoted, Refused } from "./refused.ts";

/** A file as it was at one moment. */
export interface ReadFile extends KnownText {
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
  return { ...fileText(bytes), sha256: digestOf(bytes) };
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
  const prepared: Prepared[] = [];
  try {
    for (const one of replacements) prepared.push(prepare(one, folders));
    for (const { replacement } of prepared) asItWas(replacement, folders);
    for (const { draft } of prepared) draft.replace();
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(`The file cannot be written (${codeOf(error)}).`);
  } finally {
    for (const { draft } of prepared) draft.drop();
  }
  return prepared.map(({ sha256 }) => sha256);
}

interface Prepared {
  readonly replacement: Replacement;
  readonly draft: Draft;
  readonly sha256: string;
}

function prepare(replacement: Replacement, folders: Folders): Prepared {
  const { file, text } = replacement;
  const { bytes, mode } = asItWas(replacement, folders);
  const old = decoded(bytes, file);
  const fresh = Buffer.from(old.startsWith(MARK) ? MARK + text : text);
  const real = writable(file);
  try {
    const draft = Draft.write(real, fresh, mode & 0o777);
    return { replacement, draft, sha256: digestOf(fresh) };
  } catch (error) {
    throw new Refused(`${quoted(file)} cannot be written (${codeOf(error)}).`);
  }
}

/** The file itself, if the path is a link to it. What a person has made read-only stays as it is, although its folder can be written. */
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
    `${quoted(file)} has been changed: its SHA-256 is ${digestOf(content.bytes)}. Nothing was written. Read it again first.`,
  );
}

/** What cannot be read as UTF-8 would be lost. */
function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(`${quoted(file)} is not valid UTF-8, so it is not changed.`);
  }
}

interface Content {
  readonly bytes: Buffer;
  readonly mode: number;
}

function contentOf(file: string, folders: Folders): Content {
  if (!folders.holds(file)) {
    throw new Refused(`${quoted(file)} is not in the given folders, or is a link to outside of them.`);
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
    if (codeOf(error) === "ENOENT") throw new Refused(`File not found: ${quoted(file)}.`);
    throw new Refused(`${quoted(file)} cannot be read (${codeOf(error)}).`);
  }
}
