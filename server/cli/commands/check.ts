import { type Command, Option } from "commander";
import { COMMAND_LINE } from "../../core/values/release-stack.ts";
import type { Severity } from "../../core/wire/documents.ts";
import { readProjectAddress, readVersion } from "../../workspace/charts/read-sources.ts";
import { pathFrom, repositoryOf } from "../../workspace/files/repository.ts";
import { shownPath } from "../../workspace/files/targets.ts";
import { SEVERITY_NAMES } from "../../workspace/open/findings.ts";
import { UNUSABLE } from "../../workspace/open/release-faults.ts";
import { choosesChanges, withChanges } from "../checking/changed-files.ts";
import { type Planned, type PlanOptions, planOf } from "../checking/check-plan.ts";
import { runCheck } from "../checking/check-run.ts";
import { Progress } from "../checking/progress.ts";
import { RunReport, readOutput } from "../checking/run-report.ts";
import { watchFolders } from "../checking/watch.ts";
import { type ColourChoice, isColoured, withColour } from "../options/colour-option.ts";
import { openProject, withProject, withTargets } from "../options/project-option.ts";
import { withRules } from "../options/rule-options.ts";
import { PATHS, STDIN_FILE_PATH } from "../options/standard-input.ts";
import { another, withValues } from "../options/values-options.ts";
import { CommandProblem, EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { type FileReport, type Finding, isAtLeast, leftOut } from "../output/report.ts";
import { plain, plainLines, terminal } from "../output/terminal-text.ts";
import type { ReporterOptions } from "../reporters/reporter.ts";
import { REPORTER_NAMES, WITH_FIXES } from "../reporters/reporters.ts";
import { counted } from "../reporters/text.ts";
import { findRendering } from "../values/rendering.ts";

interface CheckOptions extends PlanOptions {
  readonly quiet?: boolean;
  readonly minSeverity: Severity;
  readonly failOn: Severity | "never";
  readonly reporter?: readonly string[];
  readonly fixes?: boolean;
  readonly color: ColourChoice;
  readonly watch?: boolean;
  readonly render?: boolean;
  readonly files: true | "ok" | "error";
}

/** `check`: reports what is wrong with files. */
export function addCheck(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("check")
    .summary("check values files and operator resources")
    .description(
      "Reports what is wrong with values files and operator resources, with the same findings as the editor. For a folder, all YAML " +
        "files are checked, with Terraform files and scripts that install the chart, and those that are not the operator's are skipped. " +
        "With a release, or with files and entries as for Helm, these are checked together.",
    )
    .argument("[paths...]", PATHS)
    .option("--all-releases", "check the files of all releases of the settings")
    .option(STDIN_FILE_PATH, "check the standard input as if it were this file")
    .option("--watch", "check again on every change, until interrupted")
    .option(
      "--render",
      "also ask Helm: run helm template for all values whose chart is available as a folder or an archive, and report what it rejects; " +
        "with exit code 2 if helm is not on the PATH, or no chart is available, and 3 if Helm gives no answer",
    )
    .option(
      "-r, --reporter <name[=file]>",
      `format of the report, on the standard output or in a file: ${REPORTER_NAMES.join(", ")}; can be repeated`,
      another,
    )
    .option("--fixes", "add fixes to reports in the formats json and sarif, which takes longer")
    .addOption(
      new Option("--min-severity <severity>", "do not report findings below this severity")
        .choices(SEVERITY_NAMES)
        .default("information"),
    )
    .addOption(
      new Option("--fail-on <severity>", "exit with code 1 if a finding has at least this severity")
        .choices([...SEVERITY_NAMES, "never"])
        .default("warning"),
    )
    .addOption(
      new Option(
        "--no-files <result>",
        "what the result is if there is nothing to check, or a file that is named is not the operator's: ok, or error with exit code 2; " +
          "by default, exit code 0 for nothing, and 1 for a named file; with ok, naming a file does not make it the operator's",
      ).choices(["ok", "error"]),
    )
    .option("-q, --quiet", "write findings only, and no summary");
  withColour(withProject(withValues(withRules(withChanges(withTargets(command)))))).action(
    async (paths: string[], options: CheckOptions, self: Command) => {
      // A rule that is named is reported, also if it only has hints.
      const isAll = options.only !== undefined && self.getOptionValueSource("minSeverity") === "default";
      end(await check(paths, isAll ? { ...options, minSeverity: "hint" } : options, io));
    },
  );
}

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  if (!options.watch) return checkOnce(paths, options, io);
  const folders = [io.cwd, openProject(options, io).root];
  const again = async () => {
    await checkOnce(paths, options, io).catch((error: unknown) => {
      if (!(error instanceof CommandProblem)) throw error;
      io.err(terminal`${plainLines(error.message)}\n`);
    });
    io.err(terminal`Waiting for changes.\n`);
  };
  const forEver = watchFolders(folders, again);
  await again();
  return forEver;
}

