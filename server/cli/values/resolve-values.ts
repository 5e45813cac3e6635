import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { findModeline } from "../../core/yaml/modeline.ts";
import { Bounds } from "../../workspace/files/disk-reach.ts";
import { shownPath } from "../../workspace/files/targets.ts";
import type { AskHelm } from "../../workspace/helm/render-question.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { hasEntries } from "../../workspace/releases/release-identity.ts";
import type { Project } from "../../workspace/settings/project.ts";
import { type ChosenValues, NAME_IN_FILE } from "../options/values-options.ts";
import { wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { openWorkspace } from "./open-workspace.ts";
import { valuesFilesOf } from "./release-files.ts";

/** Values that were put together, and the engine that did it. */
export interface ResolvedValues {
  readonly workspace: DiskWorkspace;
  readonly stack: ReleaseStack;
  /** Absolute paths of the values files that exist. */
  readonly files: readonly string[];
}

/** Puts values together, with all that can be known of their chart. Throws if not all of them can be read. */
export async function resolveValues(
  chosen: ChosenValues,
  project: Project,
  io: Io,
  askHelm?: AskHelm,
): Promise<ResolvedValues> {
  const folders = [project.root, ...chosen.folders];
  const files = valuesFilesOf([chosen.release], folders, chosen.texts);
  const workspace = openWorkspace(
    {
      packageFolder: io.packageFolder,
      cwd: io.cwd,
      folders,
      settings: chosen.settings,
      given: chosen.given,
      texts: chosen.texts,
      files,
      mayLookAt: new Bounds(folders).mayRead,
      showsReleases: true,
    },
    () => undefined,
    askHelm,
  );
  await workspace.prepare();
  const { releases } = workspace;
  const { release, isOfProject } = chosen;
  const isMeant = isOfProject || release.values.length > 0 || hasEntries(release);
  const stack = await workspace.settled(() => (isMeant ? releases.stack(release) : releases.defaults()));
  // Values that cannot be read would be missing from every answer.
  const unread = workspace.service
    .stackProblems(stack)
    .filter(({ severity, chart, name }) => severity === "error" && (chart ?? name) !== undefined);
  if (unread.length > 0) throw wrongUse(unread.map(({ message }) => message).join("\n"));
  return { workspace, stack, files };
}

/** Explains how to decide the chart of values, which have the defaults of the likeliest one; `option` is the one that names it on the command line. */
export function tellUndecided(io: Io, option = "--chart"): void {
  io.err(
    terminal`${plain(`The chart is not decided: ${NAME_IN_FILE}, run cap-operator init, or name it with ${option}.`)}\n`,
  );
}

/** Says which chart counts if the options name another one than the comment in a file. */
export function tellOverridden({ workspace: { service }, stack }: ResolvedValues, io: Io): void {
  const { overridden } = service.chartOfStack(stack);
  if (overridden === undefined) return;
  const places = stack.files.flatMap(({ name, file }) => {
    const comment = file && findModeline(file.text);
    if (file === undefined || comment === undefined || comment.version !== overridden.version) return [];
    return `${name}:${file.text.slice(0, comment.start).split("\n").length}: `;
  });
  io.err(terminal`${plain(`${places[0] ?? ""}${overridden.message}`)}\n`);
}

/** Says which files are certainly something else than values. Helm takes any file. */
export async function tellForeign({ workspace, files }: ResolvedValues, io: Io): Promise<void> {
  for (const file of files) {
    const looked = await workspace.file(addressOf(file));
    if ("problem" in looked || looked.file.embedded || looked.file.ownership.strength !== null) continue;
    const said = `${shownPath(file, io.cwd)} is taken as a values file, as Helm takes it. ${looked.file.ownership.explanation}`;
    io.err(terminal`${plain(said)}\n`);
  }
}

/** Warns if Helm would reject the values, or if not all of them could be read. Returns `true` then. */
export function reportProblems({ workspace, stack }: ResolvedValues, io: Io): boolean {
  const { service } = workspace;
  const refused = service.stackProblems(stack).filter(({ severity }) => severity !== "information");
  const problems = [...refused, ...service.fatalValues(stack)];
  for (const { message } of problems) io.err(terminal`${plain(message)}\n`);
  return problems.length > 0;
}
