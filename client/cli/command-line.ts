import type { Invocation } from "../installation-ports.ts";
import { HIDDEN } from "./hidden.ts";
import { looksSecret, redactText } from "./redact.ts";

/** A call as a person would type it, for the log and for confirmations; values that look secret are hidden. */
export function commandLine({ program, args }: Pick<Invocation<unknown>, "program" | "args">): string {
  const shown = args.map((arg, index) => quoted(shownArgument(arg, args[index - 1])));
  return [program, ...shown].join(" ");
}

/** An entry with a path that looks secret loses all that stands behind its first `=`: lists and JSON have commas, too. */
function shownArgument(arg: string, before: string | undefined): string {
  if (before === undefined || !/^--set(-|$)/.test(before)) return redactText(arg);
  return looksSecret(arg) ? `${arg.split("=")[0]}=${HIDDEN}` : redactText(arg);
}

/** In single quotes where a shell would take it apart. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
