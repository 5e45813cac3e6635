import type { Severity } from "../../core/wire/documents.ts";
import { type FileReport, leftOut } from "../output/report.ts";
import { plain } from "../output/terminal-text.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

const COMMANDS: Record<Severity, string> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** Workflow commands of GitHub Actions, which become annotations: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
export class GithubReporter implements Reporter {
  readonly #options: ReporterOptions;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    const { hosted, write } = this.#options;
    const file = property(hosted(report.file));
    const left = leftOut(report);
    if (left) {
      const command = left.fails ? COMMANDS.error : COMMANDS.warning;
      write(`::${command} file=${file}::${data(`The file ${left.problem}.`)}\n`, { isCommand: true });
    } else if (report.state === "checked") {
      for (const { severity, code = "cap-operator", message, range } of report.findings) {
        const { start, end } = range;
        // Columns count only for places on one line.
        const columns =
          start.line === end.line ? `,col=${start.character + 1},endColumn=${end.character + 1}` : "";
        const place = `file=${file},line=${start.line + 1},endLine=${end.line + 1}${columns}`;
        const command = `${COMMANDS[severity]} ${place},title=${property(code)}`;
        write(`::${command}::${data(message)}\n`, { isCommand: true });
      }
    }
  }

  end(): void {
    // Each annotation stands for itself.
  }
}

/** The text of a command (actions/toolkit, packages/core/src/command.ts), in which nothing ends the line. */
function data(text: string): string {
  return plain(text).replaceAll("%", "%25");
}

/** The value of a property of a command. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
