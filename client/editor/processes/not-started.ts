import { statSync } from "node:fs";
import path from "node:path";
import { searchedFolders } from "../../../server/programs/program-file.ts";
import type { Lookup, NotStarted, Program } from "../../ports/programs.ts";

/** The facts about a machine that explain why a program did not start. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The variable PATH. */
  readonly searched: string | undefined;
  kindOf(file: string): "file" | "folder" | undefined;
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  get searched() {
    return process.env.PATH;
  },
  kindOf(file) {
    try {
      return statSync(file).isDirectory() ? "folder" : "file";
    } catch {
      return undefined;
    }
  },
};

/** Endings of scripts that Node does not start without a shell (nodejs/node#52681, CVE-2024-27980). */
const SHELL_SCRIPT = /\.(cmd|bat|ps1)$/i;

/** Explains from Node's error code why `file` did not start. Its working folder must exist. */
export function lookupOf(program: Program, file: string, code: string, machine = THIS_MACHINE): Lookup {
  const isConfigured = file !== program;
  const found = isConfigured ? there(file, machine) : onPath(program, machine);
  const reason = startFailure(code, found, machine);
  return {
    reason,
    ...(isConfigured && { configured: file }),
    ...(reason === "shell-script" && found !== undefined && { found }),
    ...(reason === "other" && { code }),
  };
}

function startFailure(code: string, found: string | undefined, machine: Machine): NotStarted {
  const isWindows = machine.platform === "win32";
  if (code in ABOUT_THE_CALL) return ABOUT_THE_CALL[code] ?? "other";
  // On Windows, a command line that is too long gives the error for a path that is (libuv, ERROR_FILENAME_EXCED_RANGE).
  if (isWindows && code === "ENAMETOOLONG") return "too-long";
  if (found === undefined) return NOWHERE.has(code) ? "not-found" : "other";
  if (machine.kindOf(found) === "folder") return "folder";
  if (isWindows && SHELL_SCRIPT.test(found)) return "shell-script";
  // The file exists, but its interpreter is missing, or the loader of the system that it was built for.
  if (NOWHERE.has(code) || MADE_FOR_ANOTHER.has(code)) return "other-system";
  return code === "EACCES" || code === "EPERM" ? "not-runnable" : "other";
}

/** Errors that have nothing to do with the file. */
const ABOUT_THE_CALL: Readonly<Record<string, NotStarted>> = {
  E2BIG: "too-long",
  EAGAIN: "busy",
  EMFILE: "busy",
  ENFILE: "busy",
  ENOMEM: "busy",
};

const NOWHERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"]);

/** EFTYPE and -86 (EBADARCH) are from macOS, UNKNOWN is from Windows (ERROR_BAD_EXE_FORMAT). */
const MADE_FOR_ANOTHER: ReadonlySet<string> = new Set([
  "ENOEXEC",
  "EFTYPE",
  // Not translated: a code of Node
  "Unknown system error -86",
  "UNKNOWN",
]);

function onPath(program: Program, machine: Machine): string | undefined {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  for (const folder of searchedFolders(machine)) {
    const found = there(join(folder, program), machine);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The file at a path. On Windows, Node finds `helm.exe` for `helm`, but not the scripts that a shell would find. */
function there(file: string, { platform, kindOf }: Machine): string | undefined {
  const endings = platform === "win32" ? [".cmd", ".bat", ".ps1", ""] : [""];
  return endings.map((ending) => file + ending).find((candidate) => kindOf(candidate) !== undefined);
}
