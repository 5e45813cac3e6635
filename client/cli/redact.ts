import type { Invocation } from "../program-ports.ts";

/** Replaces what is not shown; its length reveals nothing. */
export const HIDDEN = "<hidden>";

/** The same, where the value is not what it was. */
export const HIDDEN_CHANGED = "<hidden, changed>";

/**
 * Lines of a log without tokens, passwords, keys, and data of Secrets. What follows on a line from an earlier one is known
 * within `text`.
 */
export function redactText(text: string): string {
  return text.split("\n").map(lineRedactor()).join("\n");
}

/** Longer lines are for programs, not for people; looking for secrets in them takes time with the square of their length. */
const LONGEST_LINE = 8000;

/** Redacts lines that come one after the other: data of a Secret and private keys are known by the lines before them. */
export function lineRedactor(): (line: string) => string {
  let dataIndent: number | undefined;
  let inKey = false;
  return (line) => {
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

/** Whether a text names something that should not be shown: a key of a value, a flag, a part of an address. */
export function looksSecret(text: string): boolean {
  return new RegExp(SECRET_NAME, "i").test(text);
}

/** Names that are followed by a secret; `private` and `access` only together with `key`. */
const SECRET_NAME =
  "(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|api[-_.]?key|access[-_.]?key|private[-_.]?key|signature|authorization)";

const NAME = `[\\w.-]*${SECRET_NAME}[\\w.-]*`;

const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[^\\s,;&"']+)`;

/** What is replaced by what, in order. Each keeps what says where it stood. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Data of a Secret as JSON, also within a text.
  [/(\\?"(?:data|stringData)\\?"\s*:\s*)(?:\{[^}]*\}|\[[^\]]*\]|\\?"[^"]*")/g, `$1${HIDDEN}`],
  // Credentials in front of the host of an address.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']*:[^\s/"']*@/gi, `$1${HIDDEN}@`],
  // Headers: `Authorization: Bearer abc`, also without a name in front.
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
  // A value of the wrong type, which Helm 4 quotes even where it is one of a Secret.
  [/(value\.valueUnstructured)\{.*\}/g, `$1{${HIDDEN}}`],
  // A patch that the API server does not take, which it quotes as a whole.
  [/(patch: Invalid value: )"map\[(?:[^"\\]|\\.)*"/g, `$1${HIDDEN}`],
  // A value that a schema refuses.
  [new RegExp(`(at '[^']*${SECRET_NAME}[^']*': ).*`, "gi"), `$1${HIDDEN}`],
  // A JSON Web Token, wherever it stands.
  [/\beyJ[\w-]{8,}\.[\w-]*\.?[\w-]*/g, HIDDEN],
  // Base64 that is padded, in quotes or alone, or too long and too mixed for a name or a path.
  [/(["'])(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)\1/g, `$1${HIDDEN}$1`],
  [/(?<![\w+/.~-])(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?=$|[\s,;)}\]])/g, HIDDEN],
  [/(?<![\w+/.~-])(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z0-9+][A-Za-z0-9+/]{39,}(?![\w+/.~-])/g, HIDDEN],
];

/** A call as a person would type it, for the log and for confirmations; values that look secret are hidden. */
export function commandLine({ program, args }: Pick<Invocation<unknown>, "program" | "args">): string {
  const shown = args.map((arg, index) => quoted(shownArgument(arg, args[index - 1])));
  return [program, ...shown].join(" ");
}

/** Of an entry that looks secret, all after the first `=` is hidden, commas included: a list or JSON has them in its value. */
function shownArgument(arg: string, before: string | undefined): string {
  if (before === undefined || !/^--set(-|$)/.test(before)) return redactText(arg);
  return looksSecret(arg) ? `${arg.split("=")[0]}=${HIDDEN}` : redactText(arg);
}

/** In single quotes where a shell would take it apart. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
