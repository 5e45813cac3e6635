import { homedir } from "node:os";
import path from "node:path";

/** A path with the home folder in place of a `~` at its beginning, as a shell reads it; `~name` stays as it is. */
export function expandHome(file: string): string {
  return /^~(?=$|[\\/])/.test(file) ? path.join(homedir(), file.slice(1)) : file;
}

/** A path of the machine's settings, which belong to no workspace: a relative one counts from the home folder. */
export function fromHome(file: string): string {
  return path.resolve(homedir(), expandHome(file));
}
