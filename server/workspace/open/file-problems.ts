import * as l10n from "@vscode/l10n";
import { type Diagnostic, DiagnosticSeverity, type Range } from "vscode-languageserver-types";
import { MOST_EMBEDDED, type Unread } from "../../core/embedded/find.ts";
import { type LanguageService, SEVERITIES } from "../../core/language-service.ts";
import { isReported } from "../../core/ownership/claims.ts";
import { silencer } from "../../core/rules/engine/silence-comments.ts";
import type { SettingsFor } from "../../core/settings.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { findModeline } from "../../core/yaml/modeline.ts";
import type { EmbeddedPart } from "../embedded/embedded-parts.ts";
import type { Releases } from "../releases/releases.ts";
import { entryReports } from "./entry-reports.ts";
import type { OpenFile } from "./open-files.ts";

/** The sources of problems, and the places where the host shows them. */
export interface FileProblemsPorts {
  readonly service: LanguageService;
  readonly settings: SettingsFor;
  readonly releases: Releases;
  /** True if the host shows problems with the entries of releases elsewhere. */
  readonly showsEntries: boolean;
  /** True if the host shows problems with releases as a whole elsewhere; if absent, they are shown in the files of the release. */
  readonly showsReleases?: boolean;
  /** Helm's complaints about a release so far; none if absent. */
  readonly complaints?: (stack: ReleaseStack) => readonly HelmComplaint[];
}

/** Computes what is wrong with a file; the same for every host. */
export class FileProblems {
  readonly #ports: FileProblemsPorts;

  constructor(ports: FileProblemsPorts) {
    this.#ports = ports;
  }

  /** The problems of a file; none for a file that is not certainly the operator's. `typedAt` are the offsets at which the user is typing. */
  async of(file: OpenFile, typedAt: readonly number[] = []): Promise<Diagnostic[]> {
    const { service, settings } = this.#ports;
    if (!settings(file.analysis.text.uri).diagnostics.enable) return [];
    if (file.embedded) {
      const ofParts = await Promise.all(
        file.embedded.flatMap((part) => [
          this.#ofPart(file, part, typedAt),
          this.#ofPlaced(file, part.values.unread ? undefined : (part.entries ?? part.analysis.stack)),
        ]),
      );
      const ofReleases = await Promise.all((file.releases ?? []).map((stack) => this.#ofPlaced(file, stack)));
      return withoutRepeated([...ofParts, ...ofReleases].flat());
    }
    const { reason, explanation } = file.ownership;
    if (!isReported(file.ownership)) return [];
    if (reason === "too-large") return [aboutFile(explanation)];
    if (reason === "unreadable")
      return [{ ...aboutFile(explanation), severity: DiagnosticSeverity.Error, code: "syntax" }];
    if (file.analysis.roots.length === 0) return [];
    return [
      ...this.#ofChart(file),
      ...(await this.#ofReleases(file)),
      ...(await service.diagnostics(file.analysis, typedAt)),
    ];
  }

  /** The chart that a file or its document names, if the command line names another one. */
  #ofChart({ analysis }: OpenFile): Diagnostic[] {
    const { overridden } = this.#ports.service.chartOf(analysis) ?? {};
    if (overridden === undefined) return [];
    const { by, version, message } = overridden;
    const comment = by === "modeline" ? findModeline(analysis.file.text) : undefined;
    // The comment may be in another file of the same release.
    if (by === "modeline" && (comment === undefined || comment.version !== version)) return [];
    const offset = comment?.start ?? analysis.roots[0]?.node?.offset ?? 0;
    const { start } = analysis.range(offset, offset);
    const end = { line: start.line, character: analysis.lines.text(start.line).length };
    return [{ ...aboutFile(message), range: { start, end } }];
  }

  /** The problems of values in a document of another product; those in a text that is not written as it is read are at its key. */
  async #ofPart(file: OpenFile, part: EmbeddedPart, typedAt: readonly number[]): Promise<Diagnostic[]> {
    const { unread, product } = part.values;
    const range = part.location.keyIn(file.analysis.text);
    if (unread) return [notRead(range, product, unread)];
    if (part.analysis.region.isWritten) return this.of(part, typedAt);
    return (await this.of(part)).map(({ severity = 1, code, source = "", message }) => ({
      range,
      severity,
      source,
      message,
      code,
    }));
  }

  /** The problems of entries that are written in the same document; of one whose value is not known, those of its key, if that has a place. */
  async #ofPlaced({ analysis }: OpenFile, stack: ReleaseStack | undefined): Promise<Diagnostic[]> {
    if (stack === undefined) return [];
    const isSilenced = silencer(analysis);
    return (await entryReports(this.#ports.service, stack)).flatMap((report) => {
      const { place } = stack.sets[report.set] ?? {};
      const { severity, code, href } = report;
      const key = OF_KEYS.includes(code) ? place?.key : undefined;
      if (!place || (place.isOpaque && !key) || place.uri !== analysis.text.uri) return [];
      const { offset, length } = key ?? place;
      if (isSilenced({ start: offset }, { code })) return [];
      return {
        range: analysis.range(offset, offset + length),
        severity: SEVERITIES[severity],
        source: "cap-operator",
        message: report.message,
        code,
        codeDescription: { href },
      };
    });
  }

