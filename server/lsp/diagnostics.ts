import {
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver";
import { type LanguageService, SEVERITIES } from "../core/language-service.ts";
import type { Settings } from "../core/settings.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { ClientFeatures } from "./client-features.ts";
import { entryReports } from "./entry-reports.ts";
import type { OpenFile } from "./open-files.ts";

/** Computes what is wrong with an open file, in the form that the client understands. */
export class Diagnostics {
  readonly #service: LanguageService;
  readonly #settings: () => Settings;
  readonly #releaseProblems: (stack: ReleaseStack) => readonly string[];
  readonly #typedAt: (uri: string) => readonly number[];

  /**
   * `releaseProblems` are those of a release that are not shown in another open file, without those of its entries; `typedAt`
   * says where somebody types.
   */
  constructor(
    service: LanguageService,
    settings: () => Settings,
    releaseProblems: (stack: ReleaseStack) => readonly string[],
    typedAt: (uri: string) => readonly number[],
  ) {
    this.#typedAt = typedAt;
    this.#releaseProblems = releaseProblems;
    this.#service = service;
    this.#settings = settings;
  }

  /** The problems of a file; none for a file that is not certainly ours. */
  async of(file: OpenFile, features: ClientFeatures): Promise<Diagnostic[]> {
    if (!this.#settings().diagnostics.enable) return [];
    const { strength, reason, explanation } = file.ownership;
    if (strength !== "certain") return [];
    if (reason === "too-large") return [aboutFile(explanation)];
    if (file.analysis.roots.length === 0) return [];
    const typedAt = features.saysWhenTypingEnds ? this.#typedAt(file.analysis.text.uri) : [];
    const found = [
      ...(await this.#ofReleases(file, features)),
      ...(await this.#service.diagnostics(file.analysis, typedAt)),
    ];
    return understood(found, features);
  }

  /** The settings are no document of ours, so what is wrong with a release is said at the top of its files. */
  async #ofReleases({ analysis }: OpenFile, features: ClientFeatures): Promise<Diagnostic[]> {
    const stacks = analysis.roots
      .flatMap((root) => (root.kind === "values" ? analysis.stacksOf(root) : []))
      .filter(({ release }) => release !== undefined);
    const problems = stacks.flatMap((stack) => this.#releaseProblems(stack)).map(aboutFile);
    if (!features.entryProblems) {
      for (const stack of stacks) problems.push(...(await this.#ofEntries(stack)));
    }
    const end = { line: 0, character: analysis.lines.text(0).length };
    return problems.map((problem) => ({
      ...problem,
      range: { start: { line: 0, character: 0 }, end },
    }));
  }

  async #ofEntries(stack: ReleaseStack): Promise<Diagnostic[]> {
    return (await entryReports(this.#service, stack)).map(({ sentence, code, href, severity }) => ({
      ...aboutFile(`Release ${stack.release ?? ""}: ${sentence}`),
      severity: SEVERITIES[severity],
      ...(code === undefined ? {} : { code }),
      ...(href === undefined ? {} : { codeDescription: { href } }),
    }));
  }

  /** The answer to a pull: the problems, or that nothing changed since the client last asked. */
  async report(
    file: OpenFile | undefined,
    params: DocumentDiagnosticParams,
    features: ClientFeatures,
  ): Promise<DocumentDiagnosticReport> {
    if (file === undefined) return { kind: "full", items: [] };
    const isTyped = features.saysWhenTypingEnds && this.#typedAt(file.analysis.text.uri).length > 0;
    const resultId = isTyped ? `${file.resultId}.typed` : file.resultId;
    if (params.previousResultId === resultId) return { kind: "unchanged", resultId };
    return { kind: "full", resultId, items: await this.of(file, features) };
  }
}

/** A sentence about a file as a whole. */
function aboutFile(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Information,
    source: "cap-operator",
    message,
  };
}

/** Diagnostics without what a client cannot show: a file may have thousands of them. */
function understood(
  diagnostics: Diagnostic[],
  { relatedInformation, codeDescription }: ClientFeatures,
): Diagnostic[] {
  if (relatedInformation && codeDescription) return diagnostics;
  return diagnostics.map(({ relatedInformation: related, codeDescription: explained, ...diagnostic }) => ({
    ...diagnostic,
    ...(relatedInformation && related ? { relatedInformation: related } : {}),
    ...(codeDescription && explained ? { codeDescription: explained } : {}),
  }));
}
