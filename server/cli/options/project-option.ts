import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { readFileText } from "../../workspace/files/disk-values-files.ts";
import { wholeMachine } from "../../workspace/files/reach.ts";
import type { SettingProblem } from "../../workspace/files/setting-types.ts";
import { shownPath } from "../../workspace/files/targets.ts";
import { settingPlaces } from "../../workspace/open/project-problems.ts";
import { findProject, readProject } from "../../workspace/settings/disk-projects.ts";
import { MOST_PROJECT_BYTES, type Project } from "../../workspace/settings/project.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";
import { frame } from "../output/frame.ts";
import type { Io } from "../output/io.ts";
import { palette } from "../output/terminal-text.ts";

/** The options of every command that knows a project. */
export interface ProjectOptions {
  readonly config?: string;
}

/** Adds the options by which the project is found. */
export function withProject(command: Command): Command {
  return command.option(
    "-c, --config <file>",
    "the file with the settings; by default, .cap-operator.yaml in this folder or above",
  );
}

/** Adds the options of commands that look for files. */
export function withTargets(command: Command): Command {
  return command.option("--no-ignore", "also check files that Git's ignore files leave out");
}

/** The project that a command is run in. A setting that cannot be used ends the command: a check without it is another check. */
export function openProject({ config }: ProjectOptions, { cwd }: Io): Project {
  const project = read(config, cwd);
  const { file, problems } = project;
  if (problems.length === 0 || file === undefined) return project;
  const found = readFileText(file, MOST_PROJECT_BYTES, wholeMachine);
  const text = "text" in found ? found.text : "";
  const lines = text.split(/\r\n?|\n/);
  const none = palette(false);
  const places = settingPlaces(text, problems);
  const placed = problems.flatMap((problem, index) => {
    const range = places[index];
    return range ? [{ problem, range }] : [];
  });
  placed.sort(({ range: a }, { range: b }) => a.start.line - b.start.line);
  const faults = placed.map(({ problem, range }) => {
    const { line, character } = range.start;
    const place = `${shownPath(file, cwd)}:${line + 1}:${character + 1}`;
    const message = withoutEffect(problem);
    const excerpt = { first: line, lines: [lines[line] ?? ""] };
    return [`${place} error ${message}`, ...frame(range, excerpt, none, none.bold)].join("\n");
  });
  throw wrongUse(faults.join("\n"));
}

/** The message about a setting, without the end of the sentence, which is about an editor: that goes on without the setting. */
function withoutEffect({ message, isAboutKey, line }: SettingProblem): string {
  const end = isAboutKey || line !== undefined ? -1 : message.lastIndexOf("; ");
  return end < 0 ? message : `${message.slice(0, end)}.`;
}

/** A file that a person names is read wherever it is. */
function read(config: string | undefined, cwd: string): Project {
  if (config === undefined) return attempt(() => findProject(cwd));
  const file = path.resolve(cwd, config);
  if (!existsSync(file)) throw wrongUse(`File not found: ${config}.`);
  return attempt(() => readProject(file, wholeMachine));
}

function attempt(find: () => Project): Project {
  try {
    return find();
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error));
  }
}
