import type { FileReport, Finding, RunSummary } from "../report.ts";
import { jsonText } from "../runner-commands.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** For programs: everything that is known, in a form that will only grow. Lines and columns (UTF-16) count from 0, as in LSP. */
export class JsonReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #files: object[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file({ file, ...report }: FileReport): void {
    const path = this.#options.shown(file);
    if (report.state === "checked") {
      const findings = report.findings.map((finding) => this.#finding(finding));
      const { chart, withoutFixes } = report;
      const left = withoutFixes !== undefined && { withoutFixes };
      this.#files.push({ path, state: report.state, ...(chart && { chart }), ...left, findings });
    } else this.#files.push({ path, ...report });
  }

  end(summary: RunSummary): void {
    const { version } = this.#options;
    const all = { format: 1, tool: { name: "cap-operator", version }, files: this.#files, summary };
    this.#options.write(jsonText(all));
  }

  #finding({ severity, code, message, range, isUnnecessary, related, fixes }: Finding): object {
    return {
      severity,
      ...(code !== undefined && { code }),
      message,
      range: { start: range.start, end: range.end },
      ...(isUnnecessary && { unnecessary: true }),
      ...(related.length > 0 && {
        related: related.map((one) => ({
          path: this.#options.shown(one.file),
          range: one.range,
          message: one.message,
        })),
      }),
      ...(fixes.length > 0 && {
        fixes: fixes.map(({ title, isSafe, isPreferred, edits }) => ({
          title,
          safe: isSafe,
          preferred: isPreferred,
          edits: edits.map((edit) => ({
            range: { start: edit.range.start, end: edit.range.end },
            newText: edit.newText,
          })),
        })),
      }),
    };
  }
}
