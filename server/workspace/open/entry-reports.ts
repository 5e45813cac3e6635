import type { LanguageService } from "../../core/language-service.ts";
import { entryText } from "../../core/semantics/release-values.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import type { Severity } from "../../core/wire/documents.ts";

/** A problem with an entry of a release: with the values that it sets, or with its syntax. */
export interface EntryReport {
  readonly set: number;
  readonly severity: Severity;
  readonly code: string;
  readonly href: string;
  readonly message: string;
  /** The message together with the entry, for places where the entry is not visible. */
  readonly sentence: string;
}

/** The problems of a release's entries, with Helm's complaints about them. */
export async function entryReports(
  service: LanguageService,
  stack: ReleaseStack,
  complaints: readonly HelmComplaint[] = [],
): Promise<EntryReport[]> {
  if (stack.sets.length === 0) return [];
  const rejected = service
    .rejectedEntries(stack)
    .map((problem) => ({ ...problem, sentence: problem.message }));
  const found = (await service.entryProblems(stack, complaints)).map((problem) => ({
    ...problem,
    sentence: `${entryText(stack, problem.set)}: ${problem.message}`,
  }));
  return [...rejected, ...found];
}
