import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { ProjectProblems } from "../../workspace/open/project-problems.ts";
import type { ClientFeatures } from "../editor/client-features.ts";
import type { ServerState } from "../state/state.ts";

/** Reports what is wrong with an open file, in the form that the client understands. */
export class Diagnostics {
  readonly #state: ServerState;
  readonly #projectProblems: ProjectProblems;

  constructor(state: ServerState) {
    this.#state = state;
    this.#projectProblems = new ProjectProblems(state.workspace);
  }

  /** The problems of a file; none for a file that is not certainly the operator's. */
  async of(file: OpenFile): Promise<Diagnostic[]> {
    const { workspace, features, projects } = this.#state;
    const { analysis } = file;
    const { uri } = analysis.text;
    const found = projects.concerns(uri)
      ? this.#projectProblems.of(analysis, projects.folderAt(uri))
      : workspace.problems.of(file, this.#typedAt(file));
    return understood(await found, features);
  }

  /** The answer to a client that pulls: the problems, or that nothing has changed since it last asked. */
  async report(file: OpenFile | undefined, previousResultId: unknown): Promise<DocumentDiagnosticReport> {
    if (file === undefined) return { kind: "full", items: [] };
    const isTyped = this.#typedAt(file).length > 0;
    const resultId = isTyped ? `${file.resultId}.typed` : file.resultId;
    if (previousResultId === resultId) return { kind: "unchanged", resultId };
    return { kind: "full", resultId, items: await this.of(file) };
  }

  /** The offsets at which the user is typing; empty unless the client reports when typing ends. */
  #typedAt({ analysis }: OpenFile): readonly number[] {
    const { features, typed } = this.#state;
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
