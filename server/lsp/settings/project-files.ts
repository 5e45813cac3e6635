import type { Diagnostic } from "vscode-languageserver";
import type { ProjectService } from "../../core/project-service.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { ProjectProblems } from "../../workspace/open/project-problems.ts";
import type { ServerState } from "../state/state.ts";

/** Answers what is asked about files with the settings of projects. They are not ours in any other respect. */
export class ProjectFiles {
  readonly #state: ServerState;
  readonly #problems: ProjectProblems;
  /** Answers about the keys of these files. */
  readonly service: ProjectService;

  constructor(state: ServerState, service: ProjectService) {
    this.#state = state;
    this.service = service;
    this.#problems = new ProjectProblems(state.workspace);
  }

  /** The problems of such a file; `undefined` for any other. */
  problems({ analysis }: OpenFile): Promise<Diagnostic[]> | undefined {
    const { projects } = this.#state;
    const { uri } = analysis.text;
    return projects.concerns(uri) ? this.#problems.of(analysis, projects.folderAt(uri)) : undefined;
  }
}
