import type { Severity } from "../../core/wire/documents.ts";
import { Fingerprints } from "../output/fingerprint.ts";
import { type FileReport, leftOut, NOWHERE } from "../output/report.ts";
import { jsonText } from "../output/runner-commands.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { NO_RULE } from "./rules-of-results.ts";

const SEVERITIES: Record<Severity, string> = {
  error: "critical",
  warning: "major",
  information: "info",
  hint: "info",
};

/** GitLab's Code Quality: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export class GitlabReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #issues: object[] = [];
  readonly #fingerprints = new Fingerprints();

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    const path = this.#options.hosted(report.file);
    const left = leftOut(report);
    if (left) this.#leftOut(path, left);
    if (report.state !== "checked") return;
    for (const finding of report.findings) {
      this.#issues.push({
        description: finding.message,
        check_name: finding.code ?? NO_RULE,
        fingerprint: this.#fingerprints.next(path, finding),
        severity: SEVERITIES[finding.severity],
        location: { path, lines: { begin: finding.range.start.line + 1 } },
      });
    }
  }

  #leftOut(path: string, { problem, fails }: NonNullable<ReturnType<typeof leftOut>>): void {
    const message = `The file ${problem}.`;
    this.#issues.push({
      description: message,
      check_name: NO_RULE,
      fingerprint: this.#fingerprints.next(path, { message, ...NOWHERE }),
      severity: SEVERITIES[fails ? "error" : "warning"],
      location: { path, lines: { begin: 1 } },
    });
  }

  end(): void {
    this.#options.write(jsonText(this.#issues));
  }
}
