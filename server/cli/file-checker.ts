import type { Range } from "vscode-languageserver-types";
import type { OwnershipReason } from "../core/ownership/claims.ts";
import { addressOf, type DiskWorkspace } from "../workspace/disk-workspace.ts";
import { findingsOf, judgedBy, stateOf } from "../workspace/findings.ts";
import type { AskHelm } from "../workspace/helm-verdicts.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import { type ReleaseFault, releaseFaults } from "../workspace/release-faults.ts";
import type { KnownRelease } from "../workspace/release-identity.ts";
import { openWorkspace, requireChart, type WorkspaceChoice } from "./open-workspace.ts";
import type { Excerpt, FileReport, Finding } from "./report.ts";

/** What is needed to check files. */
export interface CheckerOptions extends WorkspaceChoice {
  /** Whether fixes are looked for, each of which takes as long as the check of its file. */
  readonly withFixes: boolean;
}

const NOT_READ: readonly OwnershipReason[] = ["too-large", "unreadable"];
const LINES_AROUND = 2;
const LONGEST_LINE = 400;
/** A finding may go from the top of a file to its end. */
const MOST_LINES = 12;

/** Checks one file after the other, and keeps nothing of them. */
export class FileChecker {
  readonly #options: CheckerOptions;
  readonly #workspace: DiskWorkspace;
  #prepared: Promise<void> | undefined;

  /** `warn` is told what should be known of releases and is not said in a file; Helm is asked only if `askHelm` is given. */
  constructor(options: CheckerOptions, warn: (message: string) => void, askHelm?: AskHelm) {
    this.#options = options;
    this.#workspace = openWorkspace(options, warn, askHelm);
  }

  /** Throws a sentence if the chart of the options or settings cannot be used. */
  requireChart(): Promise<void> {
    return requireChart(this.#workspace);
  }

  /** Checks a file. */
  async check(file: string): Promise<FileReport> {
    this.#prepared ??= this.#workspace.prepare();
    await this.#prepared;
    const uri = addressOf(file);
    try {
      const looked = await this.#workspace.file(uri);
      if ("problem" in looked) return { file, state: "unreadable", problem: looked.problem };
      const { ownership } = looked.file;
      const state = stateOf(ownership);
      if (state === "unreadable") return { file, state, problem: notChecked(ownership.explanation) };
      if (state !== "checked") {
        const isNotRead = state === "likely" && NOT_READ.includes(ownership.reason);
        return { file, state, explanation: ownership.explanation, ...(isNotRead && { isNotRead }) };
      }
      const chart = judgedBy(this.#workspace.service, looked.file);
      return { file, state, ...(chart && { chart }), findings: await this.#findings(looked.file) };
    } finally {
      this.#workspace.forget(uri);
    }
  }

  /** What is wrong with a release as a whole, and with its entries. */
  release(release: KnownRelease): Promise<ReleaseFault[]> {
    return releaseFaults(this.#workspace, release);
  }

  async #findings(file: OpenFile): Promise<Finding[]> {
    const diagnostics = await this.#workspace.problems.of(file);
    const wantsFixes = this.#options.withFixes && diagnostics.length > 0;
    const fixes = wantsFixes ? await this.#workspace.service.fixesFound(file.analysis) : [];
    return findingsOf(diagnostics, fixes).map((finding) => ({
      ...finding,
      excerpt: excerptOf(file, finding.range),
    }));
  }
}

/** What is said of a file that was not checked, behind its name and before a dot. */
export function notChecked(explanation: string): string {
  return `was not checked. ${explanation.replace(/\.$/, "")}`;
}

/** Files that are looked at at the same time, so that nobody waits for the disk. */
const AT_ONCE = 4;

/** Checks files; the reports are in their order. */
export async function checkAll(checker: FileChecker, files: readonly string[]): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  let next = 0;
  const goOn = async () => {
    for (let index = next++; index < files.length; index = next++) {
      reports[index] = await checker.check(files[index] ?? "");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return reports;
}

function excerptOf({ analysis: { lines } }: OpenFile, { start, end }: Range): Excerpt {
  const first = Math.max(0, start.line - LINES_AROUND);
  const last = Math.min(lines.count - 1, end.line + LINES_AROUND, first + MOST_LINES - 1);
  const texts: string[] = [];
  for (let line = first; line <= last; line++) texts.push(lines.text(line).slice(0, LONGEST_LINE));
  // A copy: a part of a string keeps the whole string in memory.
  return { first, lines: structuredClone(texts) };
}
