import {
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver";
import { type LanguageService, SEVERITIES } from "../core/language-service.ts";
import type { Settings } from "../core/settings.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { Releases } from "../workspace/releases.ts";
import type { ClientFeatures } from "./client-features.ts";
import { entryReports } from "./entry-reports.ts";
import type { TypedPlaces } from "./typed-places.ts";

/** What is needed to find problems. */
export interface DiagnosticsPorts {
  readonly service: LanguageService;
  readonly features: ClientFeatures;
  readonly settings: () => Settings;
  readonly releases: Releases;
  readonly typed: TypedPlaces;
}

/** Computes what is wrong with an open file, in the form that the client understands. */
export class Diagnostics {
  readonly #ports: DiagnosticsPorts;

  constructor(ports: DiagnosticsPorts) {
    this.#ports = ports;
  }

  /** The problems of a file; none for a file that is not certainly ours. */
  async of(file: OpenFile): Promise<Diagnostic[]> {
    const { service, features, settings } = this.#ports;
    if (!settings().diagnostics.enable) return [];
    const { strength, reason, explanation } = file.ownership;
    if (strength !== "certain") return [];
    if (reason === "too-large") return [aboutFile(explanation)];
    if (file.analysis.roots.length === 0) return [];
    const typedAt = this.#typedAt(file);
    const found = [...(await this.#ofReleases(file)), ...(await service.diagnostics(file.analysis, typedAt))];
    return understood(found, features);
  }

  /** The settings are not a document of ours, so problems with a release are reported at the top of its files. */
  async #ofReleases({ analysis }: OpenFile): Promise<Diagnostic[]> {
    const { features, releases } = this.#ports;
    const stacks = analysis.roots
      .flatMap((root) => (root.kind === "values" ? analysis.stacksOf(root) : []))
      .filter(({ release }) => release !== undefined);
    const problems = stacks.flatMap((stack) => releases.problems(stack)).map(aboutFile);
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
    return (await entryReports(this.#ports.service, stack)).map(({ sentence, code, href, severity }) => ({
      ...aboutFile(`Release ${stack.release ?? ""}: ${sentence}`),
      severity: SEVERITIES[severity],
      ...(code === undefined ? {} : { code }),
      ...(href === undefined ? {} : { codeDescription: { href } }),
    }));
  }

  /** The answer to a client that pulls: the problems, or that nothing has changed since it last asked. */
  async report(
    file: OpenFile | undefined,
    params: DocumentDiagnosticParams,
  ): Promise<DocumentDiagnosticReport> {
    if (file === undefined) return { kind: "full", items: [] };
    const isTyped = this.#typedAt(file).length > 0;
    const resultId = isTyped ? `${file.resultId}.typed` : file.resultId;
    if (params.previousResultId === resultId) return { kind: "unchanged", resultId };
    return { kind: "full", resultId, items: await this.of(file) };
  }

  /** Where the user is typing; empty unless the client says when typing ends. */
  #typedAt({ analysis }: OpenFile): readonly number[] {
    const { features, typed } = this.#ports;
    return features.saysWhenTypingEnds ? typed.of(analysis.text.uri) : [];
  }
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
