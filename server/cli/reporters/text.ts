import { COMMAND_LINE } from "../../core/values/release-stack.ts";
import type { Severity } from "../../core/wire/documents.ts";
import { shown } from "../../core/yaml/shown.ts";
import type { JudgedBy } from "../../workspace/open/findings.ts";
import { NAME_IN_FILE } from "../options/values-options.ts";
import { frame } from "../output/frame.ts";
import { type FileReport, type Finding, leftOut, type RunSummary } from "../output/report.ts";
import {
  joined,
  type Paint,
  type Palette,
  palette,
  plain,
  type TerminalText,
  terminal,
} from "../output/terminal-text.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** Charts that have a line of their own. */
const MOST_CHARTS = 5;

const NAMED: Readonly<Record<JudgedBy["reason"], string>> = {
  release: "named in the release",
  modeline: "named in the file",
  beside: "named in Chart.yaml",
  setting: "named in the settings",
  words: "recognized by its keys and values",
  nothing: "the only known chart",
  undecided: `not decided: ${NAME_IN_FILE}, or run cap-operator init`,
};

/** For people: each finding with the lines around it, one line about everything, and one for each chart. */
export class TextReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #palette: Palette;
  /** The number of files that were judged by each chart, by the words about it. */
  readonly #charts = new Map<string, number>();
  /** The number of findings that are fixed without asking, if their fixes work together. */
  #fixable = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#palette = palette(options.isColoured);
  }

  file(report: FileReport): void {
    if (report.state === "checked") {
      const { chart, findings } = report;
      if (chart) {
        const text = chartText(chart, this.#options.chartOption);
        this.#charts.set(text, (this.#charts.get(text) ?? 0) + 1);
      }
      for (const finding of findings) this.#line(this.#finding(report.file, finding));
      this.#fixable += findings.filter(({ isFixable }) => isFixable).length;
      return;
    }
    const left = leftOut(report);
    if (left) {
      const paint = this.#paint(left.fails ? "error" : "warning");
      this.#line(terminal`${paint(terminal`${this.#shown(report.file)} ${plain(left.problem)}.`)}\n`);
    } else if (report.state === "likely" && !this.#options.isQuiet) {
      const said = terminal`${this.#shown(report.file)} was not checked. ${plain(report.explanation)}`;
      this.#line(terminal`${this.#palette.faint(said)}\n`);
    }
  }

  end(summary: RunSummary): void {
    if (this.#options.isQuiet) return;
    this.#line(summaryLine(summary, this.#options, this.#palette));
    for (const line of chartLines(this.#charts)) this.#line(this.#palette.faint(plain(line)));
    if (this.#fixable > 0) {
      const may = `${counted(this.#fixable, "problem")} may have a fix: cap-operator fix, or cap-operator fix --unsafe.`;
      this.#line(plain(may));
    }
  }

  #finding(file: string, { severity, code, message, range, related, excerpt }: Finding): TerminalText {
    const { bold, faint } = this.#palette;
    const { line, character } = range.start;
    const isInFile = excerpt.lines.length > 0;
    const place = isInFile
      ? terminal`${this.#shown(file)}:${line + 1}:${character + 1}`
      : plain(COMMAND_LINE);
    const loudness = this.#paint(severity)(plain(severity));
    const rule = code === undefined ? [] : [faint(plain(code))];
    const head = joined([bold(place), loudness, ...rule, plain(message)], " ");
    const others = related.map((other) =>
      faint(
        terminal`  ${this.#shown(other.file)}:${other.range.start.line + 1}:${other.range.start.character + 1} ${plain(other.message)}`,
      ),
    );
    return terminal`${joined([head, ...frame(range, excerpt, this.#palette, this.#paint(severity)), ...others], "\n")}\n`;
  }

  #shown(file: string): TerminalText {
    return plain(this.#options.shown(file));
  }

  #paint(severity: Severity): Paint {
    const { red, yellow, blue, faint } = this.#palette;
    return { error: red, warning: yellow, information: blue, hint: faint }[severity];
  }

  #line(text: TerminalText): void {
    this.#options.write(`${text}\n`);
  }
}

function summaryLine(
  { checked, foreign, likely, unreadable, counts, isEmpty }: RunSummary,
  { areChanges = false, others: subject }: ReporterOptions,
  { bold }: Palette,
): TerminalText {
  const found = countsText(counts);
  const result = found || "no problems found";
  const others = [
    ...(foreign > 0 ? [counted(foreign, "unrelated file")] : []),
    ...(likely > 0 ? [`${counted(likely, "file")} possibly for CAP Operator`] : []),
    ...(unreadable > 0 ? [counted(unreadable, "unreadable file")] : []),
  ];
  const rest = others.length === 0 ? "" : ` Not checked: ${others.join(", ")}.`;
  if (isEmpty && found === "") {
    const none =
      others.length === 0 ? ` No ${areChanges ? "changed" : "YAML"} files to check were found.` : "";
    return terminal`${bold(plain("No files were checked."))}${plain(none + rest)}`;
  }
  const what = checked === 0 ? subject : counted(checked, "file");
  return terminal`${bold(plain(`Checked ${what}: ${result}.`))}${plain(rest)}`;
}

/** The numbers of findings by severity, in words; empty if there are none. */
export function countsText({ error, warning, information, hint }: RunSummary["counts"]): string {
  const all = [
    counted(error, "error"),
    counted(warning, "warning"),
    counted(information, "information", "information"),
    counted(hint, "hint"),
  ];
  return all.filter((part) => !part.startsWith("0 ")).join(", ");
}

/** The chart by which files were judged, with the reason, as it follows their number. */
function chartText({ name, reason, doubt }: JudgedBy, option: ReporterOptions["chartOption"]): string {
  const isOption = option !== undefined && (reason === "setting" || reason === "release");
  const named = isOption ? `named by ${option}` : NAMED[reason];
  if (name === "") return `without a chart (the one ${named} cannot be used)`;
  const why = doubt === undefined ? named : `${named}, newer than all known versions`;
  return `as ${shown(name)} (${why})`;
}

/** A line for each chart, that of most files first. */
function chartLines(charts: ReadonlyMap<string, number>): string[] {
  const sorted = [...charts].toSorted(([a, most], [b, fewer]) => fewer - most || (a < b ? -1 : 1));
  const left = sorted.slice(MOST_CHARTS);
  const files = left.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...sorted.slice(0, MOST_CHARTS).map(([text, count]) => `${counted(count, "file")} ${text}.`),
    ...(files > 0 ? [`${counted(files, "file")} as ${counted(left.length, "other chart")}.`] : []),
  ];
}

/** A number with the word for what is counted. */
export function counted(count: number, singular: string, several = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : several}`;
}
