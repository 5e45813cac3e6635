import type { FileFinding } from "../../workspace/findings.ts";
import type { FileReport, RunSummary } from "../report.ts";
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
      const findings = report.findings.map((finding) => findingJson(finding, this.#options.shown));
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
}

/** What was found, as all answers in JSON have it. */
export function findingJson(
  { severity, code, message, range, isUnnecessary, related, fixes }: FileFinding,
  shown: (file: string) => string,
): object {
  return {
    severity,
    ...(code !== undefined && { code }),
    message,
    range: { start: range.start, end: range.end },
    ...(isUnnecessary && { unnecessary: true }),
    ...(related.length > 0 && {
      related: related.map((one) => ({
        path: shown(one.file),
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
