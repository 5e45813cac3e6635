import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** The home folder; the root if the system knows none, as for a user of a container who has no name. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return ROOT;
  }
}

/**
 * The folder that programs run in: home, or the root if there is no such folder, since Node would then claim that the program
 * does not exist. Windows also looks for a bare name in the working folder, and a workspace must not bring its own helm.
 */
export function workingFolder(): string {
  const home = homeFolder();
  try {
    accessSync(home, constants.X_OK);
    return statSync(home).isDirectory() ? home : ROOT;
  } catch {
    return ROOT;
  }
}

const ROOT = path.parse(process.execPath).root;

/** A path with a leading `~` replaced by the home folder, as a shell does; `~name` is left unchanged. */
export function expandHome(file: string): string {
  return /^~(?=$|[\\/])/.test(file) ? path.join(homeFolder(), file.slice(1)) : file;
}

/** A path from the machine's settings, which belong to no workspace: a relative one is resolved from the home folder. */
export function fromHome(file: string): string {
  return path.resolve(homeFolder(), expandHome(file));
}

/**
 * The files that the variable KUBECONFIG lists, as absolute paths: programs run in the home folder, and must find the files that
 * were read and shown. A relative path is relative to where the editor was started.
 */
export function kubeconfigList(variable: string | undefined): readonly string[] {
  const listed = (variable ?? "").split(path.delimiter).filter((file) => file !== "");
  return listed.map((file) => path.resolve(file));
}
