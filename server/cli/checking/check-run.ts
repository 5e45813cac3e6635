import path from "node:path";
import type { Range } from "vscode-languageserver-types";
import type { OwnershipReason } from "../../core/wire/documents.ts";
import { Lines } from "../../core/yaml/lines.ts";
import { valueAt } from "../../core/yaml/lookup.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import { partsOf } from "../../workspace/embedded/embedded-parts.ts";
import { readFileText } from "../../workspace/files/disk-values-files.ts";
import { wholeMachine } from "../../workspace/files/reach.ts";
import type { AskHelm } from "../../workspace/helm/render-question.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { fixableIn, fixesFoundIn } from "../../workspace/open/file-fixes.ts";
import { findingsOf, judgedBy, stateOf } from "../../workspace/open/findings.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { releaseFaults } from "../../workspace/open/release-faults.ts";
import { keepYoungGenerationSmall } from "../../workspace/open/young-generation.ts";
import { type KnownRelease, knownReleases } from "../../workspace/releases/release-identity.ts";
import { MOST_PROJECT_BYTES } from "../../workspace/settings/project.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { notChecked, notCheckedBecause } from "../output/not-checked.ts";
import { type Excerpt, type FileReport, type Finding, NOWHERE } from "../output/report.ts";
import { openWorkspace, requireChart, type WorkspaceChoice } from "../values/open-workspace.ts";
import { valuesFilesOf } from "../values/release-files.ts";

/** The files and releases to check. */
export interface CheckPlan extends WorkspaceChoice {
  /** The files that were named one by one. If one of them may be the operator's and cannot be read, the check fails. */
  readonly named: ReadonlySet<string>;
  /** Those of them that a person named as files of the operator. If one of them is not checked, that is a finding. */
  readonly meant: ReadonlySet<string>;
  /** Releases that are checked as a whole, in addition to their files. */
  readonly releases: readonly KnownRelease[];
  /** The file in which releases are written down, if they are and it is checked. */
  readonly settingsFile?: string;
}

/** The callbacks of a check. */
export interface CheckEvents {
  /** Takes the report of the next file, in the order of the files. */
  readonly report: (report: FileReport) => void;
  /** Takes messages about releases that are reported in no file. Each comes once. */
  readonly warn: (message: string) => void;
}

/** Additions to a check. */
export interface CheckExtras {
  /** Looks for fixes as well, which takes about as long as fixing them all. */
  readonly withFixes?: boolean;
  readonly askHelm?: AskHelm;
}

/** Files that are checked at the same time, so that one does not wait for what another reads from the disk. */
const AT_ONCE = 4;
const NOT_READ: readonly OwnershipReason[] = ["too-large", "unreadable"];
const LINES_AROUND = 2;
const LONGEST_LINE = 400;
/** A finding may go from the top of a file to its end. */
const MOST_LINES = 12;

/** Checks releases, and then files, of which nothing is kept. Throws a sentence if the chart of the options or settings cannot be used. */
export async function runCheck(
  plan: CheckPlan,
  { report, warn }: CheckEvents,
  { withFixes = false, askHelm }: CheckExtras = {},
): Promise<void> {
  // A problem of a release is a finding, so there is no warning as well.
  const warnings = new Set<string>();
  const workspace = openWorkspace(
    plan,
    (message) => void (plan.showsReleases || warnings.add(message)),
    askHelm,
  );
  await requireChart(workspace);
  const atReleases = new Set<string>();
  const take = (found: FileReport) => {
    if (found.state !== "checked") return report(found);
    for (const { message } of found.findings) warnings.delete(message);
    if (found.isOfReleases) for (const { message } of found.findings) atReleases.add(message);
    // A file shows what is wrong with its releases, unless that was reported where they are written down.
    const findings = found.findings.filter(
      ({ message }) => found.isOfReleases === true || !atReleases.has(message),
    );
    report({ ...found, findings });
  };
  const releases = plan.showsReleases ? plan.releases : withMissingFiles(plan);
  if (releases.length > 0) {
    const findings = await releaseFindings(workspace, plan, releases);
    // Releases on the command line have no place in a file.
    const file = plan.settingsFile ?? plan.files.at(-1) ?? plan.cwd;
    if (findings.length > 0) take({ file, state: "checked", findings, isOfReleases: true });
  }
  await workspace.prepare();
  const { files } = plan;
  keepYoungGenerationSmall();
  for (let first = 0; first < files.length; first += AT_ONCE) {
    const next = files.slice(first, first + AT_ONCE);
    for (const checked of await Promise.all(next.map((file) => checkFile(workspace, file, plan, withFixes))))
      take(checked);
  }
  for (const message of warnings) warn(message);
}

/** Releases of the settings with a values file that does not exist: nobody can install them. */
function withMissingFiles({ settingsFile, settings, folders }: CheckPlan): readonly KnownRelease[] {
  if (settingsFile === undefined) return [];
  return knownReleases(settings.releases).filter((release) =>
    release.values.some((name) => isMissing(release, name, folders)),
  );
}

