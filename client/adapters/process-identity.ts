import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** A process, to be recognised later, when its number may belong to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in the format of this system. Absent if that is unknown: then the number has to do. */
  readonly started?: string;
}

/** What a system says about a process number: when the process was started, that there is none, or nothing useful. */
export type Answer = { readonly started: string } | "gone" | "unknown";

/** Finds out which process has a number now. */
export type Look = (pid: number) => Promise<Answer>;

/** The process that has this number now. */
export async function identityOf(pid: number, look = lookHere): Promise<ProcessIdentity> {
  const answer = await look(pid);
  return typeof answer === "string" ? { pid } : { pid, started: answer.started };
}

/** Whether this very process is still running. */
export async function isRunning({ pid, started }: ProcessIdentity, look = lookHere): Promise<boolean> {
  if (!isTaken(pid)) return false;
  const answer = await look(pid);
  if (answer === "gone") return false;
  return answer === "unknown" || started === undefined || answer.started === started;
}

/** Whether a process of this user has the number. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const lookHere: Look = (pid) => LOOKS[process.platform]?.(pid) ?? lookWithPs(pid);

/** From `/proc/<pid>/stat` (proc(5)): clock ticks since the system was booted, together with the id of that boot. */
export const lookInProc: Look = async (pid) => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The second field is the name of the program, which may contain spaces and brackets; the third is the state of the process.
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A process that has ended keeps its number until its parent asks how it ended.
    if ("ZX".includes(state)) return "gone";
    const ticks = fields[STARTTIME - FIRST];
    return ticks === undefined ? "unknown" : { started: `${boot.trim()} ${ticks}` };
  } catch {
    return "unknown";
  }
};

/** The number of the field with the start time in `/proc/<pid>/stat`, and of the first field after the state. */
const STARTTIME = 22;
const FIRST = 4;

/** From `ps`, which POSIX systems have. */
export const lookWithPs: Look = (pid) => lookWith("/bin/ps", "-o", "lstart=", "-p", String(pid));

const lookWithPowerShell: Look = (pid) => {
  const system = path.join(process.env.SystemRoot ?? "C:\\Windows", "System32");
  return lookWith(
    path.join(system, "WindowsPowerShell", "v1.0", "powershell.exe"),
    ...["-NoProfile", "-NonInteractive", "-Command"],
    // Not translated: a command line
    `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
  );
};

const LOOKS: Partial<Record<NodeJS.Platform, Look>> = { linux: lookInProc, win32: lookWithPowerShell };

async function lookWith(file: string, ...args: readonly string[]): Promise<Answer> {
  try {
    // Otherwise the time depends on the language and the time zone, and changes with daylight saving time.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const { stdout } = await promisify(execFile)(file, [...args], { env, windowsHide: true });
    const started = stdout.trim();
    return started === "" ? "unknown" : { started };
  } catch {
    return "unknown";
  }
}
