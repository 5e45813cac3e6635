import { closeSync, constants, mkdirSync, openSync, realpathSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Severity } from "../../core/wire/documents.ts";
import { isLink } from "../../disk/paths.ts";
import { Bounds } from "../../workspace/files/disk-reach.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { codeOf } from "../../workspace/files/system-error.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";
import { type FileReport, isAtLeast, leftOut, type RunSummary } from "../output/report.ts";
import type { Reporter, ReporterOptions } from "../reporters/reporter.ts";
import { isReporterName, makeReporter, REPORTER_NAMES, type ReporterName } from "../reporters/reporters.ts";
import { OwnerLost, quietly, type Replaced, writeWhole } from "../rewriting/whole-file.ts";

const { O_WRONLY, O_TRUNC, O_NOFOLLOW } = constants;
/** Windows does not have the last one. */
const WITHOUT_LINKS = O_WRONLY | O_TRUNC | (O_NOFOLLOW ?? 0);
/** The codes of the system if a file can be written, but not replaced by another one: it is mounted, or only its folder is protected. */
const IN_PLACE_ONLY: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EBUSY"]);

/** The value of `--reporter NAME[=FILE]`. */
export interface OutputChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

/** Reads the value of `--reporter`. */
export function readOutput(value: string): OutputChoice {
  const [name = "", ...rest] = value.split("=");
  if (!isReporterName(name)) {
    throw wrongUse(`Unknown reporter ${name}.${nearest(name, REPORTER_NAMES)}`);
  }
  const file = rest.join("=");
  if (rest.length === 0) return { name };
  if (file === "") throw wrongUse(`--reporter ${name}= needs the name of a file.`);
  return { name, file };
}

/** The report of one run: counts findings, leaves out those that are less severe than asked for, and writes the others in each format. */
export class RunReport {
  readonly #options: ReporterOptions;
  readonly #least: Severity;
  readonly #states = { checked: 0, foreign: 0, likely: 0, unreadable: 0 };
  readonly #counts = { error: 0, warning: 0, information: 0, hint: 0 };
  readonly #files = new Map<string, string[]>();
  #reporters: readonly Reporter[] = [];
  #isFailed = false;
  #isIncomplete = false;
  #isLeftOut = false;

  constructor(options: ReporterOptions, least: Severity) {
    this.#options = options;
    this.#least = least;
  }

  /** Makes all reporters that were asked for. One without a file writes to the standard output. Throws if two of them would write to one place. */
  async open(choices: readonly OutputChoice[]): Promise<void> {
    if (choices.filter(({ file }) => file === undefined).length > 1) {
      throw wrongUse(
        "Only one reporter can write to the standard output; give the others a file: --reporter NAME=FILE.",
      );
    }
    const made = choices.map(({ name, file }) => {
      if (file === undefined) return makeReporter(name, this.#options);
      if (this.#files.has(file)) throw wrongUse(`Two reporters cannot write the same file: ${file}.`);
      const parts: string[] = [];
      this.#files.set(file, parts);
      const write = (text: string) => void parts.push(text);
      return makeReporter(name, { ...this.#options, isColoured: false, write });
    });
    this.#reporters = await Promise.all(made);
  }

  /** Takes the report of the next file. */
  take(report: FileReport): void {
    if (report.state !== "checked" || !report.isOfReleases) this.#states[report.state] += 1;
    let shown = report;
    if (report.state === "checked") {
      const findings = report.findings.filter(({ severity }) => isAtLeast(severity, this.#least));
      for (const { severity } of findings) this.#counts[severity] += 1;
      this.#isFailed ||= findings.some(this.#options.fails);
      shown = { ...report, findings };
    }
    this.#isIncomplete ||= report.state === "unreadable" && report.fails;
    this.#isLeftOut ||= report.state !== "unreadable" && leftOut(report) !== undefined;
    for (const reporter of this.#reporters) reporter.file(shown);
  }

  get summary(): Omit<RunSummary, "isEmpty"> {
    return { ...this.#states, counts: this.#counts };
  }

  /** True if something was reported that makes the run fail. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  /** True if a file that a person named is not the operator's, or not certainly. */
  get isLeftOut(): boolean {
    return this.#isLeftOut;
  }

  /** True if something could not be read without which the run is not complete. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Writes the rest, and the files that start in `folder`. */
  end(isEmpty: boolean, folder: string): void {
    for (const reporter of this.#reporters) reporter.end({ ...this.summary, isEmpty });
    for (const [file, parts] of this.#files) save(file, folder, parts.join(""));
  }
}

/** In the workspace, nothing is written through a link: whoever proposes a change to a repository can add one under the name of a report. */
function save(named: string, folder: string, text: string): void {
  const file = path.resolve(folder, named);
  const bounds = new Bounds([folder]);
  const isInside = bounds.contain(file);
  if (isInside && (isLink(file) || !bounds.mayWrite(file)))
    throw failed(`The report is not written to ${named}: a link in this path points to another place.`);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    replaceReport(file, text, isInside);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failed(`The report could not be written: ${reason}.`);
  }
}

/** An old report stays if the new one does not fit. A pipe, a terminal and a file with other names are written as they are. */
function replaceReport(file: string, text: string, isInside: boolean): void {
  const like = statSync(file, { throwIfNoEntry: false });
  const isReplaceable = !like || (like.isFile() && like.nlink === 1);
  if (!isReplaceable || !replaceWhole(like ? { file: realpathSync(file), like } : { file }, text))
    overwrite(file, text, isInside);
}

/** Returns false if there is a file that another one cannot replace. */
function replaceWhole(replaced: Replaced, text: string): boolean {
  try {
    writeWhole(replaced, text);
    return true;
  } catch (error) {
    const isInPlaceOnly = error instanceof OwnerLost || IN_PLACE_ONLY.has(codeOf(error));
    if (replaced.like && isInPlaceOnly) return false;
    throw error;
  }
}

function overwrite(file: string, text: string, isInside: boolean): void {
  const opened = openSync(file, isInside ? WITHOUT_LINKS : "w");
  try {
    writeFileSync(opened, text);
  } finally {
    quietly(() => closeSync(opened));
  }
}
