import { readFileText } from "../workspace/files/disk-values-files.ts";
import type { KnownText } from "../workspace/files/values-files.ts";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";
import { quotedWord, ToolError } from "./tool-error.ts";

/** Reads a file. Throws a sentence if that cannot be done. */
export function readText(file: string, { mayRead, allowed }: Folders): KnownText {
  if (!mayRead(file)) {
    throw new ToolError(
      `${quotedWord(file)} is not in the given folders, or is a link to outside of them. ${allowed}`,
    );
  }
  const read = readFileText(file, LIMITS.text, mayRead);
  if ("text" in read) return read;
  if (read.missing) throw new ToolError(`File not found: ${quotedWord(file)}.`);
  const limit = read.tooLarge ? `; at most ${LIMITS.text} bytes are read here` : "";
  throw new ToolError(`${quotedWord(file)} ${read.problem}${limit}.`);
}
