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

/**
 * The files that the variable KUBECONFIG lists, as absolute paths: programs run in the home folder, and must find the files
 * that were read and shown. A relative one counts from where the editor was started, as it would there.
 */
export function kubeconfigList(variable: string | undefined): readonly string[] {
  const listed = (variable ?? "").split(path.delimiter).filter((file) => file !== "");
  return listed.map((file) => path.resolve(file));
}
