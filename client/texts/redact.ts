import { HIDDEN, looksSecret, shownLine } from "./secrets-in-line.ts";

export { HIDDEN, looksSecret };

/** A longer text is for programs, and is cut; a longer line is not shown at all. */
const LONGEST_TEXT = 100_000;
const LONGEST_LINE = 8000;

/**
 * Lines of a log without tokens, passwords, keys and data of Secrets. A secret that depends on an earlier line is only recognised
 * if that line is in `text`, too.
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

/** True if an address has a user, a password or a query, or anything else that may be a secret. */
export function holdsSecret(address: string): boolean {
  return redactText(address) !== address;
}

/** A call as a person would type it, for the log and for a terminal, without values. */
export function commandLine({
  program,
  args,
}: {
  readonly program: string;
  readonly args: readonly string[];
}): string {
  const shown = args.map((arg, index) => shellQuoted(shownArgument(arg, args[index - 1])));
  return [program, ...shown].join(" ");
}

/** The flags of helm and kubectl whose value is no secret. The value of any other is not shown. */
const PLAIN_FLAGS: ReadonlySet<string> = new Set(
  "-f -n -o --container --context --destination --dry-run --field-manager --kube-context --kubeconfig --max --namespace --output --raw --request-timeout --revision --selector --template --timeout --username --validate --values --version".split(
    " ",
  ),
);

/** Flags that have no value, before what is not one. */
const SWITCHES: ReadonlySet<string> = new Set(["--", "--all", "--previous", "--wait"]);

function shownArgument(arg: string, before = ""): string {
  const [flag = ""] = arg.split("=", 1);
  if (/^(?:-[a-z]|--[a-z-]{0,40})$/.test(flag)) {
    return arg === flag || PLAIN_FLAGS.has(flag) ? redactText(arg) : `${flag}=${HIDDEN}`;
  }
  const isNoValue = !before.startsWith("-") || before.includes("=") || SWITCHES.has(before);
  if (isNoValue || PLAIN_FLAGS.has(before)) return redactText(arg);
  // Of an entry, only the key is shown, whether or not it looks secret.
  const isKey = before.startsWith("--set") && flag !== arg && /^[\w.[\]/-]{1,200}$/.test(flag);
  return isKey ? `${redactText(flag)}=${HIDDEN}` : HIDDEN;
}

/** Puts an argument in single quotes if a shell would split or change it. */
function shellQuoted(arg: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
