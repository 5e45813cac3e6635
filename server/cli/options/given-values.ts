import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { findOnDisk, onDisk } from "../../disk/undecoded-names.ts";
import { yamlText } from "../../workspace/files/yaml-text.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";
import { STANDARD_INPUT } from "./standard-input.ts";

/** Far more than a cluster keeps of a whole release, in bytes. */
const MOST_PIPE_BYTES = 64 * 1024 * 1024;

/** Values files as they are named on the command line. */
export interface GivenValues {
  /** Absolute paths, in order. A pipe has one in the folder of the command, as the standard input has. */
  readonly files: readonly string[];
  /** The texts that came through pipes, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Finds values files, and reads pipes, such as those of `<(command)`, to their end. Throws a sentence about a name that is neither or cannot be read.
 */
export function givenValues(names: readonly string[], cwd: string): GivenValues {
  const absolute = (name: string) => path.resolve(cwd, name);
  const missing = names.filter((name) => name !== STANDARD_INPUT && !findsFile(absolute(name)));
  if (missing.length > 0) throw wrongUse(missing.map((name) => `File not found: ${name}.`).join("\n"));
  const texts = new Map<string, string>();
  const files = names.map((name) => {
    if (name === STANDARD_INPUT || !isPipe(name, absolute(name))) return absolute(name);
    const instead = path.join(cwd, path.relative(path.parse(absolute(name)).root, absolute(name)));
    texts.set(instead, pipeText(name, absolute(name)));
    return instead;
  });
  return { files, texts };
}

/** True if anything is at a path. */
export function findsFile(file: string): boolean {
  return existsSync(findOnDisk(file));
}

/** True for the path of a pipe; throws a sentence if it has no values that could be read. */
function isPipe(name: string, file: string): boolean {
  const found = findOnDisk(file);
  const about = statSync(found);
  if (about.isDirectory()) throw wrongUse(`${name} is a folder. Name a values file.`);
  if (!about.isFile() && !about.isFIFO())
    throw wrongUse(`${name} is a device or a socket. Name a values file or a pipe.`);
  try {
    accessSync(found, constants.R_OK);
  } catch (error) {
    throw failed(`${name} cannot be read: ${String(error)}.`);
  }
  return about.isFIFO();
}

function pipeText(name: string, file: string): string {
  const opened = openSync(onDisk(file), "r");
  try {
    const parts: Buffer[] = [];
    let left = MOST_PIPE_BYTES;
    for (;;) {
      const part = Buffer.alloc(64 * 1024);
      const size = readSync(opened, part);
      if (size === 0) return yamlText(Buffer.concat(parts));
      left -= size;
      if (left < 0) throw failed(`${name} has more than ${MOST_PIPE_BYTES / 1024 / 1024} MB.`);
      parts.push(part.subarray(0, size));
    }
  } finally {
    closeSync(opened);
  }
}