async function checkOnce(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const { cwd } = io;
  const choices = (options.reporter ?? []).map(readOutput);
  const withFixes = options.fixes === true;
  if (withFixes && !choices.some(({ name }) => WITH_FIXES.includes(name)))
    throw wrongUse(`--fixes needs a report that can contain them: ${WITH_FIXES.join(" or ")}.`);
  const warn = (message: string) => io.err(terminal`${plain(message)}\n`);
  const rendering = options.render ? findRendering(io, warn) : undefined;
  const plan = await planOf(paths, options, io);
  const written = new RunReport(reporterOptions(options, plan, io), options.minSeverity);
  await written.open(choices.length === 0 ? [{ name: "text" }] : choices);
  const isTextShown =
    choices.length === 0 || choices.some(({ name, file }) => name === "text" && file === undefined);
  const progress = new Progress(io, plan.files.length + plan.unreadable.length);
  let isUnusable = false;
  const report = (found: FileReport) => {
    progress.step(found);
    const shown = shownPath(found.file, cwd);
    const left = leftOut(found);
    // Settings that are named have been read, and are no values.
    const isSettings = found.state === "foreign" && plan.meant.has(found.file);
    if (!left && (isSettings || (found.state === "likely" && !isTextShown)) && !options.quiet) {
      progress.clear();
      warn(`${shown} was not checked. ${found.explanation}`);
    }
    isUnusable ||= found.state === "checked" && found.isOfReleases === true && found.findings.some(isOfChart);
    written.take(found);
    if (found.state === "checked" && found.withoutFixes !== undefined)
      warn(`${shown} may have more fixes: ${counted(found.withoutFixes, "finding")} left to try.`);
    if (found.state === "checked" && found.isNotRendered)
      warn(`${shown} was not rendered: values in it are templates, encrypted or not readable.`);
    // A person who looks at the log of a pipeline does not see the report.
    if (left && !isTextShown) warn(`${shown} ${left.problem}.`);
  };
  for (const found of plan.unreadable) report({ ...found, state: "unreadable", fails: true });
  await runCheck(plan, { report, warn }, { withFixes, askHelm: rendering?.ask });
  progress.clear();
  const isEmpty = written.summary.checked === 0 && plan.releases.length === 0 && !written.isFailed;
  written.end(isEmpty, cwd);
  const isSummaryShown = isTextShown && !options.quiet;
  if (isEmpty && options.files !== "ok" && !isSummaryShown) warn("No files were checked.");
  if (isUnusable) return EXIT.wrongUse;
  if (rendering && !rendering.wasAsked && !isEmpty) {
    warn(
      "Helm was not asked about any file. --render needs the folder or archive of the chart, and values that can be read.",
    );
    return EXIT.wrongUse;
  }
  if (rendering?.isIncomplete) return EXIT.failed;
  if (written.isIncomplete) return EXIT.failed;
  if ((isEmpty || written.isLeftOut) && options.files === "error") return EXIT.wrongUse;
  return written.isFailed || written.isLeftOut ? EXIT.findings : EXIT.clean;
}

function isOfChart({ code }: Finding): boolean {
  return code === UNUSABLE;
}

/** The subject of the summary if no file is checked. */
function othersOf({ releases }: Planned): string {
  const [first, ...others] = releases;
  if (first?.name === COMMAND_LINE) return "the values on the command line";
  return first && others.length === 0 ? `release ${first.name}` : "the releases of the settings";
}

function reporterOptions(options: CheckOptions, plan: Planned, io: Io): ReporterOptions {
  const { color, quiet = false, failOn, chart, chartVersion } = options;
  const chartOption = chart === undefined ? "--chart-version" : "--chart";
  const repository = repositoryOf(io.cwd);
  return {
    write: io.out,
    isColoured: isColoured(color, io),
    isQuiet: quiet,
    areChanges: choosesChanges(options),
    others: othersOf(plan),
    ...((chart ?? chartVersion) !== undefined && { chartOption }),
    packageFolder: io.packageFolder,
    version: readVersion(io.packageFolder),
    project: readProjectAddress(io.packageFolder),
    shown: (file) => shownPath(file, io.cwd),
    hosted: (file) => pathFrom(repository, file),
    fails: ({ severity }) => failOn !== "never" && isAtLeast(severity, failOn),
  };
}
