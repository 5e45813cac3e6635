import * as l10n from "@vscode/l10n";
import { COMMAND_LINE } from "../../core/values/release-stack.ts";
import type { Severity } from "../../core/wire/documents.ts";
import { boundedSentence } from "../../core/yaml/shown.ts";
import type { KnownRelease } from "../releases/release-identity.ts";
import type { DiskWorkspace } from "./disk-workspace.ts";
import { entryReports } from "./entry-reports.ts";
import { severityOf } from "./findings.ts";

/** A problem of a release that is in none of its files, with its severity before an installation. */
export interface ReleaseFault {
  readonly severity: Severity;
  readonly code?: string;
  readonly message: string;
  /** The values file that it is about, as the settings name it. */
  readonly name?: string;
}

/** The code of problems with the chart of a release. */
export const UNUSABLE = "unusable-chart";

/** The problems of a release as a whole and of its entries, but for those that are reported in its files. */
export async function releaseFaults(
  workspace: DiskWorkspace,
  release: KnownRelease,
): Promise<ReleaseFault[]> {
  const { service, releases } = workspace;
  const stack = await workspace.settled(() => releases.stack(release));
  const faults: ReleaseFault[] = [];
  for (const { file, set, offset, name, message, severity, chart, code } of service.stackProblems(stack)) {
    if (chart !== undefined) {
      // Doubts about the chart are reported in the files.
      if (severity === "error") faults.push({ severity, code: UNUSABLE, message });
      continue;
    }
    const uri = file === undefined ? undefined : stack.files[file]?.uri;
    // Problems of an entry are reported with the entry.
    if (set !== undefined || (uri !== undefined && (await isSaid(workspace, uri, offset)))) continue;
    faults.push({ severity, message, code, ...(name !== undefined && { name }) });
  }
  for (const { severity, code, sentence } of await entryReports(
    service,
    stack,
    await workspace.asked(stack),
  )) {
    faults.push({ severity, code, message: sentence });
  }
  const { release: name = "" } = stack;
  return faults.map((fault) => ({
    ...fault,
    message: boundedSentence(
      name === COMMAND_LINE ? fault.message : l10n.t("Release {0}: {1}", name, fault.message),
    ),
  }));
}

/** True if a file has an error on the line of an offset. */
async function isSaid(workspace: DiskWorkspace, uri: string, offset: number | undefined): Promise<boolean> {
  const looked = await workspace.file(uri);
  if ("problem" in looked || offset === undefined) return false;
  const { line } = looked.file.analysis.range(offset, offset).start;
  const found = await workspace.problems.of(looked.file);
  return found.some(
    (diagnostic) => severityOf(diagnostic) === "error" && diagnostic.range.start.line === line,
  );
}
