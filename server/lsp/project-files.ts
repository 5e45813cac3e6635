import type { CompletionItem, CompletionParams, Diagnostic, Hover, HoverParams } from "vscode-languageserver";
import type { ProjectService } from "../core/project-service.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import { ProjectProblems } from "../workspace/project-problems.ts";
import { completion } from "./completion.ts";
import type { EditorLayout } from "./protocol.ts";
import type { ServerState } from "./state.ts";

/** Answers what is asked about files with the settings of projects. They are not ours in any other respect. */
export class ProjectFiles {
  readonly #state: ServerState;
  readonly #service: ProjectService;
  readonly #problems: ProjectProblems;

  constructor(state: ServerState, service: ProjectService) {
    this.#state = state;
    this.#service = service;
    this.#problems = new ProjectProblems(state.workspace);
  }

  /** Whether a file is one of them. */
  concerns(uri: string): boolean {
    return this.#state.projects.concerns(uri);
  }

  /** The settings and values that can be written at a position. */
  async completion(params: CompletionParams & EditorLayout): Promise<CompletionItem[]> {
    const { open, features } = this.#state;
    const file = await open(params.textDocument.uri);
    return file ? completion(this.#service, features, file, params) : [];
  }

  /** What is known of the setting at a position. */
  async hover({ textDocument, position }: HoverParams): Promise<Hover | null> {
    const file = await this.#state.open(textDocument.uri);
    return file ? this.#service.hover(file.analysis, position) : null;
  }

  /** The problems of such a file; `undefined` for any other. */
  problems({ analysis }: OpenFile): Promise<Diagnostic[]> | undefined {
    const { projects } = this.#state;
    const { uri } = analysis.text;
    return projects.concerns(uri) ? this.#problems.of(analysis, projects.folderAt(uri)) : undefined;
  }
}
