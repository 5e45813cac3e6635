import type { Settings } from "../../core/settings.ts";
import { readSources } from "../../workspace/charts/read-sources.ts";
import { Bounds, TRUSTED_REACH } from "../../workspace/files/disk-reach.ts";
import { chartReach, type MayRead } from "../../workspace/files/reach.ts";
import type { AskHelm } from "../../workspace/helm/render-question.ts";
import { addressOf, DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { setFileReader } from "../options/values-options.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";

/** The files that a command looks at, with all that counts for them. */
export interface WorkspaceChoice {
  readonly packageFolder: string;
  readonly cwd: string;
  /** The folder of the project, and others that an editor would have open. */
  readonly folders: readonly string[];
  readonly settings: Settings;
  /** Absolute paths of charts on the command line, with what was written there. */
  readonly given?: ReadonlyMap<string, string>;
  /** Absolute paths of all files that are looked at. */
  readonly files: readonly string[];
  /** Those that a person named as files of the operator. */
  readonly meant?: ReadonlySet<string>;
  /** Tells if one of the files may be read from the disk. */
  readonly mayLookAt: MayRead;
  /** Texts that count instead of what is on the disk, by absolute path. */
  readonly texts?: ReadonlyMap<string, string>;
  /** True if commands of Helm in scripts and pipelines are checked, too. */
  readonly readsCommands?: boolean;
  /** True if the command asks for problems with releases by itself. */
  readonly showsReleases: boolean;
}

/** Looks at files on the disk with the engine and the data of this package, and asks a Helm about them if one is given. */
export function openWorkspace(
  choice: WorkspaceChoice,
  warn: (message: string) => void,
  askHelm?: AskHelm,
): DiskWorkspace {
  const { packageFolder, cwd, folders, settings, given, files, mayLookAt, texts, showsReleases } = choice;
  const { sources, problems } = readSources(packageFolder);
  if (problems.length > 0) throw failed(problems.join("\n"));
  const addresses = new Set(files.map(addressOf));
  const meant = new Set([...(choice.meant ?? [])].map(addressOf));
  return new DiskWorkspace({
    sources,
    settings,
    folders: folders.map(addressOf),
    looksAt: (uri) => addresses.has(uri),
    isNamed: (uri) => meant.has(uri),
    mayLookAt,
    mayRead: new Bounds(folders).mayRead,
    holds: chartReach(TRUSTED_REACH, () => folders.map(addressOf), [...(given?.keys() ?? [])].map(addressOf)),
    ...(texts && { texts: new Map([...texts].map(([file, text]) => [addressOf(file), { text }])) }),
    ...(given && { given }),
    showsReleases,
    ...(choice.readsCommands && { readsCommands: true }),
    readSetFile: setFileReader(cwd),
    ...(askHelm && { askHelm }),
    warn,
  });
}

/** Throws a sentence if the chart of the options or settings cannot be used: without it, this would be a different check. */
export async function requireChart(workspace: DiskWorkspace): Promise<void> {
  const doubt = await workspace.settingDoubt();
  if (doubt?.kind === "unusable") throw wrongUse(doubt.message);
}
