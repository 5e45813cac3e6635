import path from "node:path";
import type { Project } from "../workspace/project.ts";
import { knownReleases } from "../workspace/release-identity.ts";
import type { CheckPlan } from "./check-run.ts";
import { wrongUse } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { valuesFilesOf } from "./release-files.ts";
import { findTargets, type TargetOptions, type Targets } from "./targets.ts";
import { chooseValues, givenCharts, namesValues, type ValuesOptions, withChart } from "./values-options.ts";

/** What is to be checked, and with which settings. */
export type Planned = Pick<
  CheckPlan,
  "settings" | "given" | "folders" | "showsReleases" | "releases" | "settingsFile" | "texts"
> & {
  readonly targets: Targets;
};

/** The options that say what is to be checked. */
export interface PlanOptions extends ValuesOptions, TargetOptions {
  readonly allReleases?: boolean;
  readonly stdinFilePath?: string;
}

/** Finds what is to be checked. Throws if the options contradict each other, or lead nowhere. */
export async function planOf(
  paths: readonly string[],
  options: PlanOptions,
  project: Project,
  io: Io,
): Promise<Planned> {
  const { allReleases = false, stdinFilePath } = options;
  const named = [paths.length > 0, allReleases, stdinFilePath !== undefined, namesValues(options)];
  if (named.filter(Boolean).length > 1) {
    throw wrongUse("Specify only one of: paths, releases, Helm's -f and --set, or the standard input.");
  }
  const folders = [project.root];
  const settings = withChart(options, project.settings, io);
  const given = givenCharts(options, io);
  const ofFiles = { settings, given, folders, showsReleases: false, releases: [] };
  if (stdinFilePath !== undefined) {
    const file = path.resolve(io.cwd, stdinFilePath);
    return {
      ...ofFiles,
      targets: only([file]),
      texts: new Map([[file, await io.input()]]),
    };
  }
  if (!allReleases && !namesValues(options)) {
    return {
      ...ofFiles,
      targets: findTargets(paths.length > 0 ? paths : ["."], io.cwd, options),
    };
  }
  const chosen = allReleases
    ? { settings, releases: knownReleases(settings.releases), folders: [], isOfProject: true }
    : withReleases(chooseValues(options, project, io));
  if (chosen.releases.length === 0) throw wrongUse("No releases found in the settings.");
  const all = [...folders, ...chosen.folders];
  return {
    settings: chosen.settings,
    given,
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

function only(files: readonly string[]): Targets {
  return { files, named: new Set(files), missing: [], unreadable: [] };
}
