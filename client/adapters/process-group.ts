import { spawn } from "node:child_process";
import path from "node:path";

/** Windows has no process groups that could be interrupted (Node: `subprocess.kill`). */
export const HAS_GROUPS = process.platform !== "win32";

/** Interrupts a program that leads a group, and what it has started, as Ctrl+C in a terminal does. Windows ends them. */
export function interruptGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGINT");
  else endTree(leader);
}

/** Ends a program that leads a group, and what it has started, by force. */
export function endGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGKILL");
  else endTree(leader);
}

/** Whether anything of a group still runs; its number belongs to no other group as long as it does. */
export function hasMembers(leader: number): boolean {
  return HAS_GROUPS && signalGroup(leader, 0);
}

/** Whether there was anybody to get the signal. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process of Windows and all that it has started. By its full path: a PATH may lead to another program of this name. */
function endTree(pid: number): void {
  const taskkill = path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", "taskkill.exe");
  const options = { stdio: "ignore", windowsHide: true } as const;
  // Where nothing of it runs any more, there is nothing to tell.
  spawn(taskkill, ["/PID", String(pid), "/T", "/F"], options).on("error", () => undefined);
}
