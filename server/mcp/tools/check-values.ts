import type { Diagnostic } from "vscode-languageserver-types";
import type { FoundFix } from "../../core/language-service.ts";
import type { DocumentKind, Severity } from "../../core/wire/documents.ts";
import { fixesFoundIn } from "../../workspace/open/file-fixes.ts";
import {
  type FileFinding,
  type FileState,
  findingsOf,
  type JudgedBy,
  judgedBy,
  severityOf,
  stateOf,
} from "../../workspace/open/findings.ts";
import { releaseFaults } from "../../workspace/open/release-faults.ts";
import type { AnalyzedFile, ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { editsOf, filled, placeOf } from "../places.ts";
import { tool, VALUES_ARGUMENTS } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { type Choice, repairOf } from "./repair.ts";

/** The numbers of findings by severity. */
export type Counts = Readonly<Record<Severity, number>>;

interface CheckValues extends ValuesSource {
  readonly fixes?: boolean;
  readonly repair?: Choice | "none";
}

export const checkValues = tool<CheckValues>({
  name: "check_values",
  title: "Check values",
  description:
    "Reports what is wrong with values of the CAP Operator's chart, an operator resource or a release, with the repaired text.",
  arguments: {
    ...VALUES_ARGUMENTS,
    repair: {
      type: "string",
      enum: ["safe", "likely", "none"],
      description: "safe (default), or all that is likely right.",
    },
    fixes: { type: "boolean", description: "List each fix." },
  },
  answer: { findings: "array", repaired: "object", files: "array" },
  run: async ({ release, fixes = false, repair = "safe", ...source }, { engine, folders }) => {
    const wants = { fixes, repair };
    if (release === undefined) {
      const again = async (text: string) => engine.analyze({ ...source, text }, folders);
      return reportOf(await engine.analyze(source, folders), { ...wants, again }, LIMITS.answers);
    }
    if (source.text !== undefined)
      throw new ToolError("A release is checked as it is on the disk: name no text with it.");
    const analyzed = await engine.analyzeRelease(source, release, folders);
    const faults = await releaseFaults(analyzed.workspace, analyzed.release);
    const problems = faults.map(({ name: _, ...problem }) => problem);
    const files: Report[] = [];
    let left = Math.max(0, LIMITS.answers - problems.length);
    for (const file of analyzed.files) {
      const report = await reportOf(file, wants, left);
      left -= report.findings?.length ?? 0;
      files.push(report);
    }
    return {
      release: analyzed.release.id,
      problems: problems.slice(0, LIMITS.answers),
      ...omitted(problems.length - LIMITS.answers),
      files,
    };
  },
});

/** The report about a text. */
interface Report {
  /** Its path, if it is a file. */
  readonly file?: string;
  readonly state: FileState;
  /** The reason why it is not checked. */
  readonly explanation?: string;
  readonly kind?: DocumentKind | null;
  /** The chart that its values were judged by, with the reason. */
  readonly chart?: object;
  readonly counts?: Counts;
  readonly findings?: readonly object[];
  /** The number of findings whose fixes were not looked for. */
  readonly withoutFixes?: number;
  /** The text after its fixes, with the numbers of findings that remain. */
  readonly repaired?: object;
}

/** The parts of a report besides the findings. */
interface Wants {
  readonly fixes: boolean;
  readonly repair: Choice | "none";
  /** Looks at the same text after a change; absent if it is one of several. */
  readonly again?: (text: string) => Promise<AnalyzedFile>;
}

async function reportOf(analyzed: AnalyzedFile, wants: Wants, most: number): Promise<Report> {
  const { path, file, workspace } = analyzed;
  const { kind, explanation } = file.ownership;
  const state = stateOf(file.ownership);
  const about = { file: path, state };
  if (state !== "checked") return { ...about, explanation };
  const diagnostics = await workspace.problems.of(file);
  const { fixes, left } = wants.fixes ? await fixesOf(analyzed, diagnostics) : NO_FIXES;
  const judged = judgedBy(workspace.service, file);
  const lines = analyzed.text.split(/\r\n|[\n\r]/);
  const findings = withRoom(
    findingsOf(diagnostics.slice(0, most), fixes).map((finding) => answered(finding, lines)),
  );
  return {
    ...about,
    kind: kind?.name ?? null,
    ...(judged && { chart: chartOf(judged) }),
    counts: countsOf(diagnostics),
    findings,
    ...omitted(diagnostics.length - findings.length),
    ...(left > 0 && { withoutFixes: left }),
    ...(diagnostics.length > 0 && (await repairedOf(analyzed, wants))),
  };
}

/** The chart by which a file was judged, and the reason, in a word if that is enough. */
function chartOf({ name, reason, doubt, explanation }: JudgedBy): object {
  return reason === "undecided" || doubt ? { name, reason, doubt, explanation } : { name, reason };
}

async function repairedOf(analyzed: AnalyzedFile, { repair, again }: Wants): Promise<object> {
  const repaired = repair === "none" ? undefined : await repairOf(analyzed, repair);
  if (!repaired) return {};
  const after = await again?.(repaired.text);
  const remaining = after && countsOf(await after.workspace.problems.of(after.file));
  return { repaired: { text: repaired.text, remaining } };
}

/** As many of the first findings as an answer has room for; one at least. */
function withRoom(findings: readonly object[]): readonly object[] {
  let size = 0;
  const end = findings.findIndex((finding, index) => {
    size += JSON.stringify(finding).length;
    return index > 0 && size > LIMITS.findings;
  });
  return end < 0 ? findings : findings.slice(0, end);
}

/** The number of findings that were left out, if any were. */
function omitted(count: number): object {
  return count > 0 ? { omitted: count } : {};
}

/** A fix, with the name by which it can be asked for as long as the text is the same. */
interface NamedFix extends FoundFix {
  readonly id: string;
}

const NO_FIXES = { fixes: [], left: 0 };

/** The fixes in a text, and the number of findings whose fixes were not looked for. */
export async function fixesOf(
  { workspace, file }: AnalyzedFile,
  diagnostics: readonly Diagnostic[],
): Promise<{ readonly fixes: readonly NamedFix[]; readonly left: number }> {
  if (diagnostics.length === 0) return NO_FIXES;
  const { fixes, left } = await fixesFoundIn(workspace.service, file);
  return { fixes: fixes.map((fix, index) => ({ ...fix, id: `fix-${index + 1}` })), left };
}

export function countsOf(diagnostics: readonly Diagnostic[]): Counts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const diagnostic of diagnostics) counts[severityOf(diagnostic)] += 1;
  return counts;
}

/** A finding with the text of its line, cut off if that is long. */
function answered(finding: FileFinding<NamedFix>, lines: readonly string[]): object {
  const { severity, code, message, range, isUnnecessary, related, fixes } = finding;
  return filled({
    ...placeOf(range),
    severity,
    code,
    message,
    isUnnecessary,
    source: shortened(lines[range.start.line]?.trim() ?? ""),
    related: related.map((other) => ({ file: other.file, ...placeOf(other.range), message: other.message })),
    fixes: fixes.map(({ id, title, isSafe, isPreferred, edits }) =>
      filled({ id, title, isSafe, isPreferred, edits: editsOf(edits) }),
    ),
  });
}

const LONGEST_LINE = 120;

function shortened(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
