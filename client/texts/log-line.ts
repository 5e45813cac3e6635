import { commandLine, redactText } from "./redact.ts";

/** A longer line is cut: nobody reads it to its end. A command line names every values file, and may be longer. */
const LONGEST = 1000;
const LONGEST_CALL = 20_000;

/** The maximum number of a program's lines that are logged in one run. The others are counted. */
const MOST_LINES = 500;

/** An entry of the log. Only the functions of this file make entries, so that foreign text is never logged unfiltered. */
class Line {
  readonly #text: string;

  constructor(text: string, longest = LONGEST) {
    this.#text = text.length > longest ? `${text.slice(0, longest)}...` : text;
  }

  get text(): string {
    return this.#text;
  }
}

export type LogLine = Line;

/** A sentence for the log. Inserted values are filtered and become one line: log`The chart ${name} was fetched.` */
export function log(fixed: TemplateStringsArray, ...filledIn: readonly (string | number)[]): LogLine {
  return new Line(String.raw({ raw: fixed }, ...filledIn.map(filtered)));
}

/** The same for several lines: each part is one. */
export function logLines(parts: readonly string[]): LogLine {
  return new Line(parts.map(filtered).join("\n  "), LONGEST_CALL);
}

/** The log of the language server and its library: their sentences, and places in the code where something failed. */
export function serverLines(text: string): LogLine {
  return new Line(redactText(text.slice(0, LONGEST_CALL)), LONGEST_CALL);
}

/** A call as a person would type it, without values and whatever else looks secret. */
export function loggedCall(call: Parameters<typeof commandLine>[0]): LogLine {
  return new Line(`$ ${commandLine(call)}`, LONGEST_CALL);
}

/** Selects the lines of a program that are logged: those that are known to be harmless. Counts the others. */
export class ProgramLines {
  #logged = 0;
  #others = 0;

  /** The line as it is logged; undefined if it is not known. */
  of(line: string): LogLine | undefined {
    if (line.trim() === "") return undefined;
    const known = this.#logged < MOST_LINES ? knownPart(line) : undefined;
    if (known === undefined) this.#others++;
    else this.#logged++;
    return known === undefined ? undefined : new Line(`  ${known}`);
  }

  /** The number of lines that were not logged, as a line; undefined if all were. */
  rest(): LogLine | undefined {
    if (this.#others === 0) return undefined;
    // Not translated: a line of the log.
    return new Line(`  (${this.#others} ${this.#others === 1 ? "line" : "lines"} not logged)`);
  }
}

function filtered(part: string | number): string {
  // Of a text of any length, no more is read than can be logged.
  return typeof part === "number" ? String(part) : redactText(part.slice(0, LONGEST)).replace(/\s/g, " ");
}

/** The part of a line that is known to be harmless: all of it, or its beginning; undefined if none is. */
function knownPart(line: string): string | undefined {
  if (line.length > LONGEST) return undefined;
  // The log of Go and of Kubernetes: `2026/11/20 10:00:00 `, `W1120 10:00:00.000000   123 warnings.go:70] `.
  const content = line
    .trim()
    .replace(
      /^(?:\d{4}\/\d\d\/\d\d [\d:]{8} |[WIE]\d{4} [\d:.]{8,15} {1,8}\d{1,8} [\w.]{1,40}:\d{1,6}\] )/,
      "",
    );
  for (const form of WHOLE) if (form.test(content)) return content;
  for (const form of BEGINNINGS) {
    const [begin] = form.exec(content) ?? [];
    if (begin !== undefined) return begin === content ? content : `${begin} ...`;
  }
  return undefined;
}

/** Lines of Helm 3, Helm 4 and kubectl that have nothing but their own words, and names, numbers and times of a form that is checked. */
const WHOLE: readonly RegExp[] = [
  /^(?:NAME|NAMESPACE): [a-z0-9][a-z0-9.-]{0,62}$/,
  /^LAST DEPLOYED: [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/,
  /^STATUS: (?:deployed|failed|superseded|unknown|uninstalled|uninstalling|pending-(?:install|upgrade|rollback))$/,
  /^REVISION: \d{1,9}$/,
  /^DESCRIPTION: (?:Install|Upgrade|Rollback|Uninstallation) complete$/,
  /^TEST SUITE: None$/,
  /^Rollback was a success! Happy Helming!$/,
  /^[Rr]elease "[a-z0-9][a-z0-9.-]{0,62}" (?:uninstalled|has been upgraded\. Happy Helming!|does not exist\. Installing it now\.)$/,
  // Kind and name, which cannot be of the form of a token: an upper-case letter is allowed in names of RBAC only.
  /^[a-z0-9][a-z0-9.-]{0,120}\/[a-z0-9][\w:.-]{0,252} (?:created|configured|unchanged|serverside-applied)(?: \((?:server )?dry run\))?$/,
  /^Digest: sha256:[0-9a-f]{64}$/,
  /^(?:\[debug\] )?(?:creating \d{1,6} resource\(s\)|beginning wait for \d{1,6} resources with timeout of [\dhms.]{1,20})$/,
  /^(?:Warning: )?[a-z0-9.-]{1,120}\/v[a-z0-9]{1,20} [A-Za-z]{1,60} is deprecated in v[\d.]{1,10}\+(?:, unavailable in v[\d.]{1,10}\+)?$/,
  /^WARNING: This chart is deprecated$/,
];

/** Beginnings of warnings and errors, before foreign words. */
const BEGINNINGS: readonly RegExp[] = [
  /^(?:Warning: )?would violate PodSecurity "[a-z]{1,20}:(?:latest|v1\.\d{1,4})"/,
  /^WARNING: Kubernetes configuration file is (?:group|world)-readable\. This is insecure\./,
  /^Error from server \([A-Z][A-Za-z]{2,40}\)/,
  /^Error: (?:INSTALLATION|UPGRADE) FAILED/,
  /^Error: context deadline exceeded/,
  /^Error: release: not found/,
];
