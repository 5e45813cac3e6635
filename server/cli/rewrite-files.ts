import type { Command } from "commander";
import { addressOf, type DiskWorkspace } from "../workspace/disk-workspace.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import { findTargets, shownPath, type TargetOptions } from "../workspace/targets.ts";
import { isText } from "../workspace/yaml-text.ts";
import { patchOf, readExactly, replaceText } from "./changed-file.ts";
import { type ColourChoice, isColoured, withColour } from "./colour-option.ts";
import { CommandProblem, EXIT, type ExitCode, wrongUse } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { openWorkspace, requireChart } from "./open-workspace.ts";
import { openProject, type ProjectOptions, withProject, withTargets } from "./project-option.ts";
import { palette, plain, plainLines, terminal } from "./terminal-text.ts";

/** The options of commands that change files. */
export interface RewriteOptions extends ProjectOptions, TargetOptions {
  readonly dryRun?: boolean;
  readonly color: ColourChoice;
}

/** How files are changed. */
export interface Rewriting {
  /** The word for what was done to a file. */
  readonly what: string;
  readonly isWanted: (file: OpenFile) => boolean;
  /** The new text, by the path as it is shown; `undefined` if there is nothing to change. */
  readonly rewrite: (file: OpenFile, workspace: DiskWorkspace, shown: string) => Promise<string | undefined>;
}

/** Adds the options. */
export function withRewriting(command: Command): Command {
  return withColour(
    withProject(
      withTargets(command.option("--dry-run", "print what would change as a patch, and change nothing")),
    ),
  );
}

/** Changes files one after the other. A dry run has the exit code 1 if something would change. */
export async function rewriteFiles(
  paths: readonly string[],
  options: RewriteOptions,
  io: Io,
  { what, isWanted, rewrite }: Rewriting,
): Promise<ExitCode> {
  const project = openProject(options, io);
  const targets = findTargets(paths, [io.cwd, project.root], options);
  if (targets.missing.length > 0) throw wrongUse(targets.missing.join("\n"));
  const failures = [...targets.unreadable];
  const workspace = openWorkspace(
    {
      packageFolder: io.packageFolder,
      cwd: io.cwd,
      folders: [project.root],
      settings: project.settings,
      files: targets.files,
      mayLookAt: targets.access.mayWrite,
      showsReleases: true,
    },
    () => undefined,
  );
  await workspace.prepare();
  await requireChart(workspace);
  const output = { isTerminal: io.isOutTerminal, palette: palette(isColoured(options.color, io)) };
  let changed = 0;
  for (const path of targets.files) {
    const shown = shownPath(path, io.cwd);
    const uri = addressOf(path);
    try {
      const looked = await workspace.file(uri);
      if ("problem" in looked) failures.push(`${shown} ${looked.problem}.`);
      else if (isNotRead(looked.file)) {
        failures.push(`${shown} was not changed. ${looked.file.ownership.explanation}`);
      } else if (isWanted(looked.file) || isNotText(looked.file)) {
        const before = looked.file.analysis.file.text;
        // Throws, because it could not be written back.
        if (isNotText(looked.file)) readExactly(path, shown, targets.access);
        const after = await rewrite(looked.file, workspace, shown);
        if (after === undefined || after === before) continue;
        changed += 1;
        const exact = readExactly(path, shown, targets.access);
        if (exact.text !== before) failures.push(`${shown} has been changed in the meantime.`);
        else if (options.dryRun) io.out(patchOf(exact, after, shown, output));
        else {
          replaceText(exact, after, shown);
          io.out(terminal`${plain(shown)} ${plain(what)}.\n`);
        }
      }
    } catch (error) {
      if (!(error instanceof CommandProblem)) throw error;
      failures.push(error.message);
    } finally {
      workspace.forget(uri);
    }
  }
  for (const failure of failures) io.err(terminal`${plainLines(failure)}\n`);
  if (failures.length > 0) return EXIT.failed;
  return options.dryRun && changed > 0 ? EXIT.findings : EXIT.clean;
}

/** Whether a file is ours and nothing in it can be read. */
function isNotRead({ ownership: { strength, reason } }: OpenFile): boolean {
  return strength === "certain" && (reason === "too-large" || reason === "unreadable");
}

/** Whether a file is ours and its bytes are not text. */
function isNotText({ ownership: { strength }, analysis: { file } }: OpenFile): boolean {
  return strength === "certain" && !isText(file.text);
}
