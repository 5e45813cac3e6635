import { availableParallelism } from "node:os";
import path from "node:path";
import { type Command, Option } from "commander";
import type { Settings } from "../../core/settings.ts";
import type { Project } from "../../workspace/project.ts";
import { readVersion } from "../../workspace/read-sources.ts";
import { knownReleases } from "../../workspace/release-identity.ts";
import { type CheckPlan, runCheck } from "../check-run.ts";
import { type ColourChoice, isColoured, withColour } from "../colour-option.ts";
import { EXIT, type ExitCode, wrongUse } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { Outputs, readOutput } from "../outputs.ts";
import { openProject, type ProjectOptions, withProject } from "../project-option.ts";
import { valuesFilesOf } from "../release-files.ts";
import { type Finding, isAtLeast, SEVERITIES, type Severity } from "../report.ts";
import { REPORTER_NAMES, WITH_FIXES } from "../reporters/reporters.ts";
import { pathFrom, repositoryOf } from "../repository.ts";
import { Tally } from "../tally.ts";
import { findTargets, shownPath, type Targets } from "../targets.ts";
import { plain, terminal } from "../terminal-text.ts";
import {
  another,
  chooseValues,
  namesValues,
  type ValuesOptions,
  withChart,
  withValues,
} from "../values-options.ts";

interface CheckOptions extends ProjectOptions, ValuesOptions {
  readonly quiet?: boolean;
  readonly minSeverity: Severity;
  readonly failOn: Severity | "never";
  readonly reporter?: readonly string[];
  readonly color: ColourChoice;
  readonly allReleases?: boolean;
  readonly stdinFilePath?: string;
  readonly jobs?: number;
}

/** `check`: says what is wrong with files. */
export function addCheck(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("check")
    .summary("say what is wrong with values files and operator resources")
    .description(
      "Says what is wrong with values files and operator resources: the same that the editor says. Of a folder, all YAML files " +
        "are looked at, and those that are not the operator's are left alone. With a release, or with files and entries as for " +
        "Helm, these are checked together.",
    )
    .argument("[paths...]", "files, folders and globs; this folder if nothing says what to check")
    .option("--all-releases", "check the files of all releases of the settings")
    .option("--stdin-file-path <path>", "check the standard input as if it were this file")
    .option(
      "-r, --reporter <name[=file]>",
      `how to write what was found, to the standard output or to a file: ${REPORTER_NAMES.join(", ")}; can be repeated`,
      another,
    )
    .addOption(
      new Option("--min-severity <severity>", "what is quieter than this is not reported")
        .choices(SEVERITIES)
        .default("information"),
    )
    .addOption(
      new Option("--fail-on <severity>", "the exit code is 1 if something at least this loud is reported")
        .choices([...SEVERITIES, "never"])
        .default("warning"),
    )
    .addOption(
      new Option(
        "-j, --jobs <number>",
        "how many threads check files; as many as there are processors if it is left out",
      ).argParser(countOf),
    )
    .option("-q, --quiet", "write findings only, and no summary");
  withColour(withProject(withValues(command))).action(async (paths: string[], options: CheckOptions) => {
    end(await check(paths, options, io));
  });
}

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const choices = (options.reporter ?? []).map(readOutput);
  const project = openProject(options, io);
  const { targets, ...plan } = await planOf(paths, options, project, io);
  if (targets.missing.length > 0) throw wrongUse(targets.missing.join("\n"));
  for (const problem of targets.unreadable) io.tell(terminal`${plain(problem)}\n`);
  const repository = repositoryOf(io.cwd);
  const { failOn } = options;
  const fails = ({ severity }: Finding) => failOn !== "never" && isAtLeast(severity, failOn);
  const outputs = await Outputs.open(
    choices.length === 0 ? [{ name: "text" }] : choices,
    {
      write: io.out,
      isColoured: isColoured(options.color, io),
      isQuiet: options.quiet === true,
      version: readVersion(io.packageFolder),
      shown: (file) => shownPath(file, io.cwd),
      hosted: (file) => pathFrom(repository, file),
      fails,
    },
    io.cwd,
  );
  const tally = new Tally(options.minSeverity, fails);
  const isTextShown = choices.every(({ name, file }) => name === "text" || file !== undefined);
  await runCheck(
    {
      ...plan,
      packageFolder: io.packageFolder,
      cwd: io.cwd,
      files: targets.files,
      jobs: options.jobs ?? availableParallelism(),
      withFixes: choices.some(({ name }) => WITH_FIXES.includes(name)),
    },
    {
      report(report) {
        outputs.file(tally.take(report));
        // Not every format has a place for what could not be read.
        if (report.state !== "unreadable" || isTextShown) return;
        io.tell(terminal`${plain(shownPath(report.file, io.cwd))} ${plain(report.problem)}.\n`);
      },
      warn: (message) => io.tell(terminal`${plain(message)}\n`),
    },
  );
  outputs.end(tally.summary);
  if (tally.summary.unreadable + targets.unreadable.length > 0) return EXIT.failed;
  return tally.isFailed ? EXIT.findings : EXIT.clean;
}

type Planned = Pick<
  CheckPlan,
  "settings" | "folders" | "showsReleases" | "releases" | "settingsFile" | "text"
> & {
  readonly targets: Targets;
};

/** What is to be checked, and with which settings. */
async function planOf(
  paths: readonly string[],
  options: CheckOptions,
  project: Project,
  io: Io,
): Promise<Planned> {
  const { allReleases = false, stdinFilePath } = options;
  const named = [paths.length > 0, allReleases, stdinFilePath !== undefined, namesValues(options)];
  if (named.filter(Boolean).length > 1) {
    throw wrongUse(
      "Check either paths, or releases, or files and entries as for Helm, or the standard input.",
    );
  }
  const folders = [project.root];
  const settings = withChart(options, project.settings, io);
  if (stdinFilePath !== undefined) {
    const file = path.resolve(io.cwd, stdinFilePath);
    return { ...ofFiles(settings, folders), targets: only([file]), text: await io.input() };
  }
  if (!allReleases && !namesValues(options)) {
    return { ...ofFiles(settings, folders), targets: findTargets(paths.length > 0 ? paths : ["."], io.cwd) };
  }
  const chosen = allReleases
    ? { settings, releases: knownReleases(settings.releases), folders: [], isOfProject: true }
    : withReleases(chooseValues(options, project, io));
  if (chosen.releases.length === 0) throw wrongUse("The settings have no releases.");
  const all = [...folders, ...chosen.folders];
  return {
    settings: chosen.settings,
    folders: all,
    showsReleases: true,
    releases: chosen.releases,
    ...(chosen.isOfProject && project.file !== undefined && { settingsFile: project.file }),
    targets: only(valuesFilesOf(chosen.releases, all)),
  };
}

function withReleases({ release, ...chosen }: ReturnType<typeof chooseValues>) {
  return { ...chosen, releases: [release] };
}

/** Reads a number of threads. More than these only wait for each other. */
function countOf(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 256) throw wrongUse("--jobs needs a number from 1 to 256.");
  return count;
}

function ofFiles(settings: Settings, folders: readonly string[]): Omit<Planned, "targets"> {
  return { settings, folders, showsReleases: false, releases: [] };
}

function only(files: readonly string[]): Targets {
  return { files, named: new Set(files), missing: [], unreadable: [] };
}
