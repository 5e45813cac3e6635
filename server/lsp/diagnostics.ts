import type { Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReport } from "vscode-languageserver";
import type { FileProblems } from "../workspace/file-problems.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { ClientFeatures } from "./client-features.ts";
import type { TypedPlaces } from "./typed-places.ts";

/** What is needed to report problems. */
export interface DiagnosticsPorts {
  readonly problems: FileProblems;
  /** The problems of a file with the settings of a project; `undefined` for any other. */
  readonly ofProject: (file: OpenFile) => Promise<Diagnostic[]> | undefined;
  readonly features: ClientFeatures;
  readonly typed: TypedPlaces;
}

/** Reports what is wrong with an open file, in the form that the client understands. */
export class Diagnostics {
  readonly #ports: DiagnosticsPorts;

  constructor(ports: DiagnosticsPorts) {
    this.#ports = ports;
  }

  /** The problems of a file; none for a file that is not certainly ours. */
  async of(file: OpenFile): Promise<Diagnostic[]> {
    const { problems, ofProject, features } = this.#ports;
    return understood(await (ofProject(file) ?? problems.of(file, this.#typedAt(file))), features);
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
