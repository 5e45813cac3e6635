import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { onDisk } from "../../disk/undecoded-names.ts";

/** The file that gets a new content. */
export interface Replaced {
  /** Its path without links. */
  readonly file: string;
  /** Owner and permissions of the file that is there; a new file has those of all new files. */
  readonly like?: Pick<Stats, "uid" | "gid" | "mode">;
}

/**
 * Gives a file a new content, or leaves the file as it was: the content is written into a file in the same folder, which takes the place
 * of the other when all of it is there. Owner, group and permissions stay, but not the bits with which a program runs as its owner.
 * `replace` renames the one file to the other, and may throw instead. Throws the error of the system.
 */
export function writeWhole(
  { file, like }: Replaced,
  content: string,
  replace: (rename: () => void) => void = (rename) => rename(),
): void {
  const beside = temporaryBeside(file);
  // Nothing that is there already is opened, whatever its target is.
  const opened = openSync(beside, "wx", like ? 0o600 : 0o666);
  try {
    try {
      writeFileSync(opened, content);
      if (like) makeLike(opened, like);
      // A loss of power leaves the old file or the new one.
      fsyncSync(opened);
    } finally {
      quietly(() => closeSync(opened));
    }
    replace(() => renameSync(beside, onDisk(file)));
  } catch (error) {
    quietly(() => rmSync(beside));
    throw error;
  }
}

/**
 * Creates a file, with the permissions `mode` as the system limits them for new files. If the content cannot be written, the file is removed.
 * Throws the error of the system, also if the file exists.
 */
export function writeNew(file: string, content: string, mode = 0o666): void {
  const opened = openSync(file, "wx", mode);
  try {
    writeFileSync(opened, content);
  } catch (error) {
    quietly(() => rmSync(file));
    throw error;
  } finally {
    quietly(() => closeSync(opened));
  }
}

/** A new name in the folder of a file: a short one, because that of the file may be as long as the system allows. */
export function temporaryBeside(file: string): string | Buffer {
  return onDisk(path.join(path.dirname(file), `.cap-operator.${randomBytes(6).toString("hex")}.tmp`));
}

/** The owner or the group of a file cannot be given to another file. */
export class OwnerLost extends Error {}

function makeLike(opened: number, { uid, gid, mode }: Pick<Stats, "uid" | "gid" | "mode">): void {
  const isOwned = () => {
    const made = fstatSync(opened);
    return made.uid === uid && made.gid === gid;
  };
  if (!isOwned()) quietly(() => fchownSync(opened, uid, gid));
  if (!isOwned()) throw new OwnerLost("The owner of the file cannot be kept.");
  fchmodSync(opened, mode & 0o777);
}

/** Cleans up after an error, which is the one that people must see: an error of the clean-up is dropped. */
export function quietly(cleanUp: () => void): void {
  try {
    cleanUp();
  } catch {
    // The first error is thrown.
  }
}
