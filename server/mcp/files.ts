import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { READ_WITHOUT_WAITING } from "../workspace/disk-tree.ts";
import { codeOf } from "../workspace/system-error.ts";
import { fileText, type KnownText } from "../workspace/values-files.ts";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";
import { quoted, ToolError } from "./tool-error.ts";

/** Reads a file. Throws a sentence if that cannot be done. */
export function readText(file: string, folders: Folders): KnownText {
  if (!folders.holds(file)) {
    throw new ToolError(`${quoted(file)} is not in the given folders, or is a link to outside of them.`);
  }
  try {
    const opened = openSync(file, READ_WITHOUT_WAITING);
    try {
      const about = fstatSync(opened);
      if (!about.isFile()) throw new ToolError(`${quoted(file)} is not a file.`);
      if (about.size > LIMITS.text) {
        throw new ToolError(`${quoted(file)} has ${about.size} bytes; at most ${LIMITS.text} are read here.`);
      }
      return fileText(readFileSync(opened));
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (codeOf(error) === "ENOENT") throw new ToolError(`File not found: ${quoted(file)}.`);
    throw new ToolError(`${quoted(file)} cannot be read (${codeOf(error)}).`);
  }
}
