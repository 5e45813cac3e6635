import type { Severity } from "../../core/settings.ts";
import type { FileReport } from "../report.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { NO_RULE } from "./rules-of-results.ts";
import { type XmlText, xml } from "./xml-text.ts";

const SEVERITIES: Record<Severity, string> = {
  error: "error",
  warning: "warning",
  information: "info",
  hint: "info",
};

/** Checkstyle's XML, which many code hosts read: https://checkstyle.org/result_reports.html */
export class CheckstyleReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #files: XmlText[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  file(report: FileReport): void {
    const errors = this.#errors(report);
    if (errors.length === 0) return;
    const name = this.#options.hosted(report.file);
    this.#files.push(xml`  <file name="${name}">\n${errors}  </file>\n`);
  }

  end(): void {
    this.#options.write('<?xml version="1.0" encoding="UTF-8"?>\n');
    this.#options.write(xml`<checkstyle version="10.0">\n${this.#files}</checkstyle>\n`);
  }

  #errors(report: FileReport): XmlText[] {
    if (report.state === "unreadable") {
      const message = `The file ${report.problem}.`;
      return [
        xml`    <error line="1" column="1" severity="error" message="${message}" source="cap-operator"/>\n`,
      ];
    }
    if (report.state !== "checked") return [];
    return report.findings.map(({ severity, code = NO_RULE, message, range: { start } }) => {
      const loudness = SEVERITIES[severity];
      const source = `cap-operator.${code}`;
      return xml`    <error line="${start.line + 1}" column="${start.character + 1}" severity="${loudness}" message="${message}" source="${source}"/>\n`;
    });
  }
}
