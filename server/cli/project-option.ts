import path from "node:path";
import type { Command } from "commander";
import { findProject, readProject } from "../workspace/disk-projects.ts";
import type { Project } from "../workspace/project.ts";
import { wholeMachine } from "../workspace/reach.ts";
import { failed, wrongUse } from "./exit-codes.ts";
import type { Io } from "./io.ts";

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
  if (project.problems.length === 0) return project;
  const sentences = project.problems.map(({ message }) => message);
  throw wrongUse([`The settings in ${project.file} cannot be used:`, ...sentences].join("\n"));
}

/** A file that a person names is read wherever it is. */
function read(config: string | undefined, cwd: string): Project {
  try {
    return config === undefined ? findProject(cwd) : readProject(path.resolve(cwd, config), wholeMachine);
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error));
  }
}
