import type { Diagnostic, Range } from "vscode-languageserver-types";
import type { FoundFix, LanguageService } from "../../core/language-service.ts";
import type { ChosenChart } from "../../core/ownership/chart-choice.ts";
import { isReported, type Ownership } from "../../core/ownership/claims.ts";
import type { Severity } from "../../core/wire/documents.ts";
import { groupBy } from "../../core/yaml/group-by.ts";
import { memo } from "../../core/yaml/memo.ts";
import { shownFile } from "../files/release-paths.ts";
import type { OpenFile } from "./open-files.ts";

/** The severities, the most severe first; the protocol numbers them from 1 in this order. */
export const SEVERITY_NAMES: readonly Severity[] = ["error", "warning", "information", "hint"];

/** A problem at a place in a file, as hosts without an editor report it. */
export interface FileFinding<F extends FoundFix = FoundFix> {
  readonly severity: Severity;
  /** The code of the rule; absent for problems with a release or a file as a whole. */
  readonly code?: string;
  readonly message: string;
  readonly range: Range;
  readonly isUnnecessary: boolean;
  readonly related: readonly RelatedPlace[];
  /** Fixes of the problem, the best first. */
  readonly fixes: readonly F[];
  /** True if the problem is fixed without asking, when its fix works together with the others; absent if that was not determined. */
  readonly isFixable?: boolean;
}

/** Another place that a finding is about. */
export interface RelatedPlace {
  /** Its absolute path, or an address that is not on the disk. */
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/** The state of a file: checked, or the reason why it is not. An `unreadable` file is the operator's, and too large. */
export type FileState = "checked" | "likely" | "foreign" | "unreadable";

/** The chart that a file was judged by, and why. */
export interface JudgedBy {
  /** Its name with the version: `cap-operator 0.34.0`; empty if the one that was named cannot be used. */
  readonly name: string;
  /** The evidence for this chart; `undecided` if there is none, and the name is of all possible charts. */
  readonly reason: ChosenChart["reason"] | "undecided";
  /** The reason why the chart that was named is not used, or not all of it is known. */
  readonly doubt?: string;
  readonly explanation: string;
}

/** The chart that a file with values is judged by; `undefined` if it has none. */
export function judgedBy(service: LanguageService, file: OpenFile): JudgedBy | undefined {
  const { analysis } = file.embedded?.[0] ?? file;
  const chart = service.chartOf({ stack: file.releases?.[0] ?? analysis.stack });
  if (chart === undefined) return undefined;
  const { name, isDecided, reason, explanation, doubt } = chart;
  const isUsed = doubt?.kind !== "unusable";
  return {
    name: isUsed ? name : "",
    reason: isDecided ? reason : "undecided",
    ...(doubt && { doubt: doubt.message }),
    explanation,
  };
}

/** The state of a file by its owner. Only files that certainly are the operator's are checked. */
export function stateOf(ownership: Ownership): FileState {
  const { strength, reason } = ownership;
  if (strength === null) return "foreign";
  if (reason === "too-large" && strength === "certain") return "unreadable";
  return isReported(ownership) ? "checked" : "likely";
}

/** The findings that an editor shows as diagnostics, each with those of the fixes in the text that mend it. */
export function findingsOf<F extends FoundFix>(
  diagnostics: readonly Diagnostic[],
  fixes: readonly F[],
  fixable: readonly Parameters<typeof findingKey>[0][] = [],
): FileFinding<F>[] {
  const byPlace = groupBy(fixes, findingKey);
  const toFix = new Set(fixable.map(findingKey));
  // Most places are in the same file.
  const fileOf = memo(shownFile, new Map());
  return diagnostics.map((diagnostic) => {
    const { range, code, tags, relatedInformation = [] } = diagnostic;
    const message = messageOf(diagnostic);
    const key = findingKey({ code: String(code), message, range });
    return {
      severity: severityOf(diagnostic),
      ...(code !== undefined && { code: String(code) }),
      message,
      range,
      isUnnecessary: tags !== undefined,
      related: relatedInformation.map((other) => ({
        file: fileOf(other.location.uri),
        range: other.location.range,
        message: messageOf(other),
      })),
      fixes: byPlace.get(key) ?? [],
      ...(toFix.has(key) && { isFixable: true }),
    };
  });
}

/** The key by which fixes are matched with their diagnostic. */
function findingKey({
  code,
  message,
  range: { start, end },
}: Pick<FoundFix, "code" | "message" | "range">): string {
  return [start.line, start.character, end.line, end.character, code, message].join(" ");
}

/** The name of a diagnostic's severity. */
export function severityOf({ severity }: Pick<Diagnostic, "severity">): Severity {
  return SEVERITY_NAMES[(severity ?? 1) - 1] ?? "error";
}

/** The text of a diagnostic's message. */
export function messageOf({ message }: Pick<Diagnostic, "message">): string {
  return typeof message === "string" ? message : message.value;
}
