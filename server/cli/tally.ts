import type { Severity } from "../core/settings.ts";
import { type FileReport, type Finding, isAtLeast, type RunSummary } from "./report.ts";

/** Counts reports, and leaves out of them what is too quiet. */
export class Tally {
  readonly #least: Severity;
  readonly #fails: (finding: Finding) => boolean;
  readonly #states = { checked: 0, foreign: 0, likely: 0, unreadable: 0 };
  readonly #counts = { error: 0, warning: 0, information: 0, hint: 0 };
  #isFailed = false;

  constructor(least: Severity, fails: (finding: Finding) => boolean) {
    this.#least = least;
    this.#fails = fails;
  }

  /** The report as it is written. */
  take(report: FileReport): FileReport {
    if (report.state !== "checked" || !report.isOfReleases) this.#states[report.state] += 1;
    if (report.state !== "checked") return report;
    const findings = report.findings.filter(({ severity }) => isAtLeast(severity, this.#least));
    for (const { severity } of findings) this.#counts[severity] += 1;
    this.#isFailed ||= findings.some(this.#fails);
    return { ...report, findings };
  }

  get summary(): Omit<RunSummary, "isEmpty"> {
    return { ...this.#states, counts: this.#counts };
  }

  /** Whether something was reported that makes the run fail. */
  get isFailed(): boolean {
    return this.#isFailed;
  }
}