function isMissing(release: KnownRelease, name: string, folders: readonly string[]): boolean {
  return valuesFilesOf([{ ...release, values: [name] }], folders).length === 0;
}

async function checkFile(
  workspace: DiskWorkspace,
  file: string,
  { named, meant }: Pick<CheckPlan, "named" | "meant">,
  withFixes: boolean,
): Promise<FileReport> {
  const uri = addressOf(file);
  try {
    const looked = await workspace.file(uri);
    if ("problem" in looked)
      return { file, state: "unreadable", problem: looked.problem, fails: named.has(file) };
    const { ownership } = looked.file;
    const { explanation } = ownership;
    const state = stateOf(ownership);
    if (state !== "checked") {
      const isNotRead = state === "likely" && NOT_READ.includes(ownership.reason);
      if (state !== "unreadable" && !(isNotRead && named.has(file))) {
        const isFailure = meant.has(file) && path.basename(file) !== PROJECT_FILE;
        return { file, state, explanation, ...(isFailure && { problem: notChecked(file, ownership) }) };
      }
      const problem = notCheckedBecause(explanation);
      return { file, state: "unreadable", problem, fails: true };
    }
    const chart = judgedBy(workspace.service, looked.file);
    const { findings, left } = await fileFindings(workspace, looked.file, withFixes);
    const isPassedOver = partsOf(looked.file).some(
      ({ analysis: { stack } }) => stack && workspace.verdicts?.whyNot(stack) === "unread-values",
    );
    return {
      file,
      state,
      ...(isPassedOver && { isNotRendered: true }),
      ...(chart && { chart }),
      ...(left > 0 && { withoutFixes: left }),
      findings,
    };
  } finally {
    workspace.forget(uri);
  }
}

async function fileFindings(
  workspace: DiskWorkspace,
  file: OpenFile,
  withFixes: boolean,
): Promise<{ readonly findings: Finding[]; readonly left: number }> {
  const diagnostics = await workspace.problems.of(file);
  const isAsked = withFixes && diagnostics.length > 0;
  const { fixes, left } = isAsked ? await fixesFoundIn(workspace.service, file) : { fixes: [], left: 0 };
  const fixable = diagnostics.length > 0 ? await fixableIn(workspace.service, file) : [];
  const findings = findingsOf(diagnostics, fixes, fixable).map((finding) => ({
    ...finding,
    excerpt: excerptOf(file, finding.range),
  }));
  return { findings, left };
}

function excerptOf({ analysis, shown: { lines } = analysis }: OpenFile, { start, end }: Range): Excerpt {
  const first = Math.max(0, start.line - LINES_AROUND);
  const last = Math.min(lines.count - 1, end.line + LINES_AROUND, first + MOST_LINES - 1);
  const texts: string[] = [];
  for (let line = first; line <= last; line++) texts.push(lines.text(line).slice(0, LONGEST_LINE));
  // A copy: a part of a string keeps the whole string in memory.
  return { first, lines: structuredClone(texts) };
}

/** The problems of releases as a whole, and of their entries. */
async function releaseFindings(
  workspace: DiskWorkspace,
  plan: CheckPlan,
  releases: readonly KnownRelease[],
): Promise<Finding[]> {
  const read = plan.settingsFile && readFileText(plan.settingsFile, MOST_PROJECT_BYTES, wholeMachine);
  const text = read && "text" in read ? read.text : "";
  const placeOf = placesIn(text);
  const findings: Finding[] = [];
  for (const release of releases) {
    const place = plan.settingsFile === undefined ? NOWHERE : placeOf(release);
    // The files that exist report all else.
    const isOfFiles = !plan.showsReleases && valuesFilesOf([release], plan.folders).length > 0;
    for (const { name, ...problem } of await releaseFaults(workspace, release)) {
      if (isOfFiles && (name === undefined || !isMissing(release, name, plan.folders))) continue;
      findings.push({ ...problem, ...place, isUnnecessary: false, related: [], fixes: [] });
    }
  }
  return findings;
}

/** Finds the place of each release: its line in the settings. */
function placesIn(text: string): (release: KnownRelease) => Pick<Finding, "range" | "excerpt"> {
  const file = parseYaml(text);
  const root = file.documents[0]?.root;
  const releases = root && valueAt(root, ["releases"]);
  const offsets = new Map<string, number>();
  for (const item of releases?.type === "array" ? releases.items : []) {
    const node = valueAt(item, ["name"]);
    if (node?.type === "string" && !offsets.has(node.value)) offsets.set(node.value, item.offset);
  }
  const lines = new Lines(file);
  return ({ name }) => {
    const line = lines.lineAt(offsets.get(name) ?? 0);
    const content = lines.text(line);
    const from = content.length - content.trimStart().length;
    return {
      range: {
        start: { line, character: from },
        end: { line, character: content.length },
      },
      excerpt: { first: line, lines: [content] },
    };
  };
}
