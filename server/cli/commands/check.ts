import { type Command, Option } from "commander";
import { readVersion } from "../../workspace/read-sources.ts";
import { checkFiles } from "../check-files.ts";
import { type ColourChoice, isColoured, withColour } from "../colour-option.ts";
import { EXIT, type ExitCode, wrongUse } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { Outputs, readOutput } from "../outputs.ts";
import { openProject, type ProjectOptions, withProject } from "../project-option.ts";
import {
  type FileReport,
  type Finding,
  isAtLeast,
  type RunSummary,
  SEVERITIES,
  type Severity,
} from "../report.ts";
import { REPORTERS, WITH_FIXES } from "../reporters/reporters.ts";
import { pathFrom, repositoryOf } from "../repository.ts";
import { findTargets, shownPath } from "../targets.ts";
import { plain, terminal } from "../terminal-text.ts";

interface CheckOptions extends ProjectOptions {
  readonly quiet: boolean;
  readonly minSeverity: Severity;
  readonly failOn: Severity | "never";
  readonly reporter: readonly string[];
  readonly color: ColourChoice;
}

/** `check`: says what is wrong with files. */
export function addCheck(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("check")
    .summary("say what is wrong with values files and operator resources")
    .description(
      "Says what is wrong with values files and operator resources: the same that the editor says. Of a folder, all YAML files " +
        "are looked at, and those that are not the operator's are left alone.",
    )
    .argument("[paths...]", "files, folders and globs", ["."])
    .option(
      "-r, --reporter <name[=file]>",
      `how to write what was found, to the standard output or to a file: ${Object.keys(REPORTERS).join(", ")}; can be repeated`,
      (value: string, before: readonly string[]) => [...before, value],
      [],
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
    .option("-q, --quiet", "write findings only, and no summary", false);
  withColour(withProject(command)).action(async (paths: string[], options: CheckOptions) => {
    end(await check(paths, options, io));
  });
}

async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const project = openProject(options, io);
  const targets = findTargets(paths, io.cwd);
  if (targets.missing.length > 0) throw wrongUse(targets.missing.join("\n"));
  for (const problem of targets.unreadable) io.tell(terminal`${plain(problem)}\n`);
  const choices = options.reporter.map(readOutput);
  const repository = repositoryOf(io.cwd);
  const { failOn } = options;
  const fails = ({ severity }: Finding) => failOn !== "never" && isAtLeast(severity, failOn);
  const reporter = new Outputs(
    choices.length === 0 ? [{ name: "text" }] : choices,
    {
      write: io.out,
      isColoured: isColoured(options.color, io),
      isQuiet: options.quiet,
      version: readVersion(io.packageFolder),
      shown: (file) => shownPath(file, io.cwd),
      hosted: (file) => pathFrom(repository, file),
      fails,
    },
    io.cwd,
  );
  const tally = new Tally(options.minSeverity, fails);
  await checkFiles(
    {
      packageFolder: io.packageFolder,
      root: project.root,
      settings: project.settings,
      files: targets.files,
      withFixes: choices.some(({ name }) => WITH_FIXES.includes(name)),
    },
    {
      report: (report) => reporter.file(tally.take(report)),
      warn: (message) => io.tell(terminal`${plain(message)}\n`),
    },
  );
  const { summary } = tally;
  reporter.end(summary);
  if (summary.unreadable + targets.unreadable.length > 0) return EXIT.failed;
  return tally.isFailed ? EXIT.findings : EXIT.clean;
}

/** Counts reports, and leaves out of them what is too quiet. */
class Tally {
  readonly #least: Severity;
  readonly #fails: (finding: Finding) => boolean;
  #isFailed = false;
  readonly #states = { checked: 0, foreign: 0, likely: 0, unreadable: 0 };
  readonly #counts = { error: 0, warning: 0, information: 0, hint: 0 };

  constructor(least: Severity, fails: (finding: Finding) => boolean) {
    this.#least = least;
    this.#fails = fails;
  }

  /** Whether something was reported that makes the run fail. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  take(report: FileReport): FileReport {
    this.#states[report.state] += 1;
    if (report.state !== "checked") return report;
    const findings = report.findings.filter(({ severity }) => isAtLeast(severity, this.#least));
    for (const { severity } of findings) this.#counts[severity] += 1;
    this.#isFailed ||= findings.some(this.#fails);
    return { ...report, findings };
  }

  get summary(): RunSummary {
    return { ...this.#states, counts: this.#counts };
  }
}
