/** Replaces what is not shown; does not reveal its length. */
export const HIDDEN = "<hidden>";

/** The same, if the value has changed. */
// Not translated: takes the place of a value in YAML and in logs.
export const HIDDEN_CHANGED = "<hidden, changed>";

/**
 * Lines of a log without tokens, passwords, keys and data of Secrets. What depends on an earlier line is only recognised if that
 * line is in `text`, too.
 */
export function redactText(text: string): string {
  return text.split("\n").map(lineRedactor()).join("\n");
}

/** Longer lines are for programs, not for people, and the time to look for secrets in them grows with the square of their length. */
const LONGEST_LINE = 8000;

/** Redacts consecutive lines: data of a Secret and private keys are recognised by the lines before them. */
export function lineRedactor(): (line: string) => string {
  let dataIndent: number | undefined;
  let inKey = false;
  return (line) => {
    // Not translated: a line of a log.
    if (line.length > LONGEST_LINE) return `${HIDDEN} (a line of ${line.length} characters)`;
    if (inKey || /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(line)) {
      inKey = !/-----END [A-Z ]*PRIVATE KEY-----/.test(line);
      return HIDDEN;
    }
    if (dataIndent !== undefined && line.trim() !== "") {
      const indent = line.search(/\S/);
      if (indent > dataIndent) return `${" ".repeat(indent)}${HIDDEN}`;
      dataIndent = undefined;
    }
    const data = /^(\s*(?:- )?)["']?(?:data|stringData)["']?:\s*(\S.*)?$/.exec(line);
    if (data) {
      dataIndent = data[1]?.length ?? 0;
      return data[2] === undefined ? line : line.replace(data[2], HIDDEN);
    }
    return RULES.reduce((shown, [pattern, by]) => shown.replace(pattern, by), line);
  };
}

/** Whether a string names something that should not be shown: the key of a value, a flag, a part of an address. */
export function looksSecret(text: string): boolean {
  return new RegExp(SECRET_NAME, "i").test(text);
}

/** Whether an address has a password in it, or a parameter that may be a secret. */
export function holdsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, searchParams } = new URL(address);
  return username !== "" || password !== "" || [...searchParams.keys()].some(looksSecret);
}

/** Names that are followed by a secret; `private` and `access` only together with `key`. */
const SECRET_NAME =
  "(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|api[-_.]?key|access[-_.]?key|private[-_.]?key|signature|authorization)";

const NAME = `[\\w.-]*${SECRET_NAME}[\\w.-]*`;

const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[^\\s,;&"']+)`;

/** What is replaced, in order. Each replacement keeps the part that tells where the secret was. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Data of a Secret as JSON, even inside a string.
  [/(\\?"(?:data|stringData)\\?"\s*:\s*)(?:\{[^}]*\}|\[[^\]]*\]|\\?"[^"]*")/g, `$1${HIDDEN}`],
  // Credentials before the host of an address.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']*:[^\s/"']*@/gi, `$1${HIDDEN}@`],
  // Headers: `Authorization: Bearer abc`, even without the name of the header.
  [/\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:\w+\s+)?[^\s"',]+/gi, `$1${HIDDEN}`],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, `$1$2${HIDDEN}`],
  // `password=abc`, in an address as well.
  [new RegExp(`(${NAME}["']?\\s*=\\s*)${VALUE}`, "gi"), `$1${HIDDEN}`],
  // `"password": "abc"`, and in YAML a line `password: abc`.
  [new RegExp(`(["']${NAME}["']\\s*:\\s*)${VALUE}`, "gi"), `$1${HIDDEN}`],
  [new RegExp(`^(\\s*(?:- )?${NAME}:\\s+)\\S.*$`, "gi"), `$1${HIDDEN}`],
  // `map[password:abc]`, as templates and Go print values.
  [new RegExp(`(\\[(?:[^\\]]*\\s)?${NAME}:)[^\\s\\]]+`, "gi"), `$1${HIDDEN}`],
  // `--password abc`.
  [new RegExp(`(--[\\w-]*${SECRET_NAME}\\s+)${VALUE}`, "gi"), `$1${HIDDEN}`],
  // A value of the wrong type, which Helm 4 quotes even if it belongs to a Secret.
  [/(value\.valueUnstructured)\{.*\}/g, `$1{${HIDDEN}}`],
  // A patch that the API server does not accept, and quotes as a whole.
  [/(patch: Invalid value: )"map\[(?:[^"\\]|\\.)*"/g, `$1${HIDDEN}`],
  // A value that a schema refuses.
  [new RegExp(`(at '[^']*${SECRET_NAME}[^']*': ).*`, "gi"), `$1${HIDDEN}`],
  // A JSON Web Token, wherever it occurs.
  [/\beyJ[\w-]{8,}\.[\w-]*\.?[\w-]*/g, HIDDEN],
  // Base64 that is padded, in quotes or on its own, or that is too long and too mixed for a name or a path.
  [/(["'])(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)\1/g, `$1${HIDDEN}$1`],
  [/(?<![\w+/.~-])(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?=$|[\s,;)}\]])/g, HIDDEN],
  [/(?<![\w+/.~-])(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z0-9+][A-Za-z0-9+/]{39,}(?![\w+/.~-])/g, HIDDEN],
];

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

/** If an entry looks secret, everything after its first `=` is hidden, including commas, as a list or JSON has them in its value. */
function shownArgument(arg: string, before: string | undefined): string {
  if (before === undefined || !/^--set(-|$)/.test(before)) return redactText(arg);
  return looksSecret(arg) ? `${arg.split("=")[0]}=${HIDDEN}` : redactText(arg);
}

/** Puts an argument in single quotes if a shell would split or change it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
