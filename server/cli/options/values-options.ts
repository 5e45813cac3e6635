import { existsSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { isChartPath } from "../../core/chart/chart.ts";
import type { Release, Settings } from "../../core/settings.ts";
import { COMMAND_LINE } from "../../core/values/release-stack.ts";
import { readSources } from "../../workspace/charts/read-sources.ts";
import { readRegularFile } from "../../workspace/files/disk-values-files.ts";
import { wholeMachine } from "../../workspace/files/reach.ts";
import { pathFrom } from "../../workspace/files/repository.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import {
  findRelease,
  isSameRelease,
  type KnownRelease,
  knownReleases,
} from "../../workspace/releases/release-identity.ts";
import type { Project } from "../../workspace/settings/project.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { givenValues } from "./given-values.ts";
import { inputAmong, STANDARD_INPUT, textsOf } from "./standard-input.ts";

/** The options that choose values: those of a release of the settings, or those that Helm would be given. */
export interface ValuesOptions {
  readonly release?: string;
  readonly values?: readonly string[];
  readonly set?: readonly string[];
  readonly setString?: readonly string[];
  readonly setJson?: readonly string[];
  readonly setFile?: readonly string[];
  readonly setLiteral?: readonly string[];
  readonly chart?: string;
  readonly chartVersion?: string;
  readonly helm?: "3" | "4";
}

/** The values that the options choose, with settings of which only their release is in use. */
export interface ChosenValues {
  readonly settings: Settings;
  readonly release: KnownRelease;
  readonly given: ReadonlyMap<string, string>;
  /** Folders beside the project's that values files are in. */
  readonly folders: readonly string[];
  /** The standard input and pipes, by the path of the file whose place each takes. */
  readonly texts: ReadonlyMap<string, string>;
  /** True for a release of the settings. */
  readonly isOfProject: boolean;
}

/** Far more than a cluster keeps of a whole release. */
const MOST_SET_FILE_BYTES = 64 * 1024 * 1024;

/** The way to decide the chart in a file, as a part of a sentence. */
export const NAME_IN_FILE = "add # cap-operator: values chart=... as the first line";

/** The meaning of `--chart`. */
export const CHART =
  "the installed chart: a folder, an archive, or a name; comes before what releases, documents, comments and settings name";
/** The meaning of `--chart-version`. */
export const CHART_VERSION =
  "its version, or the newest in a range such as ~0.30.0; without --chart, of the chart of the settings, or of the published one";

const FILES = "a values file or a pipe, or - for the standard input, as for Helm";

/** Adds the options. They are called as Helm calls them; `files` describes the values of `-f`. */
export function withValues(command: Command, files = FILES): Command {
  const entry = (flags: string, what: string) => new Option(flags, what).argParser(another);
  return command
    .option("--release <name>", "a release of the settings")
    .addOption(
      new Option("-f, --values <file>", `${files}; can be repeated, and later ones win`).argParser(
        (value: string, before: readonly string[] = []) => [...before, ...csvFields(value)],
      ),
    )
    .addOption(entry("--set <key=value>", "set a value, as for Helm; can be repeated"))
    .addOption(entry("--set-string <key=value>", "set a text, as for Helm"))
    .addOption(entry("--set-json <key=json>", "set a value of JSON, as for Helm"))
    .addOption(entry("--set-file <key=path>", "set the content of a file, as for Helm"))
    .addOption(entry("--set-literal <key=value>", "set a literal text, as for Helm"))
    .option("--chart <chart>", CHART)
    .option("--chart-version <version>", CHART_VERSION)
    .addOption(new Option("--helm <version>", "the major version of Helm that installs").choices(["3", "4"]));
}

