import { HIDDEN, looksSecret, shownLine } from "./secrets-in-line.ts";

export { HIDDEN, looksSecret };

/** The same, if the value has changed. */
// Not translated: takes the place of a value in YAML and in logs.
export const HIDDEN_CHANGED = "<hidden, changed>";

/** A longer text is for programs, and is cut; a longer line is not shown at all. */
const LONGEST_TEXT = 1_000_000;
const LONGEST_LINE = 8000;

/**
 * Lines of a log without tokens, passwords, keys and data of Secrets. What depends on an earlier line is only recognised if that
 * line is in `text`, too.
 */
export function redactText(text: string): string {
  const shown = text.slice(0, LONGEST_TEXT).split("\n").map(lineRedactor()).join("\n");
  const more = text.length - LONGEST_TEXT;
  // Not translated: a line of a log.
  return more > 0 ? `${shown}\n${HIDDEN} (${more} more characters)` : shown;
}

/** Redacts consecutive lines: values that began on an earlier line, data of a Secret and private keys are recognised by the lines before. */
export function lineRedactor(): (line: string) => string {
  let opened: number | undefined;
  let inKey = false;
  return (line) => {
    const [begin, end] = [line.lastIndexOf("-----BEGIN "), line.lastIndexOf("-----END ")];
    if (inKey || (begin >= 0 && line.includes("PRIVATE KEY"))) {
      inKey = end < 0 || end < begin;
      return HIDDEN;
    }
    // Not translated: a line of a log.
    if (line.length > LONGEST_LINE) return `${HIDDEN} (a line of ${line.length} characters)`;
    if (opened !== undefined && line.trim() !== "") {
      const indent = line.search(/\S/);
      if (indent > opened || (indent === opened && line.startsWith("- ", indent))) {
        return `${" ".repeat(indent)}${HIDDEN}`;
      }
    }
    if (line.trim() === "") return line;
    const { shown, opens } = shownLine(line);
    opened = opens;
    return shown;
  };
}

/** Whether an address has a password in it, or a parameter that may be a secret. */
export function holdsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, searchParams } = new URL(address);
  return username !== "" || password !== "" || [...searchParams.keys()].some(looksSecret);
}

/** A call as a person would type it, for the log and for confirmations; values that look secret are hidden. */
export function commandLine({
  program,
  args,
}: {
  readonly program: string;
  readonly args: readonly string[];
}): string {
  const shown = args.map((arg, index) => quoted(shownArgument(arg, args[index - 1])));
  return [program, ...shown].join(" ");
}

/** After a flag for a secret nothing is shown. If an entry looks secret, everything after its first `=` is hidden, including commas, as a list or JSON has them in its value. */
function shownArgument(arg: string, before: string | undefined): string {
  if (before?.startsWith("--") && looksSecret(before)) return HIDDEN;
  if (before === undefined || !/^--set(-|$)/.test(before)) return redactText(arg);
  return looksSecret(arg) ? `${arg.split("=")[0]}=${HIDDEN}` : redactText(arg);
}

/** Puts an argument in single quotes if a shell would split or change it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
