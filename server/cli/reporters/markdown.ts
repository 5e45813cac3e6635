import { type FileReport, type Finding, leftOut, type RunSummary } from "../output/report.ts";
import { plain } from "../output/terminal-text.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { counted } from "./text.ts";

/** A job's summary of GitHub has at most 1 MiB, and nobody reads more rows. */
const MOST_ROWS = 200;
const LONGEST_MESSAGE = 500;

/** A table for summaries of jobs and comments, in GitHub Flavored Markdown (https://github.github.com/gfm/#tables-extension-). */
export class MarkdownReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #rows: string[] = [];
  #left = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    const file = this.#options.shown(report.file);
    const left = leftOut(report);
    if (report.state === "checked") for (const finding of report.findings) this.#finding(file, finding);
    else if (left) this.#row([file, left.fails ? "error" : "warning", "", `The file ${left.problem}.`]);
  }

  end({ counts, checked, isEmpty }: RunSummary): void {
    const what = checked === 0 && !isEmpty ? literal(this.#options.others) : counted(checked, "file");
    const found = [
      counted(counts.error, "error"),
      counted(counts.warning, "warning"),
      ...(counts.information > 0 ? [counted(counts.information, "information", "information")] : []),
      ...(counts.hint > 0 ? [counted(counts.hint, "hint")] : []),
    ];
    const lines = [
      "### CAP Operator",
      "",
      `Checked ${what}: ${found.join(", ")}.`,
      ...(this.#rows.length > 0
        ? ["", "| place | severity | rule | problem |", "|---|---|---|---|", ...this.#rows]
        : []),
      ...(this.#left > 0 ? ["", `${counted(this.#left, "more problem")} in the log of the job.`] : []),
    ];
    this.#options.write(`${lines.join("\n")}\n`);
  }

  #finding(file: string, { severity, code = "", message, range }: Finding): void {
    const { line, character } = range.start;
    this.#row([`${file}:${line + 1}:${character + 1}`, severity, code, message]);
  }

  #row(cells: readonly string[]): void {
    if (this.#rows.length === MOST_ROWS) this.#left++;
    else this.#rows.push(`| ${cells.map((cell) => literal(cell.slice(0, LONGEST_MESSAGE))).join(" | ")} |`);
  }
}

/** A text of which nothing is Markdown: any punctuation may be escaped (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
function literal(text: string): string {
  return plain(text).replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
