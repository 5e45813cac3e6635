import { pathToFileURL } from "node:url";
import type { Range } from "vscode-languageserver-types";
import type { FoundFix } from "../../core/language-service.ts";
import { docsIn, ruleAddress } from "../../core/schema/docs-anchor.ts";
import type { Severity } from "../../core/wire/documents.ts";
import { readRuleExamples } from "../../workspace/charts/read-sources.ts";
import { Fingerprints } from "../output/fingerprint.ts";
import { type FileReport, type Finding, leftOut } from "../output/report.ts";
import { jsonText } from "../output/runner-commands.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { NO_RULE, type RuleText, ruleTexts } from "./rules-of-results.ts";

const LEVELS: Record<Severity, string> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/** SARIF 2.1.0, for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html */
export class SarifReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #rules: readonly RuleText[];
  readonly #results: object[] = [];
  readonly #artifacts: object[] = [];
  readonly #notifications: object[] = [];
  readonly #fingerprints = new Fingerprints();
  #isComplete = true;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#rules = ruleTexts(readRuleExamples(options.packageFolder));
  }

  file(report: FileReport): void {
    if (report.state === "checked") {
      if (report.chart) {
        this.#artifacts.push({ location: this.#artifact(report.file), properties: { chart: report.chart } });
      }
      for (const finding of report.findings) this.#results.push(this.#result(report.file, finding));
      return;
    }
    const left = leftOut(report);
    if (left) {
      this.#isComplete &&= !left.fails;
      this.#notifications.push({
        level: left.fails ? "error" : "warning",
        message: text(`${this.#options.shown(report.file)} ${left.problem}.`),
        locations: [{ physicalLocation: { artifactLocation: this.#artifact(report.file) } }],
      });
    }
  }

  end(): void {
    const log = {
      version: "2.1.0",
      $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      runs: [
        {
          tool: {
            driver: {
              name: "cap-operator",
              version: this.#options.version,
              rules: this.#rules.map(({ code, severity, what, why, example }) => ({
                id: code,
                shortDescription: text(what),
                fullDescription: text(`${what} ${why}`),
                ...this.#helpUri(code),
                help: text(`${what}\n\n${why}\n\n${example}`.trim()),
                defaultConfiguration: severity === "off" ? { enabled: false } : { level: LEVELS[severity] },
              })),
            },
          },
          columnKind: "utf16CodeUnits",
          invocations: [
            {
              executionSuccessful: this.#isComplete,
              ...(this.#notifications.length > 0 && { toolExecutionNotifications: this.#notifications }),
            },
          ],
          ...(this.#artifacts.length > 0 && { artifacts: this.#artifacts }),
          results: this.#results,
        },
      ],
    };
    this.#options.write(jsonText(log));
  }

  /** The page about a rule in this version of the project, if the project is public. */
  #helpUri(code: string): object {
    const { project, version } = this.#options;
    if (project === undefined || code === NO_RULE) return {};
    return { helpUri: ruleAddress(docsIn(`${project}/blob/v${version}/docs/`), code) };
  }

  #result(file: string, finding: Finding): object {
    const { severity, code = NO_RULE, message, range, related, fixes } = finding;
    return {
      ruleId: code,
      ruleIndex: this.#rules.findIndex((rule) => rule.code === code),
      level: LEVELS[severity],
      message: text(message),
      locations: [{ physicalLocation: this.#location(file, range) }],
      ...(related.length > 0 && {
        relatedLocations: related.map((other, index) => ({
          id: index + 1,
          physicalLocation: this.#location(other.file, other.range),
          message: text(other.message),
        })),
      }),
      ...(fixes.length > 0 && { fixes: fixes.map((fix) => this.#fix(file, fix)) }),
      partialFingerprints: {
        "capOperator/v1": this.#fingerprints.next(this.#options.hosted(file), finding),
      },
    };
  }

  #location(file: string, range: Range): object {
    return { artifactLocation: this.#artifact(file), region: region(range) };
  }

  #fix(file: string, { title, edits }: FoundFix): object {
    const replacements = edits.map(({ range, newText }) => ({
      deletedRegion: region(range),
      insertedContent: { text: newText },
    }));
    return {
      description: text(title),
      artifactChanges: [{ artifactLocation: this.#artifact(file), replacements }],
    };
  }

  #artifact(file: string): object {
    const hosted = this.#options.hosted(file);
    if (/^[a-z][a-z\d+.-]+:\//i.test(hosted)) return { uri: encodeURI(hosted) };
    if (hosted === file) return { uri: pathToFileURL(file).href };
    return { uri: hosted.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
  }
}

/** Lines and columns count from 1 here. */
function region({ start, end }: Range): object {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** A message in which nothing is a placeholder (section 3.11.5) or a link (3.11.6). */
function text(message: string): object {
  return { text: message.replace(/[{}]/g, "$&$&").replace(/[\\[\]]/g, "\\$&") };
}
