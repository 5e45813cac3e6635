import { spawn } from "node:child_process";
import path from "node:path";

/** Windows has no process groups that could be interrupted (Node: `subprocess.kill`). */
export const HAS_GROUPS = process.platform !== "win32";

/** Interrupts a program that leads a group, and everything it has started, like Ctrl+C in a terminal. On Windows, ends them. */
export function interruptGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGINT");
  else endTree(leader);
}

/** Ends a program that leads a group, and everything it has started, by force. */
export function endGroup(leader: number): void {
  if (HAS_GROUPS) signalGroup(leader, "SIGKILL");
  else endTree(leader);
}

/** Whether any process of a group is still running. As long as one is, no other group gets the same number. */
export function hasMembers(leader: number): boolean {
  return HAS_GROUPS && signalGroup(leader, 0);
}

/** Sends a signal to a group. Returns whether there was a process to receive it. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a Windows process and everything it has started. Uses the full path, as a PATH may lead to another program of this name. */
function endTree(pid: number): void {
  const taskkill = path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", "taskkill.exe");
  const options = { stdio: "ignore", windowsHide: true } as const;
  // If none of them is running any more, there is nothing to report.
  spawn(taskkill, ["/PID", String(pid), "/T", "/F"], options).on("error", () => undefined);
}
