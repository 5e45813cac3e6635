import type { Range } from "vscode-languageserver-types";
import { memo } from "../../core/yaml/memo.ts";
import type { FileFinding } from "../../workspace/open/findings.ts";
import type { FileReport, RunSummary } from "../output/report.ts";
import { jsonText } from "../output/runner-commands.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** For programs: everything that is known, in a form that will only grow. Lines and columns (UTF-16) count from 1, as in the other reports. */
export class JsonReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #files: object[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file({ file, ...report }: FileReport): void {
    const path = this.#options.shown(file);
    if (report.state === "checked") {
      const shown = memo(this.#options.shown, new Map());
      const findings = report.findings.map((finding) => findingJson(finding, shown));
      const { chart, withoutFixes } = report;
      const left = withoutFixes !== undefined && { withoutFixes };
      this.#files.push({ path, state: report.state, chart, ...left, findings });
    } else this.#files.push({ path, ...report });
  }

  end(summary: RunSummary): void {
    const { version } = this.#options;
    const all = { format: 1, tool: { name: "cap-operator", version }, files: this.#files, summary };
    this.#options.write(jsonText(all));
  }
}

/** A finding, as all answers in JSON have it. */
export function findingJson(
  { severity, code, message, range, isUnnecessary, related, fixes }: FileFinding,
  shown: (file: string) => string,
): object {
  return {
    severity,
    code,
    message,
    range: rangeJson(range),
    ...(isUnnecessary && { unnecessary: true }),
    ...(related.length > 0 && {
      related: related.map((other) => ({
        path: shown(other.file),
        range: rangeJson(other.range),
        message: other.message,
      })),
    }),
    ...(fixes.length > 0 && {
      fixes: fixes.map(({ title, isSafe, isPreferred, edits }) => ({
        title,
        safe: isSafe,
        preferred: isPreferred,
        edits: edits.map((edit) => ({
          range: rangeJson(edit.range),
          newText: edit.newText,
        })),
      })),
    }),
  };
}

/** A range as people count: lines and columns from 1. Its end is behind its last character. */
function rangeJson({ start, end }: Range): object {
  const place = ({ line, character }: Range["start"]) => ({ line: line + 1, column: character + 1 });
  return { start: place(start), end: place(end) };
}
