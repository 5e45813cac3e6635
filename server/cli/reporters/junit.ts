import { type FileReport, type Finding, leftOut } from "../output/report.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { NO_RULE } from "./rules-of-results.ts";
import { type XmlText, xml } from "./xml-text.ts";

/** JUnit's XML as Jenkins and GitLab read it: a suite for each file, a case for each finding. A finding that does not fail the run is output. */
export class JunitReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #suites: XmlText[] = [];
  readonly #totals = { tests: 0, failures: 0, errors: 0 };

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    const name = this.#options.shown(report.file);
    const left = leftOut(report);
    if (left) {
      const message = `${name} ${left.problem}.`;
      const type = report.state === "unreadable" ? "unreadable" : "not-checked";
      const inside = left.fails
        ? xml`<error type="${type}" message="${message}"/>`
        : xml`<system-out>${message}</system-out>`;
      const testcase = xml`    <testcase classname="${name}" name="readable">${[inside]}</testcase>\n`;
      this.#suite(name, [testcase], 0, left.fails ? 1 : 0);
    } else if (report.state === "checked") {
      const cases = report.findings.map((finding) => this.#case(name, finding));
      const passed = xml`    <testcase classname="${name}" name="check"/>\n`;
      const failures = report.findings.filter((finding) => this.#options.fails(finding)).length;
      this.#suite(name, cases.length === 0 ? [passed] : cases, failures, 0);
    }
  }

  end(): void {
    const { tests, failures, errors } = this.#totals;
    const { write } = this.#options;
    write('<?xml version="1.0" encoding="UTF-8"?>\n');
    write(
      xml`<testsuites name="cap-operator" tests="${tests}" failures="${failures}" errors="${errors}">\n${this.#suites}</testsuites>\n`,
    );
  }

  #suite(name: string, cases: XmlText[], failures: number, errors: number): void {
    this.#totals.tests += cases.length;
    this.#totals.failures += failures;
    this.#totals.errors += errors;
    this.#suites.push(
      xml`  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="${errors}">\n${cases}  </testsuite>\n`,
    );
  }

  #case(name: string, finding: Finding): XmlText {
    const { severity, code = NO_RULE, message, range } = finding;
    const place = `${range.start.line + 1}:${range.start.character + 1}`;
    const sentence = `${name}:${place} ${severity} ${message}`;
    const inside = this.#options.fails(finding)
      ? xml`<failure type="${severity}" message="${message}">${sentence}</failure>`
      : xml`<system-out>${sentence}</system-out>`;
    return xml`    <testcase classname="${name}" name="${`${code} ${place}`}">${[inside]}</testcase>\n`;
  }
}
