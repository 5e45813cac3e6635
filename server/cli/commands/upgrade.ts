import path from "node:path";
import type { Command } from "commander";
import { URI } from "vscode-uri";
import type { OtherChart } from "../../core/schema/known-charts.ts";
import type { ValuesUpgrade } from "../../core/wire/charts.ts";
import { Bounds } from "../../workspace/files/disk-reach.ts";
import { shownPath } from "../../workspace/files/targets.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { type ColourChoice, isColoured, withColour } from "../options/colour-option.ts";
import { type OutputForm, outputOption } from "../options/output-option.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { chooseValues, namesValues, type ValuesOptions, withValues } from "../options/values-options.ts";
import { CommandProblem, EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { palette, plain, plainLines, terminal } from "../output/terminal-text.ts";
import { changedMeanwhile, patchOf, readExactly, replaceText } from "../rewriting/changed-file.ts";
import { knownVersion, nearestVersion } from "../values/nearest-version.ts";
import { reportProblems, resolveValues, tellOverridden, tellUndecided } from "../values/resolve-values.ts";

interface UpgradeOptions extends ProjectOptions, ValuesOptions {
  readonly to: string;
  readonly dryRun?: boolean;
  readonly keepDefaults?: boolean;
  readonly all?: boolean;
  readonly output: OutputForm;
  readonly color: ColourChoice;
}

/** `upgrade`: migrates values to another version of the chart. */
export function addUpgrade(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("upgrade")
    .summary("migrate values to another version of the chart")
    .description(
      "Reports what another version of the chart does to the values of a release or of files, and applies all safe migrations. " +
        "The exit code is 1 if a person must change something, or with --dry-run if anything would change.",
    )
    .requiredOption(
      "--to <chart>",
      "a published version or the newest in a range, such as 0.34.0 or ~0.30.0, or the folder or archive of a chart",
    )
    .option(
      "--keep-defaults",
      "write the old defaults where nothing sets them, so that nothing runs differently",
    )
    .option("--all", "list all changes of the chart, also of keys that these values do not set")
    .option("--dry-run", "print what would change as a patch, and change nothing")
    .addOption(outputOption());
  withColour(withProject(withValues(command, "a values file, as for Helm"))).action(
    async (options: UpgradeOptions) => {
      end(await upgrade(options, io));
    },
  );
}

async function upgrade(options: UpgradeOptions, io: Io): Promise<ExitCode> {
  if (!namesValues(options)) throw wrongUse("Name a release with --release, or values files with -f.");
  const project = openProject(options, io);
  const chosen = await chooseValues(options, project, io);
  if (chosen.texts.size > 0)
    throw wrongUse(
      "The standard input and pipes cannot be migrated. Write them to files, and name these with -f.",
    );
  const values = await resolveValues(chosen, project, io);
  const bounds = new Bounds([project.root, ...chosen.folders]);
  const { workspace, stack } = values;
  tellOverridden(values, io);
  const isRefused = reportProblems(values, io);
  const other = await otherChart(options.to, workspace, io);
  const found = other && (await workspace.service.upgradeValues(stack, other));
  if (!found) {
    const hint = nearestVersion(options.to, workspace.service);
    throw wrongUse(`${options.to} is not a known version or a chart of the operator.${hint}`);
  }
  if (!workspace.service.chartOfStack(stack).isDecided) tellUndecided(io);
  const files = (options.keepDefaults ? found.keepingDefaults : undefined) ?? found.files;
  const isJson = options.output === "json";
  if (!isJson) tellNotes(found, options, io);
  const output = { isTerminal: io.isOutTerminal && !isJson, palette: palette(isColoured(options.color, io)) };
  const patches: { readonly path: string; readonly patch: string }[] = [];
  const failures: string[] = [];
  for (const { uri, before, after } of files) {
    const file = URI.parse(uri).fsPath;
    const shown = shownPath(file, io.cwd);
    try {
      const exact = readExactly(file, shown, bounds);
      if (exact.text !== before) throw changedMeanwhile(shown);
      const patch = () => patchOf(exact, after, shown, output);
      if (!options.dryRun) replaceText(exact, after, shown);
      if (isJson) patches.push({ path: shown, patch: patch() });
      else io.out(options.dryRun ? patch() : terminal`${plain(shown)} migrated.\n`);
    } catch (error) {
      if (!(error instanceof CommandProblem)) throw error;
      failures.push(error.message);
    }
  }
  const { from, to, notes } = found;
  if (isJson) io.out(jsonText({ from, to, notes, files: patches }));
  for (const failure of failures) io.err(terminal`${plainLines(failure)}\n`);
  if (failures.length > 0) return EXIT.failed;
  const isLeft = notes.some(({ topic }) => ["byHand", "ignored", "error"].includes(topic));
  return isRefused || isLeft || (options.dryRun && files.length > 0) ? EXIT.findings : EXIT.clean;
}

/** Writes the number of changes between two charts, and those that concern the values. */
function tellNotes({ from, to, notes }: ValuesUpgrade, { all = false }: UpgradeOptions, io: Io): void {
  const concerning = notes.filter(({ topic }) => topic !== "chart");
  const others = notes.length - concerning.length;
  io.err(terminal`${plain(`From ${from} to ${to}: ${changesText(concerning.length, others)}.`)}\n`);
  for (const { topic, sentence } of all ? notes : concerning)
    io.err(terminal`  ${plain(topic)}: ${plain(sentence)}\n`);
  if (others > 0 && !all) io.err(terminal`To list the other changes of the chart, add --all.\n`);
}

/** Counts the changes that concern the values, and the others. */
function changesText(concerning: number, others: number): string {
  const changes = (count: number) => (count === 1 ? "1 change" : `${count} changes`);
  if (concerning === 0)
    return others === 0 ? "nothing changes" : `${changes(others)} in the chart, none for these values`;
  const concerned = `${changes(concerning)} for these values`;
  return others === 0
    ? concerned
    : `${concerned}, ${others} ${others === 1 ? "other" : "others"} in the chart`;
}

/** A chart as people name it: by version, folder or archive. */
async function otherChart(to: string, workspace: DiskWorkspace, io: Io): Promise<OtherChart | undefined> {
  const { service } = workspace;
  // Anything can be the name of a folder, but not of a chart that is known.
  const version = /\d/.test(to) ? knownVersion(to, service) : undefined;
  const known = service
    .knownCharts()
    .find(({ name }) => name === to || (version !== undefined && name.endsWith(` ${version}`)));
  if (known) return { name: known.name };
  const atHand = await workspace.charts.inFull(addressOf(path.resolve(io.cwd, to)));
  return atHand && { atHand };
}
