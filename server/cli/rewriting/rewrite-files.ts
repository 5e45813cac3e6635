import { type Command, Option } from "commander";
import { nothing } from "../../workspace/files/reach.ts";
import { findTargets, shownPath, type TargetOptions } from "../../workspace/files/targets.ts";
import { isText } from "../../workspace/files/yaml-text.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import type { Project } from "../../workspace/settings/project.ts";
import { type ColourChoice, isColoured, withColour } from "../options/colour-option.ts";
import type { OutputForm } from "../options/output-option.ts";
import { openProject, type ProjectOptions, withProject, withTargets } from "../options/project-option.ts";
import {
  exactInput,
  type InputFile,
  inputAmong,
  STDIN_FILE_PATH,
  textsOf,
} from "../options/standard-input.ts";
import { givenCharts, withChart } from "../options/values-options.ts";
import { CommandProblem, EXIT, type ExitCode, failed, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { reasonAndRemedy } from "../output/not-checked.ts";
import { withoutCommands } from "../output/runner-commands.ts";
import { palette, plain, plainLines, terminal } from "../output/terminal-text.ts";
import type { ChartOptions } from "../values/chart-to-name.ts";
import { openWorkspace, requireChart, type WorkspaceChoice } from "../values/open-workspace.ts";
import { changedMeanwhile, type ExactFile, patchOf, readExactly, replaceText } from "./changed-file.ts";

/** The options of commands that change files. */
export interface RewriteOptions extends ProjectOptions, TargetOptions, ChartOptions {
  readonly dryRun?: boolean;
  readonly stdinFilePath?: string;
  /** The result if a file that is named is not the operator's; `true` is the usual one. */
  readonly files: true | "ok" | "error";
  readonly color: ColourChoice;
  /** Of a command that has it: as JSON, `end` prints all that there is to print. */
  readonly output?: OutputForm;
}

/** A change of a file, made or only proposed by a dry run. */
export interface Change {
  /** The path as it is shown. */
  readonly path: string;
  readonly isWritten: boolean;
  patch(): string;
  /** The whole text, of the standard input. */
  readonly text?: string;
}

/** The way in which a command changes files. */
export interface Rewriting {
  /** The word for what was done to a file. */
  readonly what: string;
  /** The words behind the name of a file that would change, instead of the patch. */
  readonly listed?: string;
  readonly isWanted: (file: OpenFile) => boolean;
  /** The new text, by the path as it is shown; `undefined` if there is nothing to change. */
  readonly rewrite: (file: OpenFile, workspace: DiskWorkspace, shown: string) => Promise<string | undefined>;
  /** Takes each change, with the file as it then is. */
  readonly changed?: (change: Change, file: OpenFile, workspace: DiskWorkspace) => Promise<void>;
  /** Writes the summary of a run. Returns `true` if the run fails, unless it is a dry one. */
  readonly end?: () => boolean;
}

/** Adds the options. */
export function withRewriting(command: Command): Command {
  return withColour(
    withProject(
      withTargets(
        command
          .option("--dry-run", "print what would change as a patch, and change nothing")
          .option(STDIN_FILE_PATH, "print the changed standard input, as if it were this file")
          .addOption(
            new Option(
              "--no-files <result>",
              "what the result is if a file that is named is not the operator's: ok, or error with exit code 2; by default, exit code 1; " +
                "with ok, naming a file does not make it the operator's",
            ).choices(["ok", "error"]),
          ),
      ),
    ),
  );
}

/** Changes files one after the other. A dry run has the exit code 1 if something would change. */
export async function rewriteFiles(
  paths: readonly string[],
  options: RewriteOptions,
  io: Io,
  rewriting: Rewriting,
): Promise<ExitCode> {
  const { isWanted, rewrite } = rewriting;
  const project = openProject(options, io);
  const input = await inputAmong(paths, options.stdinFilePath, io);
  if (input) return rewriteInput(input, project, options, io, rewriting);
  const targets = findTargets(paths.length > 0 ? paths : ["."], [io.cwd, project.root], options);
  if (targets.missing.length > 0) throw wrongUse(targets.missing.join("\n"));
  const failures = targets.unreadable.map(({ file, problem }) => `${shownPath(file, io.cwd)} ${problem}.`);
  /**
   * Reasons for files that are left alone: those that were only found in a folder and cannot be read, and those that were named and are not certainly
   * the operator's.
   */
  const leftAlone: string[] = [];
  const meant = options.files === "ok" ? new Set<string>() : targets.named;
  const workspace = await workspaceOf(
    { files: targets.files, meant, mayLookAt: targets.access.mayWrite },
    project,
    options,
    io,
  );
  let changed = 0;
  let isLeftOut = false;
  for (const path of targets.files) {
    const shown = shownPath(path, io.cwd);
    const uri = addressOf(path);
    try {
      const looked = await workspace.file(uri);
      if ("problem" in looked)
        (targets.named.has(path) ? failures : leftAlone).push(`${shown} ${looked.problem}.`);
      else if (isNotRead(looked.file)) {
        failures.push(notChanged(shown, looked.file));
      } else if (isWanted(looked.file) || isNotText(looked.file)) {
        const before = looked.file.analysis.file.text;
        // Throws, because it could not be written back.
        if (isNotText(looked.file)) readExactly(path, shown, targets.access);
        const after = await rewrite(looked.file, workspace, shown);
        if (after === undefined || after === before) continue;
        changed += 1;
        const exact = readExactly(path, shown, targets.access);
        if (exact.text !== before) throw changedMeanwhile(shown);
        if (!options.dryRun) replaceText(exact, after, shown);
        await tell({ path, exact, after, isWritten: !options.dryRun }, workspace, options, io, rewriting);
      } else if (meant.has(path) && looked.file.ownership.strength !== "certain") {
        isLeftOut = true;
        leftAlone.push(`${shown} was not changed. ${reasonAndRemedy(path, looked.file.ownership)}`);
      }
    } catch (error) {
      if (!(error instanceof CommandProblem)) throw error;
      failures.push(error.message);
    } finally {
      workspace.forget(uri);
    }
  }
  const isLeft = rewriting.end?.();
  for (const failure of [...failures, ...leftAlone]) io.err(terminal`${plainLines(failure)}\n`);
  if (failures.length > 0) return EXIT.failed;
  if (isLeftOut) return options.files === "error" ? EXIT.wrongUse : EXIT.findings;
  return (options.dryRun ? changed > 0 : isLeft) ? EXIT.findings : EXIT.clean;
}

/** Prints the standard input with the changes of the file, or as it is; for a dry run, the patch. */
async function rewriteInput(
  input: InputFile,
  project: Project,
  options: RewriteOptions,
  io: Io,
  rewriting: Rewriting,
): Promise<ExitCode> {
  const { isWanted, rewrite } = rewriting;
  const exact = exactInput(input);
  const texts = textsOf(input);
  // An editor may give any file as if it were another one.
  const meant = new Set(options.stdinFilePath === undefined ? [input.file] : []);
  const choice = { files: [input.file], meant, mayLookAt: nothing, texts };
  const workspace = await workspaceOf(choice, project, options, io);
  const shown = shownPath(input.file, io.cwd);
  const looked = await workspace.file(addressOf(input.file));
  const isOurs = "file" in looked && isWanted(looked.file);
  const after = (isOurs ? await rewrite(looked.file, workspace, shown) : undefined) ?? exact.text;
  if (options.dryRun || options.output === "json") {
    const isChanged = after !== exact.text;
    const made = { path: input.file, exact, after, isWritten: false, text: exact.mark + after };
    if (isChanged) await tell(made, workspace, options, io, rewriting);
    rewriting.end?.();
    return isChanged && options.dryRun ? EXIT.findings : EXIT.clean;
  }
  // Broken up, they would come back as another text.
  if (!io.isOutFile && withoutCommands(after) !== after)
    throw failed("The text contains commands for runners of pipelines. Redirect the output to a file.");
  io.out(io.isOutTerminal ? plainLines(after) : exact.mark + after);
  return EXIT.clean;
}

/** A text that was changed, and what it is made. */
interface ChangedText extends Pick<Change, "path" | "isWritten" | "text"> {
  readonly exact: Pick<ExactFile, "mark" | "text">;
  readonly after: string;
}

/** Prints a change, unless the answer is JSON, and gives it on with the file as it then is. */
async function tell(
  { path, exact, after, ...rest }: ChangedText,
  workspace: DiskWorkspace,
  options: RewriteOptions,
  io: Io,
  { what, listed, changed }: Rewriting,
): Promise<void> {
  const isJson = options.output === "json";
  const shown = shownPath(path, io.cwd);
  const output = { isTerminal: io.isOutTerminal && !isJson, palette: palette(isColoured(options.color, io)) };
  const patch = () => patchOf(exact, after, shown, output);
  const said = options.dryRun ? listed : what;
  if (!isJson) io.out(said === undefined ? patch() : terminal`${plain(shown)} ${plain(said)}.\n`);
  if (!changed) return;
  const uri = addressOf(path);
  // A written file is read from the disk again, so that no text is kept.
  if (rest.isWritten) workspace.forget(uri);
  else workspace.override(uri, after);
  const now = await workspace.file(uri);
  if ("file" in now) await changed({ path: shown, patch, ...rest }, now.file, workspace);
}

/** The files of a project, so that they can be changed. Throws a sentence if the chart of the settings cannot be used. */
async function workspaceOf(
  choice: Pick<WorkspaceChoice, "files" | "meant" | "mayLookAt" | "texts">,
  project: Project,
  options: ChartOptions,
  io: Io,
): Promise<DiskWorkspace> {
  const { packageFolder, cwd } = io;
  const { root } = project;
  const settings = withChart(options, project.settings, io);
  const given = givenCharts(options, io);
  const workspace = openWorkspace(
    { packageFolder, cwd, folders: [root], settings, given, showsReleases: false, ...choice },
    () => undefined,
  );
  await workspace.prepare();
  await requireChart(workspace);
  return workspace;
}

/** The sentence about a file that is left as it is, with the evidence for its owner. */
function notChanged(shown: string, { ownership }: OpenFile): string {
  return `${shown} was not changed. ${ownership.explanation}`;
}

/** True if a file certainly is the operator's and nothing in it can be read. */
function isNotRead({ ownership: { strength, reason } }: OpenFile): boolean {
  return strength === "certain" && (reason === "too-large" || reason === "unreadable");
}

/** True if a file certainly is the operator's and its bytes are not text. */
function isNotText({ ownership: { strength }, analysis: { file } }: OpenFile): boolean {
  return strength === "certain" && !isText(file.text);
}