  /** Reported at the top of the release's files, because the settings that have the release are not a checked document. */
  async #ofReleases({ analysis }: OpenFile): Promise<Diagnostic[]> {
    const { showsEntries, showsReleases, releases } = this.#ports;
    const stacks = analysis.roots
      .flatMap((root) => (root.kind.isMerged ? analysis.stacksOf(root) : []))
      .filter(({ release }) => release !== undefined);
    const problems = showsReleases ? [] : stacks.flatMap((stack) => releases.problems(stack)).map(aboutFile);
    if (!showsEntries) {
      for (const stack of stacks) for (const each of await this.#ofEntries(stack)) problems.push(each);
    }
    if (problems.length === 0) return problems;
    const end = { line: 0, character: analysis.lines.text(0).length };
    return problems.map((problem) => ({
      ...problem,
      range: { start: { line: 0, character: 0 }, end },
    }));
  }

  async #ofEntries(stack: ReleaseStack): Promise<Diagnostic[]> {
    const { service, complaints } = this.#ports;
    return (await entryReports(service, stack, complaints?.(stack))).map(
      ({ sentence, code, href, severity }) => ({
        ...aboutFile(`Release ${stack.release ?? ""}: ${sentence}`),
        severity: SEVERITIES[severity],
        code,
        codeDescription: { href },
      }),
    );
  }
}

/** The rules whose findings are about a key, whatever its value is. */
const OF_KEYS: readonly string[] = ["unknown-key", "misplaced-key"];

/** Drops repetitions: a problem that belongs to several parts of a file comes with each of them. */
function withoutRepeated(all: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(all.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** The diagnostic that gives the reason why values are not checked. */
function notRead(range: Range, product: string, unread: Unread): Diagnostic {
  const common = { range, source: "cap-operator" };
  if (unread.is === "too-many") {
    const message = l10n.t(
      "Only the first {0} places with values of CAP Operator in a file are checked, so these values and all that follow are not.",
      MOST_EMBEDDED,
    );
    return { ...common, severity: DiagnosticSeverity.Information, message };
  }
  if (unread.is === "outer-anchor") {
    const message = l10n.t("These values use an anchor from outside of them, so they are not checked.");
    return { ...common, severity: DiagnosticSeverity.Information, message };
  }
  const message = l10n.t("{0} does not read these values, because {1} is set.", product, unread.instead);
  return { ...common, severity: DiagnosticSeverity.Warning, code: "not-in-effect", message };
}

/** A sentence about a whole file. */
function aboutFile(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Information,
    source: "cap-operator",
    message,
  };
}
