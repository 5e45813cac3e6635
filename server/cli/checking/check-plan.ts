import path from "node:path";
import { Bounds } from "../../workspace/files/disk-reach.ts";
import { type MayRead, nothing } from "../../workspace/files/reach.ts";
import { findTargets, type TargetOptions, type Unreadable } from "../../workspace/files/targets.ts";
import { knownReleases } from "../../workspace/releases/release-identity.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { openProject, type ProjectOptions } from "../options/project-option.ts";
import { type RuleOptions, withChosenRules } from "../options/rule-options.ts";
import { inputAmong, STANDARD_INPUT, textsOf } from "../options/standard-input.ts";
import {
  type ChosenValues,
  chooseValues,
  givenCharts,
  namesValues,
  noReleases,
  type ValuesOptions,
  withChart,
} from "../options/values-options.ts";
import { wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { valuesFilesOf } from "../values/release-files.ts";
import { type ChangeOptions, changedAmong, choosesChanges } from "./changed-files.ts";
import type { CheckPlan } from "./check-run.ts";

const NONE: ReadonlyMap<string, string> = new Map();
const NO_FILES: ReadonlySet<string> = new Set();

/** The options that choose the files and releases to check. */
export interface PlanOptions
  extends ProjectOptions,
    ValuesOptions,
    TargetOptions,
    RuleOptions,
    ChangeOptions {
  readonly allReleases?: boolean;
  readonly stdinFilePath?: string;
  /** The result if there is nothing to check, or if a file that is named is not checked; `true` is the usual one. */
  readonly files?: true | "ok" | "error";
}

/** The files and releases to check, with those that were found and cannot be read. */
export interface Planned extends CheckPlan {
  readonly unreadable: readonly Unreadable[];
}

/** Plans a check with its settings. Throws if the options contradict each other, or name nothing that exists. */
export async function planOf(paths: readonly string[], options: PlanOptions, io: Io): Promise<Planned> {
  const { allReleases = false, stdinFilePath } = options;
  const isInput = stdinFilePath !== undefined || paths.includes(STANDARD_INPUT);
  const sources = [paths.length > 0 || isInput, allReleases, namesValues(options)];
  const opened = openProject(options, io);
  const project = { ...opened, settings: withChosenRules(options, opened.settings) };
  if (sources.filter(Boolean).length > 1) {
    throw wrongUse("Specify only one of: paths, releases, Helm's -f and --set, or the standard input.");
  }
  if (choosesChanges(options) && (isInput || allReleases || namesValues(options)))
    throw wrongUse(
      "--since and --staged choose among files and folders: name no release, values or standard input with them.",
    );
  const { packageFolder, cwd } = io;
  const settings = withChart(options, project.settings, io);
  const folders = [project.root];
  const given = givenCharts(options, io);
  const plan = {
    packageFolder,
    cwd,
    settings,
    folders,
    given,
    showsReleases: false,
    releases: [],
    readsCommands: true,
  };
  const input = await inputAmong(paths, stdinFilePath, io);
  if (input) {
    const chosen = only([input.file], nothing);
    // An editor may give any file that way.
    const meant = stdinFilePath === undefined ? chosen.meant : NO_FILES;
    return { ...plan, ...chosen, meant, texts: textsOf(input) };
  }
  if (!allReleases && !namesValues(options)) {
    const found = findTargets(paths.length > 0 ? paths : ["."], [cwd, project.root], {
      ...options,
      withTexts: true,
    });
    if (found.missing.length > 0) throw wrongUse(found.missing.join("\n"));
    const { file } = project;
    const changed = choosesChanges(options) ? await changedAmong(found, paths, options, io) : undefined;
    // A tool that lists all files of a commit does not mean each of them.
    const meant = options.files === "ok" ? NO_FILES : found.named;
    const looked = { ...plan, ...found, ...changed, meant };
    const isChecked = file !== undefined && looked.files.includes(file);
    // Settings that are only found in a folder are neither values nor files of another product.
    const isSettings = (candidate: string) => candidate === file || path.basename(candidate) === PROJECT_FILE;
    const files = looked.files.filter((candidate) => !isSettings(candidate) || found.named.has(candidate));
    return { ...looked, files, ...(isChecked && { settingsFile: file }), mayLookAt: found.access.mayRead };
  }
  const chosen = allReleases
    ? { settings, releases: knownReleases(settings.releases), folders: [], texts: NONE, isOfProject: true }
    : withReleases(await chooseValues(options, project, io));
  if (chosen.releases.length === 0) throw wrongUse(noReleases(project));
  const all = [...folders, ...chosen.folders];
  return {
    ...plan,
    settings: chosen.settings,
    folders: all,
    showsReleases: true,
    releases: chosen.releases,
    ...(chosen.isOfProject && project.file !== undefined && { settingsFile: project.file }),
    texts: chosen.texts,
    ...only(valuesFilesOf(chosen.releases, all, chosen.texts), new Bounds(all).mayRead),
  };
}

function withReleases({ release, ...chosen }: ChosenValues) {
  return { ...chosen, releases: [release] };
}

/** Files that were named one by one. */
function only(
  files: readonly string[],
  mayLookAt: MayRead,
): Pick<Planned, "files" | "named" | "meant" | "unreadable" | "mayLookAt"> {
  const named = new Set(files);
  return { files, named, meant: named, unreadable: [], mayLookAt };
}
