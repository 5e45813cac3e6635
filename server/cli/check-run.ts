import { readFileSync } from "node:fs";
import { Lines } from "../core/yaml/lines.ts";
import { valueAt } from "../core/yaml/lookup.ts";
import { parseYaml } from "../core/yaml/reader/parse.ts";
import type { AskHelm } from "../workspace/helm-verdicts.ts";
import type { KnownRelease } from "../workspace/release-identity.ts";
import { type CheckerOptions, checkAll, FileChecker } from "./file-checker.ts";
import type { FileReport, Finding } from "./report.ts";

/** What is checked. */
export interface CheckPlan extends CheckerOptions {
  /** Releases that are checked as a whole, beside their files. */
  readonly releases: readonly KnownRelease[];
  /** The file in which they are written down, if they are. */
  readonly settingsFile?: string;
}

/** What a run is told on its way. */
export interface CheckEvents {
  /** Takes the report of the next file, in the order of the files. */
  readonly report: (report: FileReport) => void;
  /** Told what should be known of releases and is not said in a file. Each sentence comes once. */
  readonly warn: (message: string) => void;
}

/** Reports of so many files are kept at a time. */
const BATCH = 16;

/** Checks releases, and then files. */
export async function runCheck(
  plan: CheckPlan,
  { report, warn }: CheckEvents,
  askHelm?: AskHelm,
): Promise<void> {
  // What is wrong with a release is a finding, so nobody is warned of it as well.
  const checker = new FileChecker(plan, plan.showsReleases ? () => undefined : warn, askHelm);
  await checker.requireChart();
  if (plan.releases.length > 0) {
    const found = await releaseFindings(plan, checker);
    if (found.findings.length > 0) report(found);
  }
  const { files } = plan;
  for (let first = 0; first < files.length; first += BATCH) {
    for (const one of await checkAll(checker, files.slice(first, first + BATCH))) report(one);
  }
}

async function releaseFindings(plan: CheckPlan, checker: FileChecker) {
  const { settingsFile, files, cwd } = plan;
  const text = settingsFile === undefined ? "" : readFileSync(settingsFile, "utf8");
  const findings: Finding[] = [];
  for (const release of plan.releases) {
    const at = placeOf(text, release);
    for (const problem of await checker.release(release)) {
      findings.push({ ...problem, ...at, isUnnecessary: false, related: [], fixes: [] });
    }
  }
  // What is on the command line has no place of its own.
  return {
    file: settingsFile ?? files.at(-1) ?? cwd,
    state: "checked" as const,
    findings,
    isOfReleases: true as const,
  };
}

/** Where a release is written down: its line in the settings. */
function placeOf(text: string, { name }: KnownRelease): Pick<Finding, "range" | "excerpt"> {
  const file = parseYaml(text);
  const root = file.documents[0]?.root;
  const releases = root && valueAt(root, ["releases"]);
  const items = releases?.type === "array" ? releases.items : [];
  const named = items.find((item) => {
    const node = valueAt(item, ["name"]);
    return node?.type === "string" && node.value === name;
  });
  const lines = new Lines(file);
  const line = named ? lines.lineAt(named.offset) : 0;
  const content = lines.text(line);
  const from = content.length - content.trimStart().length;
  return {
    range: {
      start: { line, character: from },
      end: { line, character: content.length },
    },
    excerpt: { first: line, lines: [content] },
  };
}
