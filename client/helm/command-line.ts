import type { Invocation } from "../installation-ports.ts";

/** A call as a person would type it, for the log and for confirmations; values that look secret are hidden. */
export function commandLine(_call: Pick<Invocation<unknown>, "program" | "args">): string {
  return "";
}
