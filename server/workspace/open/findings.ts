import type { Diagnostic, Range } from "vscode-languageserver-types";
import type { FoundFix, LanguageService } from "../../core/language-service.ts";
import type { ChosenChart } from "../../core/ownership/chart-choice.ts";
import { isReported, type Ownership } from "../../core/ownership/claims.ts";
import type { Severity } from "../../core/settings.ts";
import { groupBy } from "../../core/yaml/group-by.ts";
import { shownFile } from "../files/release-paths.ts";
import type { OpenFile } from "./open-files.ts";

/** The severities, the loudest first; the protocol numbers them from 1 in this order. */
export const SEVERITY_NAMES: readonly Severity[] = ["error", "warning", "information", "hint"];

/** What is wrong at a place in a file, as hosts without an editor report it. */
export interface FileFinding<F extends FoundFix = FoundFix> {
  readonly severity: Severity;
  /** The code of the rule; absent for what is wrong with a release or a file as a whole. */
  readonly code?: string;
  readonly message: string;
  readonly range: Range;
  readonly isUnnecessary: boolean;
  readonly related: readonly RelatedPlace[];
  /** What would mend it, the best first. */
  readonly fixes: readonly F[];
  /** Whether it is fixed without asking, if the fix works together with the others; absent if that was not looked for. */
  readonly isFixable?: boolean;
}

/** Another place that a finding is about. */
export interface RelatedPlace {
  /** Its absolute path, or an address that is not on the disk. */
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/** What can be said of a file: what is wrong with it, or only why it is not checked. `unreadable` is ours, and too much for us. */
export type FileState = "checked" | "likely" | "foreign" | "unreadable";

/** The chart that a file was judged by, and why. */
export interface JudgedBy {
  /** Its name with the version: `cap-operator 0.34.0`; empty if the one that was named cannot be used. */
  readonly name: string;
  /** What says that it is this one; `undecided` if nothing does, and the name is of all that are possible. */
  readonly reason: ChosenChart["reason"] | "undecided";
  /** Why the chart that was named is not the one, or not all of it. */
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

/** A file is checked only if it is certainly ours. */
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
  fixable: readonly Parameters<typeof keyOf>[0][] = [],
): FileFinding<F>[] {
  const byPlace = groupBy(fixes, keyOf);
  const toFix = new Set(fixable.map(keyOf));
  return diagnostics.map((diagnostic) => {
    const { range, code, tags, relatedInformation = [] } = diagnostic;
    const message = messageOf(diagnostic);
    const key = keyOf({ code: String(code), message, range });
    return {
      severity: severityOf(diagnostic),
      ...(code !== undefined && { code: String(code) }),
      message,
      range,
      isUnnecessary: tags !== undefined,
      related: relatedInformation.map((one) => ({
        file: shownFile(one.location.uri),
        range: one.location.range,
        message: messageOf(one),
      })),
      fixes: byPlace.get(key) ?? [],
      ...(toFix.has(key) && { isFixable: true }),
    };
  });
}

/** What a diagnostic and its fixes have in common. */
function keyOf({
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

/** What a diagnostic says. */
export function messageOf({ message }: Pick<Diagnostic, "message">): string {
  return typeof message === "string" ? message : message.value;
}
