import type { Severity } from "../../core/settings.ts";
import type { FileReport, Finding, Span } from "../report.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

const SEVERITIES: Record<Severity, string> = {
  error: "ERROR",
  warning: "WARNING",
  information: "INFO",
  hint: "INFO",
};

/** Reviewdog's format, whose columns are bytes: https://github.com/reviewdog/reviewdog/tree/master/proto/rdf */
export class RdjsonReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #diagnostics: object[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    if (report.state !== "checked") return;
    for (const finding of report.findings) this.#diagnostics.push(this.#diagnostic(report.file, finding));
  }

  end(): void {
    const all = { source: { name: "cap-operator" }, diagnostics: this.#diagnostics };
    this.#options.write(`${JSON.stringify(all, undefined, 2)}\n`);
  }

  #diagnostic(file: string, { severity, code, message, range, fixes }: Finding): object {
    // A suggestion is one replacement, and all suggestions are offered alike.
    const [edit, ...others] = fixes.find(({ isPreferred }) => isPreferred)?.edits ?? [];
    return {
      message,
      location: { path: this.#options.hosted(file), range: places(range) },
      severity: SEVERITIES[severity],
      ...(code !== undefined && { code: { value: code } }),
      ...(edit &&
        others.length === 0 && { suggestions: [{ range: places(edit.range), text: edit.newText }] }),
    };
  }
}

function places({ start, end, utf8 }: Span): object {
  return {
    start: { line: start.line + 1, column: utf8.start + 1 },
    end: { line: end.line + 1, column: utf8.end + 1 },
  };
}