/** Collects the values of an option that can be repeated. */
export function another(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** True if the options choose values. */
export function namesValues(options: ValuesOptions): boolean {
  return options.release !== undefined || isOnCommandLine(options);
}

/** The sentence for a command that needs a release, in a project without any. */
export function noReleases({ file }: Project): string {
  return file === undefined
    ? `No ${PROJECT_FILE} found, which has the releases. Write it with: cap-operator init`
    : `No releases found in ${file}.`;
}

/** The values that the options mean. Throws where that is unclear. */
export async function chooseValues(options: ValuesOptions, project: Project, io: Io): Promise<ChosenValues> {
  const settings = withChart(options, project.settings, io);
  if (options.release === undefined) return onCommandLine(options, settings, project, io);
  if (isOnCommandLine(options)) {
    throw wrongUse("A release of the settings has its own values: use either --release, or -f and --set.");
  }
  if (settings.releases.length === 0) throw wrongUse(noReleases(project));
  const known = knownReleases(settings.releases);
  const found = findRelease(known, options.release);
  if ("problem" in found) {
    const hint = nearest(
      options.release,
      known.map(({ id }) => id),
    );
    throw wrongUse(`${found.problem}${known.some(({ name }) => name === options.release) ? "" : hint}`);
  }
  // Of namesakes, only this one counts.
  const releases = settings.releases.filter((candidate) => isSameRelease(candidate, found.release));
  return {
    ...alone({ ...settings, releases }),
    given: givenCharts(options, io),
    folders: [],
    texts: new Map(),
    isOfProject: true,
  };
}

/** The settings with the chart and the Helm that the options name, also for releases that name others. */
export function withChart(options: ValuesOptions, settings: Settings, io: Io): Settings {
  const { helm } = options;
  const named = namedChart(options, settings, io);
  const ofReleases = {
    ...(named.chart !== undefined && { chart: named.chart }),
    ...(named.chartVersion !== undefined && { version: named.chartVersion }),
  };
  return {
    ...settings,
    ...named,
    releases: settings.releases.map((release) => ({ ...release, ...ofReleases })),
    ...(helm !== undefined && { helmVersion: helm }),
  };
}

/** The name of the chart whose versions are known. */
export function publishedChart({ packageFolder }: Io): string {
  const { published } = readSources(packageFolder).sources;
  return published !== undefined && "chart" in published ? String(published.chart) : "";
}

/** The chart that the options name. A version alone is one of the published chart, unless the settings name another one. */
function namedChart(
  { chart, chartVersion }: ValuesOptions,
  settings: Settings,
  io: Io,
): Partial<Pick<Settings, "chart" | "chartVersion" | "isChartOption">> {
  const isVersionAlone = chartVersion !== undefined && chart === undefined && settings.chart === "";
  const [folder] = givenCharts({ chart }, io).keys();
  const name = isVersionAlone ? publishedChart(io) : (folder ?? chart);
  // The version of the settings is not one of a folder or an archive that only the command line names.
  const version = chartVersion ?? (folder === undefined ? undefined : "");
  return {
    ...(name !== undefined && { chart: name }),
    ...((name ?? version) !== undefined && { isChartOption: true }),
    ...(version !== undefined && { chartVersion: version }),
  };
}

/** The path of the chart on the command line, with the text of the option, if that is a path: as for Helm, anything that exists here is one. */
export function givenCharts(
  { chart }: { readonly chart?: string | undefined },
  { cwd }: Io,
): ReadonlyMap<string, string> {
  const full = chart === undefined || chart.includes("://") ? undefined : path.resolve(cwd, chart);
  const isGiven = chart !== undefined && full !== undefined && (isChartPath(chart) || existsSync(full));
  return new Map(isGiven ? [[full, chart]] : []);
}

/**
 * Reads a file that `--set-file` names, as Helm does: from the folder in which the command runs, wherever it is. Settings cannot name one.
 */
export function setFileReader(cwd: string): (file: string) => string | undefined {
  return (file) => {
    const read = readRegularFile(path.resolve(cwd, file), MOST_SET_FILE_BYTES, wholeMachine);
    return "bytes" in read ? read.bytes.toString("utf8") : undefined;
  };
}

async function onCommandLine(
  options: ValuesOptions,
  settings: Settings,
  { root }: Project,
  io: Io,
): Promise<ChosenValues> {
  const { cwd } = io;
  const { values = [], set = [], setString = [], setJson = [], setFile = [], setLiteral = [] } = options;
  const { files, texts } = givenValues(values, cwd);
  const input = await inputAmong(
    values.filter((name) => name === STANDARD_INPUT),
    undefined,
    io,
  );
  const release: Release = {
    name: COMMAND_LINE,
    values: files.map((file) => pathFrom(root, file)),
    set,
    setString,
    setJson,
    setFile,
    setLiteral,
  };
  const folders = files.filter((file) => pathFrom(root, file) === file).map((file) => path.dirname(file));
  return {
    ...alone({ ...settings, releases: [release] }),
    given: givenCharts(options, io),
    folders,
    texts: input ? new Map([...texts, ...textsOf(input)]) : texts,
    isOfProject: false,
  };
}

/** Settings with one release, and the release. */
function alone(settings: Settings): Pick<ChosenValues, "settings" | "release"> {
  const [release] = knownReleases(settings.releases);
  if (release === undefined) throw new Error("The settings contain one release.");
  return { settings, release };
}

function isOnCommandLine({ values, set, setString, setJson, setFile, setLiteral }: ValuesOptions): boolean {
  return [values, set, setString, setJson, setFile, setLiteral].some((list) => list !== undefined);
}

/** Helm reads `-f` as comma-separated values (RFC 4180), in which a name in quotes may contain a comma. */
function csvFields(value: string): string[] {
  return [...value.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
